package reply

import "strings"

// markCopies makes the lines soft that follow a header block, a divider or an attribution without quote marks
// after it: they are a copy of the original. If the copy is our own mail, the lines between ours become the
// writer's again; if it is not known to be ours, nothing in it is read.
func (y *layout) markCopies(weKnow bool) {
	for i := range y.lines {
		l := &y.lines[i]
		starts := l.attribute && l.place != quoted || l.place == header || l.cut
		if l.place == own && isDivider(l.text) && y.dividesCopy(i) || y.isNamedDivider(i) {
			l.place = header
			starts = true
		}
		if starts && y.unmarkedBelow(i) && (!weKnow || !y.answeredAbove(i)) {
			y.soften(i)
			break
		}
	}
	if weKnow {
		y.rescue()
	}
}

// isNamedDivider reports whether a line names a sender and a date between signs: "----- Message from Ann
// <ann@example.org> on 21 Nov 2026 -----", ">>> Ann <ann@example.org> 11/21/2026 10:01 AM >>>".
func (y *layout) isNamedDivider(at int) bool {
	l := &y.lines[at]
	isBetween := l.place == own && len(l.text) > 1 && strings.IndexByte("-=*_[", l.text[0]) >= 0 &&
		strings.IndexByte("-=*_]", l.text[len(l.text)-1]) >= 0
	if !isBetween && (l.place != quoted || !strings.HasSuffix(l.text, ">>>")) {
		return false
	}
	t := y.traits(at)
	return t.address && t.date
}

// soften makes the writer's lines below a beginning soft, and the line itself if the HTML begins the copy with it.
func (y *layout) soften(at int) {
	for i := at; i < len(y.lines); i++ {
		if l := &y.lines[i]; l.place == own && (i > at || l.cut) && !l.glued {
			l.place = soft
		}
	}
}

// dividesCopy reports whether the original follows a line of signs. The delimiter of a signature looks the same.
func (y *layout) dividesCopy(at int) bool {
	next := y.nextText(at)
	return next < len(y.lines) &&
		(y.lines[next].place != own || len(strings.Trim(y.lines[at].text, "-_=*—– ")) > 0)
}

// unmarkedBelow reports whether text without a quote mark follows, after blank lines and header lines.
func (y *layout) unmarkedBelow(at int) bool {
	for _, l := range y.lines[at+1:] {
		if !l.blank() && l.place != header {
			return l.place != quoted
		}
	}
	return false
}

// answeredAbove reports whether the text between an attribution and a marked quote is the writer's, and makes it
// nearCopy if so. The attribution must name us and nobody else, and the quote must be our mail: otherwise the text may
// be an earlier answer in a copy.
//
//	On 21 Nov 2026 turnpost
//	<play@play.example.org> wrote:
//
//	d1-d4
//
//	> It is your turn, turn 7 of HanniBall.
func (y *layout) answeredAbove(at int) bool {
	first, text := at, at
	for first > 0 && y.lines[first-1].place == header {
		first--
	}
	for text < len(y.lines) && y.lines[text].place == header {
		text++
	}
	if y.lines[at].cut || !y.attributesToUs(first, text) {
		return false
	}
	quote := text
	for quote < len(y.lines) && y.lines[quote].place == own && !y.lines[quote].inMail {
		quote++
	}
	if !y.quotesOurs(quote) {
		return false
	}
	for i := text; i < quote; i++ {
		y.lines[i].nearCopy = !y.lines[i].blank()
	}
	return true
}

// attributesToUs reports whether lines are one attribution to us: they name us, have no address of anybody else, and
// are not fields of a header block, which may name us as the recipient. Where no line has a word for "wrote", the lines
// need a date and end in the only colon.
func (y *layout) attributesToUs(first, end int) bool {
	us, date, verbs, colons := false, false, 0, 0
	for i := first; i < end; i++ {
		t, l := y.traits(i), y.label(i)
		if l.ok && (fromLabels[l.name] || restLabels[l.name]) || t.address && !t.us {
			return false
		}
		us, date = us || t.us, date || t.date
		if t.verb {
			verbs++
		}
		if t.colon {
			colons++
		}
	}
	named := verbs == 1 || verbs == 0 && date && colons == 1 && y.traits(end-1).colon
	return us && named && end-first <= attributionLines
}

