package reply

import (
	"slices"
	"strings"
)

// sentFrom are beginnings of the lines that telephones and programs put below a mail, in
// lower case; with "…" in front, what such a line contains or ends with.
var sentFrom = table("sent_from")

// adverts are names in lines that virus scanners and free mail services add.
var adverts = table("adverts")

// legalWords are stems in lines of disclaimers.
var legalWords = table("legal")

// greetingSet begins a line that greets. formulaSet holds formulas that only end a mail;
// closingSet also what does so but may be said to an opponent.
var (
	greetingSet = newPhrases(table("greetings"))
	formulaSet  = newPhrases(table("closings"))
	closingSet  = newPhrases(table("closings"), table("partings"))

	signatureDelimiter = pattern(`^(?:--|—|––|-- -|- --|-----BEGIN PGP SIGNATURE-----|` +
		`_{3,}|-{3,}|={5,}|\*{5,})$`)
)

// isFooter tells whether a line is one that telephones, programs and lists add. What a
// line of them holds that is longer is the business of disclaimers.
func isFooter(text string) bool {
	if len(text) > 1000 {
		return false
	}
	lower := strings.ToLower(strings.TrimLeft(text, "-–—*_[(<>«\"' "))
	lower = strings.TrimRight(lower, ".!*_])>»\"' ")
	lower = strings.ReplaceAll(lower, "’", "'")
	if strings.HasPrefix(text, "-----BEGIN PGP SIGNED") || strings.HasPrefix(text, "Hash: SHA") {
		return true
	}
	if len([]rune(text)) <= 120 {
		for _, s := range sentFrom {
			end, isEnd := strings.CutPrefix(s, "…")
			if isEnd && strings.HasSuffix(lower, end) || strings.HasPrefix(lower, s) {
				return true
			}
		}
		if contains(lower, adverts) {
			return true
		}
	}
	return isLegal(lower)
}

// isLegal tells whether a line is of a disclaimer or a warning that a company's server adds.
func isLegal(lower string) bool {
	count := 0
	for _, w := range legalWords {
		if strings.Contains(lower, w) {
			count++
		}
	}
	warns := strings.HasPrefix(lower, "caution") || strings.HasPrefix(lower, "achtung") ||
		strings.HasPrefix(lower, "external")
	return count > 1 || count == 1 && (len(lower) > 60 || warns)
}

// phrases are formulas of greeting or closing.
type phrases struct {
	all      map[string]bool
	unspaced []string // those of scripts without spaces between words
}

func newPhrases(lists ...[]string) phrases {
	p := phrases{all: setOf(lists...)}
	for phrase := range p.all {
		if hasNoSpaces(firstRune(phrase)) {
			p.unspaced = append(p.unspaced, phrase)
		}
	}
	return p
}

// phraseOf is a line's words in lower case up to the first sign, and whether that is all
// of it.
func phraseOf(text string) (phrase string, whole bool) {
	text = strings.ToLower(strings.TrimSpace(text))
	end := strings.IndexAny(text, ",.!;:، 、。！，（(")
	for end >= 0 && text[end] == ' ' {
		next := strings.IndexAny(text[end+1:], ",.!;:،、。！，（(")
		if next < 0 {
			end = -1
		} else {
			end += 1 + next
		}
	}
	if end < 0 {
		return text, true
	}
	return strings.TrimSpace(text[:end]), strings.Trim(text[end:], ",.!;:،、。！， )") == ""
}

// isGreeting tells whether a line only greets: "Hi Ann,", "Bonjour !".
func isGreeting(text string) bool {
	return len([]rune(text)) <= 40 && beginsWith(text, greetingSet, 4)
}

// isClosing tells whether a line ends a mail: "Best regards,", "LG Ann".
func isClosing(text string) bool {
	return len([]rune(text)) <= 60 && beginsWith(text, closingSet, 3)
}

// isFormula tells whether a line is of those that end a mail and say nothing.
func isFormula(text string) bool {
	return len([]rune(text)) <= 60 && beginsWith(text, formulaSet, 3)
}

// beginsWith tells whether a line is one of the phrases with at most so many words after it,
// or has one up to its first sign.
func beginsWith(text string, set phrases, more int) bool {
	phrase, _ := phraseOf(text)
	words := strings.Fields(strings.Trim(phrase, "-–—~*_ "))
	all := len(strings.Fields(text))
	for n := min(len(words), 4); n > 0; n-- {
		if all-n <= more && set.all[strings.Join(words[:n], " ")] {
			return true
		}
	}
	return hasNoSpaces(firstRune(text)) && slices.ContainsFunc(set.unspaced, func(p string) bool {
		return strings.HasPrefix(text, p)
	})
}

// hasNoSpaces tells whether a letter is of a script without spaces between words.
func hasNoSpaces(r rune) bool { return r >= 0x2e80 || r >= 0x0e00 && r < 0x1000 }

// isSignatureDelimiter tells whether a line sets off a signature.
func isSignatureDelimiter(text string) bool {
	return text == "-- " || signatureDelimiter().MatchString(strings.TrimSpace(text))
}

// markFooters finds signatures and the lines that programs add. A delimiter makes all lines to the end of the mail
// footers; a footer makes the lines to the next quote footers.
func (y *layout) markFooters() {
	in, all, wrote := false, false, false // wrote: the writer has a line above, since the last quote
	for i := range y.lines {
		l := &y.lines[i]
		switch {
		case l.place == quoted || l.place == ours || l.place == header:
			in, wrote = false, false
			continue
		case l.place != own || l.blank():
			continue
		}
		delimits := isSignatureDelimiter(l.text) && !y.betweenOurs(i)
		all = all || delimits && l.text == "-- "
		if delimits && wrote || isFooter(l.text) && !y.startsCommand(i) {
			in = in || wrote // a warning above the writer's text ends nothing
			l.place = footer
		}
		if in || all {
			l.place = footer
		}
		wrote = wrote || l.place == own
	}
}

// betweenOurs reports whether the next line with text is ours, or the previous one if none follows. A delimiter
// there is part of our mail.
func (y *layout) betweenOurs(at int) bool {
	if next := y.nextText(at); next < len(y.lines) {
		return y.lines[next].place == ours
	}
	for at--; at >= 0 && y.lines[at].blank(); at-- {
	}
	return at >= 0 && y.lines[at].place == ours
}
