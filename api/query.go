package api

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/labstack/echo/v4"

	"turnpost/models"
)

// isFollowed reports whether people follow links to an operation: mails have them, or it is a page. Mail services,
// counters of clicks and social networks add parameters to such links.
func isFollowed(path, operation string) bool {
	mailed := []string{"getBoardText", "getBoardSVG", "getBoardPNG", "getRuleset"}
	return !strings.HasPrefix(path, "/v1/") || slices.Contains(mailed, operation)
}

// checkQuery refuses bad parameters, and if strict unknown ones: a mistyped dry_run must not play the turn.
func checkQuery(known, lists []string, strict bool) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		if !strict && len(known) == 0 {
			return next
		}
		return func(c echo.Context) error {
			if err := readQuery(c.Request().URL.RawQuery, known, lists, strict); err != nil {
				return err
			}
			return next(c)
		}
	}
}

// readQuery checks that each known parameter of a query that is no list occurs once, and if strict that the query is
// valid and each is known.
func readQuery(query string, known, lists []string, strict bool) error {
	if query == "" {
		return nil
	}
	values, err := url.ParseQuery(query)
	if err != nil && strict {
		return refuse(models.CodeInvalid, "http.query_unreadable")
	}
	for name, given := range values {
		switch {
		case !slices.Contains(known, name) && !strict:
		case !slices.Contains(known, name):
			return unknownParameter(name, known)
		case len(given) > 1 && !slices.Contains(lists, name):
			return refuseField(name, "http.given_twice", "times", len(given))
		case !utf8.ValidString(strings.Join(given, "")):
			return refuseField(name, "http.not_text")
		}
	}
	return nil
}

func unknownParameter(name string, known []string) error {
	if len(known) == 0 {
		return refuse(models.CodeInvalid, "http.parameter_none", "name", quoted(name, 40))
	}
	return refuse(models.CodeInvalid, "http.parameter_unknown", "name", quoted(name, 40), "known", known)
}

// setDefaults adds the specification's defaults for absent parameters to the parsed query, so that handlers need none.
func setDefaults(defaults url.Values) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			given := c.QueryParams()
			for name, value := range defaults {
				if !given.Has(name) {
					given[name] = value
				}
			}
			return next(c)
		}
	}
}

// numericCursor parses a cursor that is a number. An absent cursor is 0.
func numericCursor(cursor Cursor) (int64, error) {
	if cursor == "" {
		return 0, nil
	}
	n, err := strconv.ParseInt(cursor, 10, 64)
	if err != nil || n < 1 {
		return 0, refuseField("cursor", "http.cursor", "value", quoted(cursor, 40))
	}
	return n, nil
}

// formatCursor is the inverse of numericCursor.
func formatCursor(n int64) *PageCursor {
	if n == 0 {
		return nil
	}
	return optional(strconv.FormatInt(n, 10))
}
