package api

import (
	"net/http"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/labstack/echo/v4"
)

// Media types of responses.
const (
	typeJSON     = "application/json"
	typeProblem  = "application/problem+json"
	typeText     = "text/plain"
	typeMarkdown = "text/markdown"
	typeHTML     = "text/html"
	typeSVG      = "image/svg+xml"
	typePNG      = "image/png"
)

// forms are all media types of responses, the preferred one first.
var forms = []string{typeJSON, typeHTML, typeText, typeMarkdown, typeSVG, typePNG}

// asker is what of a request decides in which form it is answered.
type asker struct {
	method    string
	body      bodyKind
	accept    string // the Accept header
	userAgent string
}

// formFor chooses the form of a response, or of an error, among those that it has, the preferred one first; ok is
// false where the request takes none of them. Nothing else decides about forms:
//
//	Accept                 request                                  form
//	names HTML, not JSON   any                                      text, where there is no page
//	names types            any                                      the one that it likes best
//	missing, */*           GET                                      the preferred one
//	missing, */*           another method, with text or a form      text
//	missing, */*           another method, with another body        the preferred one
//	missing, */*           another method, without a body           text for curl, Wget and HTTPie, else the preferred one
//
// Text is for people at a terminal. Generated clients send no Accept and, with many operations, no body, and can
// parse nothing but JSON.
func (a asker) formFor(offers []string) (form string, ok bool) {
	form, ok = negotiate(a.accept, offers)
	if !slices.Contains(offers, typeText) {
		return form, ok
	}
	switch {
	case ok && form != typeHTML && form == offers[0] && namesHTML(a.accept):
		return typeText, true
	case ok && takesAnything(a.accept) && a.speaksText():
		return typeText, true
	}
	return form, ok
}

// speaksText reports whether somebody at a terminal sends the request, who has not said what they take.
func (a asker) speaksText() bool {
	switch {
	case a.method == http.MethodGet || a.method == http.MethodHead:
		return false
	case a.body == bodyNone:
		return isTerminal(a.userAgent)
	}
	return a.body == bodyText
}

// terminals are programs that people type, by the name that a User-Agent begins with.
var terminals = []string{"curl", "wget", "wget2", "httpie"}

func isTerminal(userAgent string) bool {
	name, _, versioned := strings.Cut(strings.TrimSpace(userAgent), "/")
	return versioned && slices.Contains(terminals, strings.ToLower(name))
}

// askerOf is the asker of a request.
func askerOf(c echo.Context) asker {
	return asker{c.Request().Method, bodyKindOf(c), acceptOf(c), c.Request().UserAgent()}
}

func acceptOf(c echo.Context) string {
	return strings.Join(c.Request().Header.Values(echo.HeaderAccept), ",")
}

const formKey = "form"

// formOf is the media type of the response to a request.
func formOf(c echo.Context) string {
	form, _ := c.Get(formKey).(string)
	return form
}

// refusedFormKey holds the refusal of a form that a request does not take.
const refusedFormKey = "refused form"

// chooseForm finds the form of a response before anything is done. What has one form has
// it whatever is asked for: its URL names it. A request that could have no response changes
// nothing; one that only reads is refused for it after all else.
func chooseForm(offers []string) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			form, ok := askerOf(c).formFor(offers)
			if len(offers) == 1 || !ok {
				form = offers[0]
			}
			c.Set(formKey, form)
			if ok || len(offers) == 1 {
				return next(c)
			}
			refused := refuse(codeNotAcceptable, "http.not_acceptable", "forms", strings.Join(offers, ", "), "header",
				echo.HeaderAccept)
			if c.Request().Method != http.MethodGet {
				return refused
			}
			c.Set(refusedFormKey, error(refused))
			return next(c)
		}
	}
}

// chooseOrText is chooseForm for mail programs that unsubscribe with one click: whatever they accept, it is done
// (RFC 8058), and said in text where they accept none of the offers.
func chooseOrText(offers []string) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			form, ok := negotiate(acceptOf(c), offers)
			if !ok {
				form = typeText
			}
			c.Set(formKey, form)
			return next(c)
		}
	}
}

// formsOf lists the forms in which an operation responds.
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
