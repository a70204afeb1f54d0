package templates

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// oneLine makes a text safe for a header and for a paragraph: one line without control characters, with single spaces.
func oneLine(text string) string {
	if isOneLine(text) {
		return text
	}
	return strings.Join(strings.Fields(strings.Map(cleanRune, strings.ToValidUTF8(text, "?"))), " ")
}

// isOneLine reports whether a text is already safe, as most are.
func isOneLine(text string) bool {
	before := ' '
	for _, r := range text {
		switch {
		case '!' <= r && r <= '~', r == ' ' && before != ' ':
		case r == ' ', r == utf8.RuneError, cleanRune(r) != r:
			return false
		}
		before = r
	}
	return before != ' ' || text == ""
}

// cleanLines makes a text of several lines safe and removes empty lines around it.
func cleanLines(text string) []string {
	text = strings.Trim(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	if strings.TrimSpace(text) == "" {
		return nil
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(strings.Map(cleanRune, strings.ToValidUTF8(line, "?")), " ")
	}
	return lines
}

// cleanRune replaces white space by spaces and drops control characters, including those for the writing direction.
func cleanRune(r rune) rune {
	switch {
	case unicode.IsSpace(r):
		return ' '
	case unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r):
		return -1
	}
	return r
}
