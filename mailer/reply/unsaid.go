package reply

import "strings"

// maxWords bounds the words to the opponent that an answer offers back, in bytes.
const maxWords = 2000

// forOpponent reports whether lines look meant for the opponent: they have at least three words outside signatures.
func forOpponent(lines []string) bool {
	words := 0
	for _, l := range lines {
		if isContact(l) {
			continue
		}
		words += len(strings.Fields(l))
		if hasNoSpaces(firstRune(l)) {
			words += len([]rune(l)) / 2
		}
	}
	return words >= 3
}

// isContact reports whether a line belongs to a signature, by an address or a bar in it.
func isContact(text string) bool {
	return strings.ContainsAny(text, "@|") || strings.Contains(text, "://")
}

// wordsOf returns lines as the text of one say: without the lines of signatures and the names at the end.
func wordsOf(lines []string) string {
	var words []string
	for _, l := range lines {
		if !isContact(l) && !contact().MatchString(l) {
			words = append(words, l)
		}
	}
	for len(words) > 1 && mayBeName(words[len(words)-1]) {
		words = words[:len(words)-1]
	}
	text := strings.Join(words, " ")
	if len(text) > maxWords {
		return ""
	}
	return text
}

// mayBeName reports whether the last line of a text may be the writer's name: "Ann Example", "ann".
func mayBeName(text string) bool {
	return !sentenceEnd().MatchString(text) && (nameLike().MatchString(text) || len(strings.Fields(text)) == 1)
}
