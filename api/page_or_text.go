package api

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"

	"github.com/labstack/echo/v4"

	"turnpost/api/pages"
)

// previewers matches programs that fetch a page for people but accept any type: generators of link previews and old
// browsers.
var previewers = regexp.MustCompile(`(?i)mozilla|bot\b|bot/|facebookexternalhit|whatsapp|preview`)

// asksForPage reports whether a request prefers the page at an address that also has text: Accept prefers HTML,
// the client generates previews, or the request follows a link from a mail and comes from no terminal.
func asksForPage(r *http.Request) bool {
	accept := strings.Join(r.Header.Values(echo.HeaderAccept), ",")
	if acceptsAnything(accept) {
		return previewers.MatchString(r.UserAgent()) ||
			r.URL.Query().Has(pages.LinkParam) && !isTerminal(r.UserAgent())
	}
	form, ok := negotiate(accept, []string{typeText, typeHTML})
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
