package board

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Wrap breaks a text at blanks into lines of at most the given number of characters. A
// longer word gets a separate line.
func Wrap(text string, columns int) []string {
	return wrap(text, func(line string) bool { return utf8.RuneCountInString(line) <= columns })
}

// wrap breaks a text at blanks into lines that fit, without a separating dot at
// a line's end. A word that does not fit gets a separate line.
func wrap(text string, fits func(line string) bool) []string {
	var lines []string
	for rest := spaced(text); rest != ""; {
		end := lineEnd(rest, fits)
		line := rest[:end]
		if rest = strings.TrimPrefix(rest[end:], " "); rest != "" {
			line = strings.TrimSuffix(line, " ·")
		}
		lines = append(lines, line)
	}
	return lines
}

// spaced is a text with one blank between its words, as most have anyway.
func spaced(text string) string {
	before := ' '
	for _, r := range text {
		if unicode.IsSpace(r) && (r != ' ' || before == ' ') {
			return strings.Join(strings.Fields(text), " ")
		}
		before = r
	}
	return strings.TrimSuffix(text, " ")
}

// lineEnd is where the first line of a text ends: after the last of its words that fits.
func lineEnd(text string, fits func(line string) bool) int {
	if fits(text) {
		return len(text)
	}
	end := wordEnd(text, 0)
	for end < len(text) {
		next := wordEnd(text, end+1)
		if !fits(text[:next]) {
			break
		}
		end = next
	}
	return end
}

// wordEnd is where the word ends that begins at an index.
func wordEnd(text string, begin int) int {
	if n := strings.IndexByte(text[begin:], ' '); n >= 0 {
		return begin + n
	}
	return len(text)
}
