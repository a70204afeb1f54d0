package templates

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// oneLine makes a text safe in a header and as a paragraph: one line without
// control characters, with single blanks.
func oneLine(text string) string {
	if isOneLine(text) {
		return text
	}
	return strings.Join(strings.Fields(strings.Map(visible, strings.ToValidUTF8(text, "?"))), " ")
}

// isOneLine tells whether a text is safe already, as most are.
func isOneLine(text string) bool {
	before := ' '
	for _, r := range text {
		switch {
		case '!' <= r && r <= '~', r == ' ' && before != ' ':
		case r == ' ', r == utf8.RuneError, visible(r) != r:
			return false
		}
		before = r
	}
	return before != ' ' || text == ""
}

// cleanLines makes a text of several lines safe to show, without empty lines
// around it.
func cleanLines(text string) []string {
	text = strings.Trim(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	if strings.TrimSpace(text) == "" {
		return nil
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(strings.Map(visible, strings.ToValidUTF8(line, "?")), " ")
	}
	return lines
}

// visible turns white space into blanks and drops what controls a terminal or
// the direction of writing.
func visible(r rune) rune {
	switch {
	case unicode.IsSpace(r):
		return ' '
	case unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r):
		return -1
	}
	return r
}

// clipped bounds a text in characters.
func clipped(text string, most int) string {
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return text
}
