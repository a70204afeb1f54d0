package api

import (
	"github.com/labstack/echo/v4"

	"turnpost/rules/phrase"
	"turnpost/templates/view"
	"turnpost/templates/words"
)

const (
	headerAcceptLanguage  = "Accept-Language"
	headerContentLanguage = "Content-Language"
)

// readerOf returns the reader of the response: the player with the language and zone of their profile, or
// an anonymous reader with the language of Accept-Language.
func readerOf(c echo.Context) view.Reader {
	if player := &bearerOf(c).Player; player.ID != 0 {
		return view.ReaderOf(*player)
	}
	return view.Reader{Language: languageOf(c)}
}

// languageOf returns the language of the response.
func languageOf(c echo.Context) *words.Language {
	if player := &bearerOf(c).Player; player.ID != 0 {
		return words.For(player.Locale)
	}
	return words.Accepted(c.Request().Header.Get(headerAcceptLanguage))
}

// say returns a phrase in the language of the response.
func say(c echo.Context, key string, pairs ...any) string {
	return languageOf(c).Sentence(phrase.New(key, pairs...))
}
