package board

import (
	"strings"
	"unicode/utf8"
)

// Wrap breaks a text at blanks into lines of at most so many characters. A
// longer word stands alone on a line that is too long.
func Wrap(text string, columns int) []string {
	return wrap(text, func(line string) bool { return utf8.RuneCountInString(line) <= columns })
}

// wrap breaks a text at blanks into lines that fit, without a separating dot at
// a line's end. A word that does not fit stands alone.
func wrap(text string, fits func(line string) bool) []string {
	words := strings.Fields(text)
	if whole := strings.Join(words, " "); whole != "" && fits(whole) {
		return []string{whole}
	}
	var lines []string
	current := ""
	for _, word := range words {
		switch longer := current + " " + word; {
		case current == "":
			current = word
		case fits(longer):
			current = longer
		default:
			lines = append(lines, strings.TrimSuffix(current, " ·"))
			current = word
		}
	}
	if current != "" {
		lines = append(lines, current)
	}
	return lines
}
