package api

import (
	"bytes"
	"io"

	"github.com/labstack/echo/v4"
)

// bodyKind is what the body of a request is, as far as it decides about the form of the response.
type bodyKind int

// The kinds of bodies.
const (
	bodyNone  bodyKind = iota
	bodyText           // plain text, or a form
	bodyOther          // JSON, or what no person types
)

const bodyKindKey = "body kind"

// bodyKindOf is the kind of a request's body. Where the body was not read yet, its beginning tells.
func bodyKindOf(c echo.Context) bodyKind {
	if kind, known := c.Get(bodyKindKey).(bodyKind); known {
		return kind
	}
	r, contentType := c.Request(), mediaType(c.Request())
	body, read := c.Get(bodyKey).([]byte)
	if !read && r.ContentLength != 0 && isAmbiguous(contentType) {
		var begin [256]byte
		n, _ := io.ReadFull(r.Body, begin[:])
		body, read = begin[:n], true
	}
	kind := kindOf(contentType, body)
	if !read && r.ContentLength != 0 {
		kind = kindOf(contentType, []byte{0}) // a body without a telling beginning
	}
	c.Set(bodyKindKey, kind)
	return kind
}

// isAmbiguous reports whether a Content-Type leaves open what the body is: curl -d sends everything as a form.
func isAmbiguous(contentType string) bool {
	return contentType == "" || contentType == echo.MIMEApplicationForm
}

// kindOf is the kind of a body by its Content-Type, without parameters, and its beginning. JSON without a body is
// how a program says what it speaks.
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
