package templates

import (
	"turnpost/rules/phrase"
	"turnpost/templates/words"
)

// Sentence is a message in the words of a language (BCP 47); English where that has no
// words for it.
func Sentence(lang string, m phrase.Message) string { return words.For(lang).Sentence(m) }
