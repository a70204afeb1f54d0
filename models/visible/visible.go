// Package visible makes texts of strangers safe to show by removing invisible characters.
package visible

import (
	"strings"
	"unicode"
)

// Joiners have a meaning in some scripts and between the parts of an emoji.
const (
	zeroWidthNonJoiner = '\u200c'
	zeroWidthJoiner    = '\u200d'
)

// Clip shortens a text to n characters for an error message and replaces characters that a terminal would interpret.
func Clip(text string, n int) string {
	return Shorten(strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return '?'
		}
		return r
	}, strings.ToValidUTF8(text, "?")), n)
}

// Shorten returns a text of at most n characters. One that is longer ends with an ellipsis, which counts.
func Shorten(text string, n int) string {
	if len(text) <= n { // bytes, and so no more characters
		return text
	}
	if runes := []rune(text); len(runes) > n {
		return string(runes[:n-1]) + "…"
	}
	return text
}

// Clean returns a text that is safe to store and show: valid UTF-8 of visible characters, with line breaks of one
// character and no surrounding white space.
func Clean(text string) string {
	return strings.TrimSpace(only(strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\r\n", "\n")))
}

// only removes invisible characters: control characters except line breaks and tabs, marks that change the
// direction of text, characters without width. It keeps a joiner between characters that can be joined, and
// an emoji's variation selector.
func only(text string) string {
	runes := []rune(text)
	kept := make([]rune, 0, len(runes))
	for i, r := range runes {
		var before, after rune
		if len(kept) > 0 {
			before = kept[len(kept)-1]
		}
		if i+1 < len(runes) {
			after = runes[i+1]
		}
		switch {
		case r == '\n' || r == '\t':
		case r == zeroWidthNonJoiner || r == zeroWidthJoiner:
			if !joins(before) || !joins(after) {
				continue
			}
		case selectsVariation(r):
			if before < 0x80 && !strings.ContainsRune("#*0123456789", before) {
				continue
			}
		case hidden(r):
			continue
		}
		kept = append(kept, r)
	}
	return string(kept)
}

// hidden reports whether a character is invisible in any surroundings.
func hidden(r rune) bool {
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Noncharacter_Code_Point,
		unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// selectsVariation reports whether a character is one of the selectors that emoji have.
func selectsVariation(r rune) bool { return r >= 0xfe00 && r <= 0xfe0f }

// joins reports whether a character can be joined: it is visible or a selector, not ASCII and not a space.
func joins(r rune) bool {
	return r > 0x7f && !unicode.IsSpace(r) && (selectsVariation(r) || !hidden(r))
}
