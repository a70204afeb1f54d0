package api

import (
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/labstack/echo/v4"

	"turnpost/api/pages"
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

// previewers matches programs that fetch a page for people but accept any type: generators of link previews, old
// browsers, and the text browsers Links and ELinks.
var previewers = regexp.MustCompile(`(?i)mozilla|bot\b|bot/|facebookexternalhit|whatsapp|preview|^e?links\b`)

// asksForPage reports whether a request prefers the page at an address that also has text: Accept prefers HTML, or
// names it beside plain text as Lynx does, the client generates previews, or the request follows a link from a mail and
// comes from no terminal.
func asksForPage(r *http.Request) bool {
	accept := strings.Join(r.Header.Values(echo.HeaderAccept), ",")
	if acceptsAnything(accept) {
		return previewers.MatchString(r.UserAgent()) ||
			r.URL.Query().Has(pages.LinkParam) && !isTerminal(r.UserAgent())
	}
	offers := []string{typeText, typeHTML}
	if namesHTML(accept) {
		slices.Reverse(offers)
	}
	form, ok := negotiate(accept, offers)
	return ok && form == typeHTML
}

// varyByForm adds the headers that asksForPage examines to Vary.
func varyByForm(header http.Header, r *http.Request) {
	header.Add(echo.HeaderVary, echo.HeaderAccept)
	if acceptsAnything(strings.Join(r.Header.Values(echo.HeaderAccept), ",")) {
		header.Add(echo.HeaderVary, "User-Agent")
	}
}

// dataBehindLists maps the pages of lists to the API paths of their content.
var dataBehindLists = map[string]string{
	"/play": "/v1/challenges", "/games": "/v1/games", "/players": "/v1/players", "/rules": "/v1/rulesets",
	"/events": "/v1/events", "/try": "/v1/rulesets", "/r": "/v1/rulesets",
}

// listQuery converts the query of a list's page to the query of the API.
func listQuery(path string, page url.Values) url.Values {
	query := url.Values{}
	for _, name := range []string{"name", "status", "ruleset", "variant", "cursor", "limit"} {
		if page.Has(name) {
			query.Set(name, page.Get(name))
		}
	}
	if cursor := page.Get("before") + page.Get("after"); cursor != "" && forwards(path) == page.Has("after") {
		query.Set("cursor", cursor)
	}
	if path == "/v1/challenges" {
		query.Set("box", "open")
	}
	return query
}

// forwards reports whether the page of a list goes on after an entry, not before one.
func forwards(path string) bool { return path == "/v1/players" || strings.HasSuffix(path, "/ranking") }

// dataBehind returns the API path for the content of a page, or "" if there is none.
func dataBehind(path string) string {
	if list, is := dataBehindLists[path]; is {
		return list
	}
	parts := strings.Split(strings.TrimPrefix(path, "/"), "/")
	switch {
	case len(parts) == 3 && parts[0] == "g" && parts[2] == "all":
		return "/v1/games/" + parts[1] + "/turns"
	case len(parts) == 3 && parts[0] == "g" && parts[2] == "chat":
		return "/v1/games/" + parts[1] + "/messages"
	case len(parts) == 2 && parts[0] == "g":
		return "/v1/games/" + parts[1]
	case len(parts) == 2 && parts[0] == "p":
		return "/v1/players/" + parts[1]
	case len(parts) == 3 && parts[0] == "p" && parts[2] == "ratings":
		return "/v1/players/" + parts[1] + "/ratings"
	case len(parts) == 3 && parts[0] == "r" && parts[2] == "ranking":
		return "/v1/rulesets/" + parts[1] + "/ranking"
	case len(parts) == 2 && parts[0] == "e":
		return "/v1/events/" + parts[1]
	case len(parts) == 2 && parts[0] == "r":
		return "/v1/rulesets/" + parts[1]
	case path == "/inbox":
		return "/v1/inbox"
	case path == "/settings":
		return "/v1/me"
	}
	return ""
}

// dataQuery converts the query of a page to the query of the API.
func dataQuery(path string, page url.Values) url.Values {
	query, ply, after := url.Values{}, page.Get("ply"), page.Get("after")
	switch {
	case strings.HasSuffix(path, "/ratings"), strings.HasSuffix(path, "/ranking"):
		return listQuery(path, page)
	case strings.HasSuffix(path, "/messages") && after != "":
		query.Set("cursor", after)
	case strings.HasPrefix(path, "/v1/games/") && strings.Count(path, "/") == 3 && ply != "":
		query.Set("ply", ply)
	}
	return query
}

// mailedLink returns the link of a mail by which a terminal reads a game or a challenge, or "".
func mailedLink(r *http.Request) string {
	if r.Method != http.MethodGet || asksForPage(r) {
		return ""
	}
	u, err := url.ParseRequestURI(r.RequestURI)
	if err != nil || !strings.HasPrefix(u.Path, "/g/") && !strings.HasPrefix(u.Path, "/c/") {
		return ""
	}
	return u.Query().Get(pages.LinkParam)
}

// pagePath returns the path that a client has requested, of a page or of the API.
func pagePath(r *http.Request) string {
	path, _, _ := strings.Cut(r.RequestURI, "?")
	return path
}

// behindPages serves the content of a page to programs that request its URL. A program that accepts
// anything gets text.
func behindPages(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		path := dataBehind(r.URL.Path)
		if path == "" || r.Method != http.MethodGet {
			next.ServeHTTP(w, r)
			return
		}
		varyByForm(w.Header(), r)
		if asksForPage(r) {
			next.ServeHTTP(w, r)
			return
		}
		query := dataQuery(path, r.URL.Query())
		if _, list := dataBehindLists[r.URL.Path]; list {
			query = listQuery(path, r.URL.Query())
		}
		r = r.Clone(r.Context())
		r.URL = &url.URL{Path: path, RawQuery: query.Encode()}
		if acceptsAnything(strings.Join(r.Header.Values(echo.HeaderAccept), ",")) {
			r.Header.Set(echo.HeaderAccept, typeText+", */*;q=0.1")
		}
		next.ServeHTTP(w, r)
	})
}

