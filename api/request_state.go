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
