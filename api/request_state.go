package api

import (
	"github.com/labstack/echo/v4"

	"turnpost/models"
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