// mediaRange is one element of an Accept header (RFC 9110, section 12.5.1).
type mediaRange struct {
	kind, subkind string // "*" for any
	q             float64
}

// specificity returns how precisely the range names a type, or -1 if it does not match.
func (m mediaRange) specificity(offer string) int {
	kind, subkind, _ := strings.Cut(offer, "/")
	switch {
	case m.kind == kind && m.subkind == subkind:
		return 2
	case m.kind == kind && m.subkind == "*":
		return 1
	case m.kind == "*" && m.subkind == "*":
		return 0
	}
	return -1
}

// negotiate returns the offer that an Accept header prefers. The most specific matching range sets the quality
// of an offer. Among offers of equal quality the one named more specifically wins, then the earlier one. A header
// without a valid range accepts everything.
func negotiate(accept string, offers []string) (string, bool) {
	ranges := parseAccept(accept)
	if len(ranges) == 0 {
		return offers[0], true
	}
	best, bestQ, bestExact := "", 0.0, -1
	for _, offer := range offers {
		q, exact := 0.0, -1
		for _, r := range ranges {
			if s := r.specificity(offer); s > exact {
				q, exact = r.q, s
			}
		}
		if q > bestQ || (q == bestQ && q > 0 && exact > bestExact) {
			best, bestQ, bestExact = offer, q, exact
		}
	}
	return best, bestQ > 0
}

// parseAccept parses an Accept header and skips invalid elements.
func parseAccept(header string) []mediaRange {
	var ranges []mediaRange
	for element := range strings.SplitSeq(header, ",") {
		name, parameters, _ := strings.Cut(element, ";")
		kind, subkind, ok := strings.Cut(strings.ToLower(strings.TrimSpace(name)), "/")
		if !ok || kind == "" || subkind == "" || (kind == "*" && subkind != "*") {
			continue
		}
		if q, ok := quality(parameters); ok {
			ranges = append(ranges, mediaRange{kind, subkind, q})
		}
	}
	return ranges
}

// quality parses the q parameter of a range and ignores the others.
func quality(parameters string) (float64, bool) {
	for p := range strings.SplitSeq(parameters, ";") {
		name, value, _ := strings.Cut(p, "=")
		if !strings.EqualFold(strings.TrimSpace(name), "q") {
			continue
		}
		q, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
		return q, err == nil && q >= 0 && q <= 1
	}
	return 1, true
}

// namesHTML reports whether an Accept header names HTML but not JSON. Such a client is a browser, which renders
// text better than JSON if there is no page.
func namesHTML(accept string) bool {
	ranges := parseAccept(accept)
	named := func(subkind string) bool {
		return slices.ContainsFunc(ranges, func(r mediaRange) bool { return r.subkind == subkind && r.q > 0 })
	}
	return named("html") && !named("json")
}

// acceptsAnything reports whether an Accept header is missing or */*.
func acceptsAnything(accept string) bool {
	ranges := parseAccept(accept)
	return !slices.ContainsFunc(ranges, func(r mediaRange) bool { return r.kind != "*" || r.q == 0 })
}
