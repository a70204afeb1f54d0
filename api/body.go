package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/labstack/echo/v4"

	"turnpost/models"
)

// bodyLimit is the largest body of a request in bytes.
const bodyLimit = 64 << 10

// bodyLimits are the other limits, by operation.
var bodyLimits = map[string]int64{"verifyRecord": models.RecordBytes}

const bodyKey = "body"

// bodyOf is the whole body of a request, as readBody has read it.
func bodyOf(c echo.Context) []byte {
	body, _ := c.Get(bodyKey).([]byte)
	return body
}

// readBody reads the body up to a limit, for the checks and the handler.
func readBody(limit int64) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			r := c.Request()
			body, err := io.ReadAll(http.MaxBytesReader(c.Response(), r.Body, limit))
			if _, tooLarge := errors.AsType[*http.MaxBytesError](err); tooLarge {
				return refuse(codeTooLarge, "the body is larger than %d KiB", limit>>10)
			}
			if err != nil {
				return refuse(models.CodeInvalid, "the body did not arrive whole")
			}
			c.Set(bodyKey, body)
			r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
			return next(c)
		}
	}
}

// guessType makes a body what it looks like where its Content-Type does not say:
// curl -d sends everything as a form. Where the operation takes text too, JSON is what begins
// with a brace; a turn never does.
func guessType(takesText bool) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			t := mediaType(c.Request())
			if body := bytes.TrimSpace(bodyOf(c)); t == echo.MIMEApplicationForm || (t == "" && len(body) > 0) {
				form := typeJSON
				if takesText && !bytes.HasPrefix(body, []byte("{")) {
					form = typeText
				}
				c.Request().Header.Set(echo.HeaderContentType, form)
			}
			return next(c)
		}
	}
}

// checkText refuses what is no text, and JSON with a fault, naming the place.
func checkText(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		body := bodyOf(c)
		if !utf8.Valid(body) {
			return refuse(models.CodeInvalid, "the body is not UTF-8: byte %d is wrong", invalidByte(body))
		}
		if len(body) > 0 && mediaType(c.Request()) == typeJSON {
			if err := checkJSON(body); err != nil {
				return err
			}
		}
		return next(c)
	}
}

// mediaType is the Content-Type without parameters, "" where it is missing.
func mediaType(r *http.Request) string {
	t, _, err := mime.ParseMediaType(r.Header.Get(echo.HeaderContentType))
	if err != nil {
		return strings.TrimSpace(r.Header.Get(echo.HeaderContentType))
	}
	return t
}

// invalidByte is the number, from 1, of the first byte that is no UTF-8.
func invalidByte(text []byte) int {
	at := 0
	for at < len(text) {
		r, size := utf8.DecodeRune(text[at:])
		if r == utf8.RuneError && size == 1 {
			break
		}
		at += size
	}
	return at + 1
}

// checkJSON finds the first fault of a text that should be one JSON value.
func checkJSON(text []byte) error {
	var raw json.RawMessage
	err := json.Unmarshal(text, &raw)
	if err == nil {
		return nil
	}
	syntax, ok := errors.AsType[*json.SyntaxError](err)
	if !ok {
		return refuse(models.CodeInvalid, "the body is no JSON: %v", err)
	}
	before := text[:min(max(syntax.Offset-1, 0), int64(len(text)))]
	line := bytes.Count(before, []byte("\n")) + 1
	column := utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:]) + 1
	return refuse(models.CodeInvalid, "the body is no JSON: line %d, column %d: %v", line, column, syntax)
}

// readJSON reads a body that was checked against the specification.
func readJSON(c echo.Context, v any) error { return decode(bodyOf(c), v) }

func decode(body []byte, v any) error {
	if err := json.Unmarshal(body, v); err != nil {
		return refuse(models.CodeInvalid, "the body cannot be read: %v", err)
	}
	return nil
}
