package api

import (
	"bytes"
	"io"

	"github.com/labstack/echo/v4"
)

// bodyKindOf returns the kind of a request's body. If the body was not read yet, its first bytes decide.
func bodyKindOf(c echo.Context) bodyKind {
	state := stateOf(c)
	if state.kindKnown {
		return state.kind
	}
	r, contentType := c.Request(), mediaType(c.Request())
	body, read := state.body, state.bodyRead
	if !read && r.ContentLength != 0 && isAmbiguous(contentType) {
		var begin [256]byte
		n, _ := io.ReadFull(r.Body, begin[:])
		body, read = begin[:n], true
	}
	kind := kindOf(contentType, body)
	if !read && r.ContentLength != 0 {
		kind = kindOf(contentType, []byte{0}) // a body whose first byte proves nothing
	}
	setBodyKind(c, kind)
	return kind
}

func setBodyKind(c echo.Context, kind bodyKind) {
	state := stateOf(c)
	state.kind, state.kindKnown = kind, true
}

// isAmbiguous reports whether a Content-Type does not determine the body: curl -d labels everything as a form.
func isAmbiguous(contentType string) bool {
	return contentType == "" || contentType == echo.MIMEApplicationForm
}

// kindOf returns the kind of a body by its Content-Type, without parameters, and its first bytes. A program
// announces that it speaks JSON by the type alone, without a body.
func kindOf(contentType string, body []byte) bodyKind {
	body = bytes.TrimSpace(body)
	switch {
	case contentType == typeJSON:
		return bodyOther
	case len(body) == 0:
		return bodyNone
	case contentType == typeText, contentType == echo.MIMEMultipartForm, isAmbiguous(contentType) && body[0] != '{':
		return bodyText
	}
	return bodyOther
}
