package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"unicode/utf8"

	"github.com/labstack/echo/v4"

	"turnpost/models"
)

// checkText refuses a body that is not UTF-8, invalid JSON, naming the place of the fault, and JSON with more
// than maxValues values.
func checkText(maxValues int) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			body := bodyOf(c)
			if !utf8.Valid(body) {
				return refuse(models.CodeInvalid, "http.body_encoding", "byte", invalidByte(body))
			}
			if len(body) > 0 && mediaType(c.Request()) == typeJSON {
				if err := checkShape(body, maxValues); err != nil {
					return err
				}
				if err := checkJSON(body); err != nil {
					return err
				}
				if err := checkMembers(body); err != nil {
					return err
				}
			}
			return next(c)
		}
	}
}

// invalidByte returns the position, counted from 1, of the first byte that is not UTF-8.
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

// checkJSON returns the first fault of a text that should be a single JSON value.
func checkJSON(text []byte) error {
	var raw json.RawMessage
	err := json.Unmarshal(text, &raw)
	if err == nil {
		return nil
	}
	syntax, ok := errors.AsType[*json.SyntaxError](err)
	if !ok {
		return refuse(models.CodeInvalid, "http.body_cut")
	}
	before := text[:min(max(syntax.Offset-1, 0), int64(len(text)))]
	line := bytes.Count(before, []byte("\n")) + 1
	column := utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:]) + 1
	return refuse(models.CodeInvalid, "http.body_not_json", "line", line, "column", column)
}
