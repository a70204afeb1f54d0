package board

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Wrap breaks a text at blanks into lines of at most the given number of characters. A
// longer word gets a separate line. A sign such as "[ ]" is one word.
func Wrap(text string, columns int) []string {
	return wrap(text, func(line string) bool { return utf8.RuneCountInString(line) <= columns })
}

// wrap breaks a text at blanks into lines that fit, without a separating dot where one ends and the next begins. A word
// that does not fit gets a separate line.
func wrap(text string, fits func(line string) bool) []string {
	var lines []string
	for rest := spaced(text); rest != ""; {
		end := lineEnd(rest, fits)
		line := rest[:end]
		if rest = strings.TrimPrefix(rest[end:], " "); rest != "" {
			line, rest = strings.TrimSuffix(line, " ·"), strings.TrimPrefix(rest, "· ")
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

// wordEnd is where the word ends that begins at an index. A blank at the inner side of a bracket, as in "[ ]", ends
// none.
func wordEnd(text string, begin int) int {
	for end := begin; ; end++ {
		n := strings.IndexByte(text[end:], ' ')
		if n < 0 {
			return len(text)
		}
		end += n
		opened := end > begin && strings.IndexByte("([", text[end-1]) >= 0
		if closed := end+1 < len(text) && strings.IndexByte(")]", text[end+1]) >= 0; !opened && !closed {
			return end
		}
	}
}

// Words splits a text into the words between which Wrap may break it.
func Words(text string) (words []string) {
	text = spaced(text)
	for begin := 0; begin < len(text); {
		end := wordEnd(text, begin)
		words = append(words, text[begin:end])
		begin = end + 1
	}
	return words
}
