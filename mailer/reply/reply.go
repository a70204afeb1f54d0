package reply

import (
	"slices"
	"strings"
)

// readReply reads what a person wrote. Where a mail has a plain and an HTML text, both are
// read, and both must say the same.
func readReply(root *entity, o Options) Reply {
	b := bodyLines(root)
	if b.unreadable != "" {
		return Reply{Unreadable: b.unreadable}
	}
	k := newKnown(o.Sent)
	us := ourNames(o)
	p := parser{o.Readable, o.Legal}
	read := func(lines []line) reading {
		if lines == nil {
			return reading{}
		}
		lines = append([]line(nil), lines...)
		placeLines(lines, k, us)
		return readLines(lines, p, !k.empty())
	}
	plain, html := read(b.plain), read(b.html)
	switch {
	case b.html == nil:
		return plain.reply(p)
	case b.plain == nil:
		return html.reply(p)
	}
	return agree(html.reply(p), plain.reply(p), plain)
}

// ourNames are the names and addresses of our mails in lower case, with the reply address also without
// its link, as programs may cut it.
func ourNames(o Options) []string {
	var us []string
	for _, name := range o.Us {
		name = strings.ToLower(strings.TrimSpace(name))
		if name == "" {
			continue
		}
		us = append(us, name)
		if local, domain, found := strings.Cut(name, "@"); found {
			us = append(us, "@"+domain)
			if bare, _, tagged := strings.Cut(local, "+"); tagged {
				us = append(us, bare+"@"+domain)
			}
		}
	}
	return us
}

// placeLines says of each line where it stands.
func placeLines(lines []line, k *known, us []string) {
	k.markOurs(lines)
	markHeaderBlocks(lines, us)
	markAttributions(lines, us)
	markCopies(lines, !k.empty(), us)
	markFooters(lines)
	suspect(lines, us)
}

// suspect takes the lines above a copy for ones of the copy, where no attribution and no mark
// tells where it begins: it is seen by what is ours, or has an address of our domain, as all our
// mails do.
func suspect(lines []line, us []string) {
	for at, l := range lines {
		switch {
		case l.place == header || l.place == quoted:
			return
		case l.place == ours || l.place == own && namesDomain(l.text, us):
			end := at // what stands below is known to be in a copy anyway
			if l.place == own {
				end = len(lines)
			}
			for i := range lines[:end] {
				lines[i].rescued = lines[i].rescued || lines[i].place == own
			}
			return
		}
	}
}

// namesDomain tells whether a text has the domain of one of our addresses.
func namesDomain(text string, us []string) bool {
	lower := strings.ToLower(text)
	return slices.ContainsFunc(us, func(name string) bool {
		domain, isDomain := strings.CutPrefix(name, "@")
		return isDomain && strings.Contains(lower, domain)
	})
}

// markCopies makes soft what stands below a header block, a divider or an attribution after
// which no quote marks come. Where that is our own mail, the lines between it are the
// writer's again; where it cannot be seen to be, nothing of it is read.
func markCopies(lines []line, weKnow bool, us []string) {
	for i := range lines {
		l := &lines[i]
		starts := l.attribute && l.place != quoted || l.place == header || l.cut
		if l.place == own && isDivider(l.text) && dividesCopy(lines, i) {
			l.place = header
			starts = true
		}
		if !starts || !unmarkedBelow(lines, i) {
			continue
		}
		for j := i; j < len(lines); j++ {
			if lines[j].place == own && (j > i || lines[j].cut) && !lines[j].glued {
				lines[j].place = soft
			}
		}
		break
	}
	rescue(lines, weKnow, us)
}

// dividesCopy tells whether a line of signs has an original below it: not so above a
// signature, which looks the same.
func dividesCopy(lines []line, at int) bool {
	for _, l := range lines[at+1:] {
		if !l.blank() {
			return l.place != own || len(strings.Trim(lines[at].text, "-_=*—– ")) > 0
		}
	}
	return false
}

// unmarkedBelow tells whether the next line with something in it has no mark.
func unmarkedBelow(lines []line, at int) bool {
	for _, l := range lines[at+1:] {
		if l.blank() || l.place == header {
			continue
		}
		return l.place != quoted
	}
	return false
}

// rescue gives back to the writer what stands between lines of our mail that has no marks:
// only if most of the copy is known to be ours, and no other sender's mail is below it.
func rescue(lines []line, weKnow bool, us []string) {
	if !weKnow {
		return
	}
	known, unknown := 0, 0
	for _, l := range lines {
		switch {
		case l.place == ours:
			known += letters(l.text)
		case l.place == soft:
			unknown += letters(l.text)
		case l.place == header && strings.Contains(l.text, "@") && !traitsOf(l.text, us).us && fromOther(l.text):
			return
		}
	}
	if unknown == 0 || known < 3*minRun || known < unknown*2 {
		return
	}
	for i := range lines {
		if lines[i].place == soft && !lines[i].inRun && !isHeaderLine(lines[i].text, us) {
			lines[i].place, lines[i].rescued = own, true
		}
	}
}

// isHeaderLine tells whether a line is of a header block by what it names.
func isHeaderLine(text string, us []string) bool {
	label, value, ok := readLabel(text)
	return ok && (fromLabels[label] || restLabels[label]) && traitsOf(value, us).us
}

// fromOther tells whether a header line names a sender.
func fromOther(text string) bool {
	label, _, ok := readLabel(text)
	return ok && fromLabels[label]
}

func letters(text string) int {
	n := 0
	for _, r := range text {
		if letter(r) != 0 {
			n++
		}
	}
	return n
}

// markFooters finds signatures and what programs add: from the delimiter to the end of the
// mail, from a footer to the next quote.
func markFooters(lines []line) {
	in, all, wrote := false, false, false // wrote: in this stretch stands something above
	for i := range lines {
		l := &lines[i]
		switch {
		case l.place == quoted || l.place == ours || l.place == header:
			in, wrote = false, false
			continue
		case l.place != own || l.blank():
			continue
		}
		if l.text == "-- " && !betweenOurs(lines, i) {
			all = true
		}
		delimits := isSignatureDelimiter(l.text) && wrote && !betweenOurs(lines, i)
		if delimits || isFooter(l.text) && !startsCommand(l.text) {
			in = in || wrote // a warning on top ends nothing
			l.place = footer
		}
		if in || all {
			l.place = footer
		}
		wrote = wrote || l.place == own
	}
}

// betweenOurs tells whether the lines around are ours, so that a delimiter is ours too.
func betweenOurs(lines []line, at int) bool {
	for _, l := range lines[at+1:] {
		if !l.blank() {
			return l.place == ours
		}
	}
	for i := at - 1; i >= 0; i-- {
		if !lines[i].blank() {
			return lines[i].place == ours
		}
	}
	return false
}
