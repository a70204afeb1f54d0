package api

import (
	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/rules/phrase"
	"turnpost/templates"
	"turnpost/templates/view"
	"turnpost/templates/words"
)

// requestState holds what the middleware has found out about a request. Its readers are beside the middleware.
type requestState struct {
	site         string                    // public URL of the server
	announcement func(echo.Context) string // returns the announcement as text for the reader; nil for none
	bearer       models.Bearer             // its player has ID 0 if the request has no token
	byLink       bool                      // the bearer has no token but a link from a mail
	body         []byte                    // the whole body
	bodyRead     bool
	kind         bodyKind // of the body
	kindKnown    bool
	form         string // media type of the response
	refusedForm  error  // of a request that accepts none of the forms, nil for any other
}

const stateKey = "state"

// stateOf returns the state of a request.
func stateOf(c echo.Context) *requestState {
	state, known := c.Get(stateKey).(*requestState)
	if !known {
		state = &requestState{}
		c.Set(stateKey, state)
	}
	return state
}

// bodyKind classifies a request body, as far as the choice of the response's form needs it.
type bodyKind int

const (
	bodyNone  bodyKind = iota
	bodyText           // plain text or a form
	bodyOther          // JSON, or a type that nobody types by hand
)

// bearerOf returns the bearer of a request's token. Its player has ID 0 if the request has none.
func bearerOf(c echo.Context) *models.Bearer { return &stateOf(c).bearer }

// me returns the player who sent a request.
func me(c echo.Context) models.Player { return bearerOf(c).Player }

// bodyOf returns the whole request body, as readBody stored it.
func bodyOf(c echo.Context) []byte { return stateOf(c).body }

// formOf returns the media type of the response to a request.
func formOf(c echo.Context) string { return stateOf(c).form }

const (
	headerAcceptLanguage  = "Accept-Language"
	headerContentLanguage = "Content-Language"
)

// readerOf returns the reader of the response: the player with the language and zone of their profile, or
// an anonymous reader with the language of Accept-Language.
func readerOf(c echo.Context) view.Reader {
	player := &bearerOf(c).Player
	return view.Reader{Player: player.ID, Language: languageOf(c), Zone: player.TimeZone}
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

// audience is whom a response is for, and in which form.
type audience struct {
	form   string // media type
	reader view.Reader
	do     templates.Commands // that it suggests, each in one line
}

// audienceOf returns the audience of the response to a request.
func audienceOf(c echo.Context) audience {
	state, reader := stateOf(c), readerOf(c)
	return audience{state.form, reader, templates.Commands{Site: state.site, Language: reader.Language, Wide: true}}
}

// commandsOf returns the shell commands that a response suggests.
func commandsOf(c echo.Context) templates.Commands { return audienceOf(c).do }
