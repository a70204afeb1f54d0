package phrase

import (
	"strings"
	"unicode"
)

// The marks around a word of the pseudo-language.
const (
	MarkBegin = '⟦'
	MarkEnd   = '⟧'
)

// Mark puts marks around every word of a text. A word is a run of two or more letters and apostrophes that is not
// adjacent to a digit: "d1" and "x" are notation.
func Mark(text string) string {
	var b strings.Builder
	runes := []rune(text)
	for i := 0; i < len(runes); {
		if !wordRune(runes[i]) && !unicode.IsDigit(runes[i]) {
			b.WriteRune(runes[i])
			i++
			continue
		}
		end, digits := i, false
		for end < len(runes) && (wordRune(runes[end]) || unicode.IsDigit(runes[end])) {
			digits = digits || unicode.IsDigit(runes[end])
			end++
		}
		word := string(runes[i:end])
		if digits || end-i < 2 || strings.Trim(word, "'’") == "" {
			b.WriteString(word)
		} else {
			b.WriteRune(MarkBegin)
			b.WriteString(word)
			b.WriteRune(MarkEnd)
		}
		i = end
	}
	return b.String()
}

func wordRune(r rune) bool { return unicode.IsLetter(r) || r == '\'' || r == '’' }

// Unmarked lists the words of a text, as defined by Mark, that are outside marks.
func Unmarked(text string) []string {
	var words []string
	for outside := range strings.SplitSeq(text, string(MarkBegin)) {
		if _, after, closed := strings.Cut(outside, string(MarkEnd)); closed {
			outside = after
		}
		for _, part := range strings.Split(Mark(outside), string(MarkBegin))[1:] {
			word, _, _ := strings.Cut(part, string(MarkEnd))
			words = append(words, word)
		}
	}
	return words
}
