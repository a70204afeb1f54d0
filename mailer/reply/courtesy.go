package reply

import (
	"strings"
	"unicode"
)

// courtesySet holds the phrases that may accompany a command on its line; helloSet those that may precede it, unlike
// "your move".
var (
	yourTurn    = table("your_turn")
	courtesySet = setOf(table("courtesy"), yourTurn)
	helloSet    = setOf(table("courtesy"), table("greetings"), table("assent"))

	courtesyStarts = startsOf(courtesySet, helloSet)

	// politeWords say nothing beside a command: "please".
	politeWords = setOf(table("polite"))

	// A single capitalised word is the name of the opponent or of the writer.
	oneName     = pattern(`^\p{Lu}[\p{Ll}'’-]{1,15}$`)
	courtesyEnd = ",.;:!¡¿…-–— 、。！，)("
)

// maxTurnWords is how many words a turn beside a courtesy may have.
const maxTurnWords = 8

// isCourtesy reports whether a text consists of phrases of a set, with signs between them and at most one name in each.
func isCourtesy(text string, set map[string]bool) bool {
	if !courtesyStarts[firstLetters(text)] {
		return false
	}
	said := false
	for piece := range strings.FieldsFuncSeq(clean(text), dividesPhrases) {
		piece = strings.Trim(strings.ReplaceAll(piece, "’", "'"), "- ")
		before, last := "", piece
		if at := strings.LastIndexByte(piece, ' '); at >= 0 {
			before, last = piece[:at], piece[at+1:]
		}
		switch {
		case piece == "":
		case set[strings.ToLower(piece)]:
			said = true
		case set[strings.ToLower(before)] && oneName().MatchString(last):
			said = true
		case said && oneName().MatchString(piece):
		default:
			return false
		}
	}
	return said
}

// firstLetters returns the first run of letters of a text, in lower case. Of most texts it shows that they are no
// courtesy, at a fraction of the cost.
func firstLetters(text string) string {
	start := strings.IndexFunc(text, unicode.IsLetter)
	if start < 0 {
		return ""
	}
	text = text[start:]
	if end := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsLetter(r) }); end >= 0 {
		text = text[:end]
	}
	return strings.ToLower(text)
}

// startsOf returns the first letters of all phrases of some sets.
func startsOf(sets ...map[string]bool) map[string]bool {
	starts := map[string]bool{}
	for _, set := range sets {
		for phrase := range set {
			starts[firstLetters(phrase)] = true
		}
	}
	return starts
}

// dividesPhrases reports whether a rune is a sign between phrases.
func dividesPhrases(r rune) bool {
	switch r {
	case ',', '.', ';', ':', '!', '¡', '¿', '(', ')', '…', '–', '—', '、', '。', '！', '，':
		return true
	}
	return false
}

// withoutCourtesy returns the words of a line without a courtesy at its end, and without the longest one at its
// beginning: without "Hi, Bob," rather than without "Hi,". They are marked if a sign separates the two. It is not ok if
// the line has no courtesy.
func withoutCourtesy(text string) (rest string, marked, ok bool) {
	words := strings.Fields(text)
	for n := 1; n < len(words) && n <= maxTurnWords; n++ {
		head, tail := strings.Join(words[:n], " "), strings.Join(words[n:], " ")
		trimmed := strings.TrimRight(head, courtesyEnd)
		marked = trimmed != head || strings.ContainsRune(courtesyEnd, firstRune(tail))
		if isCourtesy(strings.TrimLeft(tail, courtesyEnd), courtesySet) && trimmed != "" {
			if rest, _, ok := withoutCourtesy(trimmed); ok {
				trimmed = rest
			}
			return trimmed, marked, true
		}
		if trimmed != head && isCourtesy(trimmed, helloSet) {
			rest, ok = strings.TrimLeft(tail, courtesyEnd), true
		}
	}
	return rest, ok, ok
}
