package templates

import (
	"turnpost/rules/phrase"
	"turnpost/templates/words"
)

// Sentence returns a message in a language (BCP 47), or in English if the language is not supported.
func Sentence(lang string, m phrase.Message) string { return words.For(lang).Sentence(m) }
