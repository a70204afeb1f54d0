package api

import (
	"net/http"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/labstack/echo/v4"
)

const (
	typeJSON     = "application/json"
	typeProblem  = "application/problem+json"
	typeText     = "text/plain"
	typeMarkdown = "text/markdown"
	typeHTML     = "text/html"
	typeSVG      = "image/svg+xml"
	typePNG      = "image/png"
)

// forms lists the media types of responses in order of preference.
var forms = []string{typeJSON, typeHTML, typeText, typeMarkdown, typeSVG, typePNG}

// formRequest holds the properties of a request that decide the form of its response.
type formRequest struct {
	method    string
	body      bodyKind
	accept    string // the Accept header
	userAgent string
}

// formFor chooses the form of a response, or of an error, from the offers, which are in order of preference.
// ok is false if the request accepts none of them. Whether an address shows a page instead is asksForPage's decision:
//
//	Accept                 request                                  form
//	names HTML, not JSON   any                                      text, if there is no page
//	names types            any                                      the one with the highest quality
//	missing, */*           GET                                      the preferred one
//	missing, */*           another method, with text or a form      text
//	missing, */*           another method, with another body        the preferred one
//	missing, */*           another method, without a body           text for curl, Wget, HTTPie; else the preferred one
//
// Text is for people at a terminal. Generated clients send no Accept header and, for many operations, no body;
// they can parse only JSON.
func (a formRequest) formFor(offers []string) (form string, ok bool) {
	form, ok = negotiate(a.accept, offers)
	if !slices.Contains(offers, typeText) {
		return form, ok
	}
	switch {
	case ok && form != typeHTML && form == offers[0] && namesHTML(a.accept):
		return typeText, true
	case ok && a.speaksText() && acceptsAnything(a.accept):
		return typeText, true
	}
	return form, ok
}

// speaksText reports whether the request comes from a terminal and expresses no preference.
func (a formRequest) speaksText() bool {
	switch {
	case a.method == http.MethodGet || a.method == http.MethodHead:
		return false
	case a.body == bodyNone:
		return isTerminal(a.userAgent)
	}
	return a.body == bodyText
}

// terminals lists command line clients by the product name in their User-Agent.
var terminals = []string{"curl", "wget", "wget2", "httpie"}

func isTerminal(userAgent string) bool {
	name, _, versioned := strings.Cut(strings.TrimSpace(userAgent), "/")
	return versioned && slices.Contains(terminals, strings.ToLower(name))
}

func formRequestOf(c echo.Context) formRequest {
	return formRequest{c.Request().Method, bodyKindOf(c), acceptOf(c), c.Request().UserAgent()}
}

func acceptOf(c echo.Context) string {
	return strings.Join(c.Request().Header.Values(echo.HeaderAccept), ",")
}

// formOf returns the media type of the response to a request.
func formOf(c echo.Context) string { return stateOf(c).form }

// chooseForm chooses the form of a response before the handler runs. An operation with a single form ignores
// Accept: its URL names the form. A write that accepts none of the forms changes nothing; a read is refused
// only after every other check.
func chooseForm(offers []string) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			form, ok := formRequestOf(c).formFor(offers)
			if len(offers) == 1 || !ok {
				form = offers[0]
			}
			stateOf(c).form = form
			if ok || len(offers) == 1 {
				return next(c)
			}
			refused := refuse(codeNotAcceptable, "http.not_acceptable", "forms", strings.Join(offers, ", "), "header",
				echo.HeaderAccept)
			if c.Request().Method != http.MethodGet {
				return refused
			}
			stateOf(c).refusedForm = refused
			return next(c)
		}
	}
}

// chooseOrText is chooseForm for one-click unsubscribe requests from mail programs (RFC 8058). It never refuses:
// a request that accepts none of the offers gets text.
func chooseOrText(offers []string) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			form, ok := negotiate(acceptOf(c), offers)
			if !ok {
				form = typeText
			}
			stateOf(c).form = form
			return next(c)
		}
	}
}

// formsOf lists the media types of an operation's responses.
func formsOf(operation *openapi3.Operation) []string {
	var offers []string
	for _, form := range forms {
		for status, response := range operation.Responses.Map() {
			if strings.HasPrefix(status, "2") && response.Value.Content[form] != nil && !slices.Contains(offers, form) {
				offers = append(offers, form)
			}
		}
	}
	return offers
}
