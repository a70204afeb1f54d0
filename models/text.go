package models

import (
	"strings"
	"unicode"
)

// clip bounds a text for an error message and leaves nothing in it that a terminal would obey.
func clip(text string, n int) string {
	runes := []rune(strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return '?'
		}
		return r
	}, strings.ToValidUTF8(text, "?")))
	if len(runes) <= n {
		return string(runes)
	}
	return string(runes[:n]) + "…"
}

// cleanText makes a player's words safe to store and show: valid UTF-8, no
// control characters but line ends, no white space around.
func cleanText(field, text string, most int) (string, error) {
	text = strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\r\n", "\n")
	text = visible(text)
	text = strings.TrimSpace(text)
	if n := len([]rune(text)); n > most {
		return "", invalid(field, "long_text", "n", n, "max", most)
	}
	return text, nil
}