// quotesOurs reports whether a marked quote of our mail begins at a line.
func (y *layout) quotesOurs(at int) bool {
	ours, all := 0, 0
	for ; at < len(y.lines) && (y.lines[at].place == quoted || y.lines[at].blank()); at++ {
		n := letters(y.lines[at].text)
		if all += n; y.lines[at].inMail {
			ours += n
		}
	}
	return ours >= 3*minRun && ours*10 >= all*9
}

// rescue returns the soft lines between lines of our mail to the writer, except those that our mail has too. Below the
// name of another sender they may be in an earlier answer, and so they may if most of the copy is not ours. Below the
// address of another sender they are.
func (y *layout) rescue() {
	other, addressed := y.otherSender()
	if addressed {
		return
	}
	known, unknown := 0, 0
	for _, l := range y.lines {
		switch l.place {
		case ours:
			known += letters(l.text)
		case soft:
			unknown += letters(l.text)
		}
	}
	if known < 3*minRun {
		return
	}
	foreign := known < unknown*2
	for i := range y.lines {
		if l := &y.lines[i]; l.place == soft && !l.inRun && !l.inWhole && !y.namesUs(i) {
			l.place, l.nearCopy, l.earlier = own, true, foreign || i > other
		}
	}
}

// otherSender returns the first header block or attribution that names a sender other than us, len(lines) if there is
// none, and whether any of them has an address. What our own mail has does not count.
func (y *layout) otherSender() (at int, addressed bool) {
	at = len(y.lines)
	for i := 0; i < len(y.lines); i++ {
		end := i
		for end < len(y.lines) && y.lines[end].place == header {
			end++
		}
		if other, address := y.namesOther(i, end); other {
			at, addressed = min(at, i), addressed || address
		}
		i = max(i, end-1)
	}
	return at, addressed
}

// namesOther reports whether header lines name a sender other than us, and whether by an address.
func (y *layout) namesOther(start, end int) (other, address bool) {
	var sender, all traits
	labels, senders, unknown := 0, 0, 0
	for i := start; i < end; i++ {
		if y.lines[i].inMail {
			continue
		}
		unknown++
		all = all.or(y.traits(i))
		l := y.label(i)
		switch {
		case l.ok && fromLabels[l.name]:
			labels, senders, sender = labels+1, senders+1, sender.or(l.traits)
		case l.ok && restLabels[l.name]:
			labels++
		}
	}
	switch {
	case unknown == 0:
		return false, false
	case labels > 0:
		return senders > 0 && !sender.us, senders > 0 && !sender.us && sender.address
	}
	return !all.us && (all.verb || all.address || all.date && all.colon), false
}

// namesUs reports whether a line is a field of a header block that names us.
func (y *layout) namesUs(i int) bool {
	l := y.label(i)
	return l.ok && (fromLabels[l.name] || restLabels[l.name]) && l.traits.us
}

// markSuspects marks the writer's lines above a copy as nearCopy, where neither an attribution nor a mark shows where
// the copy begins: they may be part of it, unless it begins as our mail does. A copy is seen by a line of ours, or by
// an address of our domain, which all our mails contain.
func (y *layout) markSuspects() {
	for at, l := range y.lines {
		switch {
		case l.place == header || l.place == quoted:
			return
		case l.place == ours:
			if !l.begins {
				y.suspect(at) // the lines below are known to be in a copy
			}
			return
		case l.place == own && y.namesDomain(l.text):
			y.suspect(len(y.lines))
			return
		}
	}
}

// suspect marks the writer's lines before an end as nearCopy.
func (y *layout) suspect(end int) {
	for i := range y.lines[:end] {
		y.lines[i].nearCopy = y.lines[i].nearCopy || y.lines[i].place == own
	}
}
