package templates

import (
	"errors"

	"turnpost/models"
	"turnpost/rules/phrase"
	"turnpost/templates/words"
)

// Sentence returns a message in a language (BCP 47), or in English if the language is not supported.
func Sentence(lang string, m phrase.Message) string { return words.For(lang).Sentence(m) }

// ErrorText returns an error of the store as an English sentence, and of any other error its text.
func ErrorText(err error) string {
	e, is := errors.AsType[*models.Error](err)
	if !is {
		return err.Error()
	}
	text := Sentence(phrase.English, e.Message)
	if e.Field != "" {
		text = e.Field + ": " + text
	}
	return text
}
