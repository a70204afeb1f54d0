package api

import (
	"net/url"
	"slices"
	"unicode/utf8"

	"github.com/labstack/echo/v4"

	"turnpost/models"
)

// checkQuery refuses unknown parameters: a mistyped dry_run must not play the turn.
func checkQuery(known []string) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			if err := readQuery(c.Request().URL.RawQuery, known); err != nil {
				return err
			}
			return next(c)
		}
	}
}

// readQuery checks that a query is valid and that each parameter is known and occurs once.
func readQuery(query string, known []string) error {
	if query == "" {
		return nil
	}
	values, err := url.ParseQuery(query)
	if err != nil {
		return refuse(models.CodeInvalid, "http.query_unreadable")
	}
	for name, given := range values {
		switch {
		case !slices.Contains(known, name):
			return unknownParameter(name, known)
		case len(given) > 1:
			return refuseField(name, "http.given_twice", "times", len(given))
		case !utf8.ValidString(given[0]):
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
