package reply

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// asciiDigitsSameLength returns asciiDigits of a text if that keeps its length, so that offsets stay valid; else the
// text.
func asciiDigitsSameLength(s string) string {
	if d := asciiDigits(s); len(d) == len(s) {
		return d
	}
	return s
}

// gluedStart is where an attribution begins that is glued to a possible command.
type gluedStart struct {
	at   int  // -1 if nothing that may be a command precedes an attribution
	sure bool // it is the very beginning: known words before a date, or our name right after the writer's text
}

// findGlued finds the beginning of an attribution that is glued to a possible command. The dates of a vacation begin
// none.
func (p parser) findGlued(text string, us []string) gluedStart {
	if awayShape.matches(foldWord(clean(text))) {
		return gluedStart{at: -1}
	}
	at, sure := -1, false
	if m := datePattern().FindStringIndex(asciiDigitsSameLength(text)); m != nil {
		at = m[0]
		switch lead, day := leadAt(text[:at]), dayPattern().FindStringIndex(text[:at]); {
		case lead >= 0:
			at, sure = lead, true
		case day != nil:
			at = day[0] + capitalIn(text[day[0]:at])
		}
	}
	if name := nameAt(text, us); name > 0 && (at < 0 || name < at) {
		at = len(strings.TrimRight(text[:name], `"'<(`))
		sure = at > 0 && text[at-1] != ' '
	}
	if at <= 0 || strings.TrimSpace(text[:at]) == "" || !p.startsCommand(text[:at]) {
		return gluedStart{at: -1}
	}
	return gluedStart{at, sure}
}

// nameAt returns the index of the first of our names, and -1 if there is none.
func nameAt(text string, us []string) int {
	lower, at := strings.ToLower(text), -1
	if len(lower) != len(text) {
		return -1
	}
	for _, name := range us {
		if i := strings.Index(lower, name); i >= 0 && len(name) >= 3 && (at < 0 || i < at) {
			at = i
		}
	}
	return at
}

// maxLead is about how long the words before a date are, in bytes.
const maxLead = 200

// leadAt returns where the words begin that lead to a date after a text, and -1 if none do: the last match of
// leadPattern, which is the shortest.
func leadAt(text string) int {
	from := max(0, len(text)-maxLead)
	for from > 0 && from < len(text) && !utf8.RuneStart(text[from]) {
		from++
	}
	found := -1
	for range 8 {
		m := leadPattern().FindStringIndex(text[from:])
		if m == nil {
			break
		}
		found = from + m[0]
		_, size := utf8.DecodeRuneInString(text[found:])
		from = found + size
	}
	return found
}

// capitalIn returns the index of the last capital in a word that may be glued to another: 5 in "helloSat".
func capitalIn(word string) int {
	at := 0
	for i, r := range word {
		if unicode.IsUpper(r) {
			at = i
		}
	}
	return at
}
