package reply

import (
	"slices"
	"strings"
)

// sentFrom holds the beginnings of the lines that telephones and programs put below a mail, in lower case. An entry
// that begins with "…" is matched with the end of a line.
var sentFrom = table("sent_from")

// adverts holds names in the lines that virus scanners and free mail services add.
var adverts = table("adverts")

// legalWords holds stems of words in disclaimers.
var legalWords = table("legal")

// greetingSet holds greetings. formulaSet holds formulas that only end a mail; closingSet adds those that may also be
// words to an opponent.
var (
	greetingSet = newPhrases(table("greetings"))
	formulaSet  = newPhrases(table("closings"))
	closingSet  = newPhrases(table("closings"), table("partings"))

	signatureDelimiter = pattern(`^(?:--|—|––|-- -|- --|-----BEGIN PGP SIGNATURE-----|` +
		`_{3,}|-{3,}|={5,}|\*{5,})$`)
)

// isFooter reports whether a telephone, a program, a list or a company's server has added a line.
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

// isLegal reports whether a line in lower case belongs to a disclaimer or a warning.
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

// phraseOf returns the words of a line up to the first sign, in lower case.
func phraseOf(text string) string {
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
		return text
	}
	return strings.TrimSpace(text[:end])
}

// isGreeting reports whether a line is a greeting: "Hi Ann,", "Bonjour !".
func isGreeting(text string) bool {
	return len([]rune(text)) <= 40 && beginsWith(text, greetingSet, 4)
}

// isClosing reports whether a line ends a mail: "Best regards,", "LG Ann".
func isClosing(text string) bool {
	return len([]rune(text)) <= 60 && beginsWith(text, closingSet, 3)
}

// isFormula reports whether a line ends a mail and cannot be words to an opponent.
func isFormula(text string) bool {
	return len([]rune(text)) <= 60 && beginsWith(text, formulaSet, 3)
}

// beginsWith reports whether a line begins with one of the phrases, with at most so many more words after it.
func beginsWith(text string, set phrases, more int) bool {
	words := strings.Fields(strings.Trim(phraseOf(text), "-–—~*_ "))
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

// hasNoSpaces reports whether a letter belongs to a script without spaces between words.
func hasNoSpaces(r rune) bool { return r >= 0x2e80 || r >= 0x0e00 && r < 0x1000 }

// isSignatureDelimiter reports whether a line separates a signature from the text.
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
