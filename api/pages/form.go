package pages

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"unicode"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/models/play"
)

// maxForm is the maximum size of a form in bytes.
const maxForm = 64 << 10

// readForm parses the form of a POST and removes control characters from its values and from the query.
func readForm(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := c.Request()
		if r.Method == http.MethodPost {
			limit := maxForm
			if c.Path() == notesRoute {
				limit = play.MaxNotesBytes
			}
			r.Body = http.MaxBytesReader(c.Response(), r.Body, int64(limit))
			if err := r.ParseForm(); err != nil {
				if _, large := errors.AsType[*http.MaxBytesError](err); large {
					return fail(models.CodeInvalid, "http.body_too_large", "kib", limit>>10)
				}
				return fail(models.CodeInvalid, "site.form_broken")
			}
			printable(r.PostForm)
		}
		printable(c.QueryParams())
		return next(c)
	}
}

// printable removes control characters, except line breaks and tabs, from values.
func printable(values url.Values) {
	for _, list := range values {
		for i, text := range list {
			list[i] = strings.Map(func(r rune) rune {
				if unicode.IsControl(r) && !strings.ContainsRune("\r\n\t", r) {
					return -1
				}
				return r
			}, text)
		}
	}
}

// number parses a field that the page filled in.
func number(c echo.Context, field string) (int, error) {
	n, err := strconv.Atoi(c.Request().PostForm.Get(field))
	if err != nil {
		e := fail(models.CodeInvalid, "schema.unreadable")
		e.Field = field
		return 0, e
	}
	return n, nil
}
