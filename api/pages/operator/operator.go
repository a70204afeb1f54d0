package operator

import (
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"turnpost/api/pages"
	"turnpost/models"
	"turnpost/models/admin"
	"turnpost/rules/phrase"
	"turnpost/templates/view"
)

// root is the address of the first page.
const root = "/admin"

// site serves the pages.
type site struct {
	*pages.Pages
	routes map[string]handler // by method and path below root; an argument is a star
	acts   map[string]act
}

// handler serves a page. arg is the part of the address for which the route has a star.
type handler func(v *visit, arg string) error

// visit is a request of an operator.
type visit struct {
	echo.Context
	*site
	player models.Player
	secret string    // of the session
	until  time.Time // when the pages close; zero if they are closed
}

// Register adds the pages for the operators of p. Without any there are no pages.
func Register(e *echo.Echo, p *pages.Pages) {
	if len(p.Operators) == 0 {
		return
	}
	s := &site{Pages: p, acts: map[string]act{}}
	for _, a := range actList {
		s.acts[a.name] = a
	}
	s.routes = map[string]handler{
		"GET ":           (*visit).showOverview,
		"GET /reports":   (*visit).listReports,
		"GET /reports/*": (*visit).showReport,
		"GET /players":   (*visit).listPlayers,
		"GET /players/*": (*visit).showPlayer,
		"GET /games":     (*visit).listGames,
		"GET /games/*":   (*visit).showGame,
		"GET /events":    (*visit).listEvents,
		"GET /queues":    (*visit).showQueues,
		"GET /mail":      (*visit).listMails,
		"GET /mail/*":    (*visit).showMail,
		"GET /log":       (*visit).showLog,
		"POST /acts/*":   (*visit).act,
		"POST /close":    (*visit).closePages,
		"POST /code":     (*visit).requestCode,
		"POST /open":     (*visit).openPages,
	}
	// Not routes of methods: an address that is there for some methods would have another answer to others.
	e.RouteNotFound(root, s.serve)
	e.RouteNotFound(root+"/*", s.serve)
}

// route finds the handler of a request and its argument; nil for none.
func (s *site) route(r *http.Request) (handle handler, arg string) {
	path := strings.TrimPrefix(r.URL.Path, root)
	if first, rest, more := strings.Cut(strings.TrimPrefix(path, "/"), "/"); more {
		if rest == "" || strings.Contains(rest, "/") {
			return nil, ""
		}
		return s.routes[r.Method+" /"+first+"/*"], rest
	}
	return s.routes[r.Method+" "+path], ""
}

// serve serves a request below root. To everybody but operators it answers as to an address without a route.
func (s *site) serve(c echo.Context) error {
	v := &visit{Context: c, site: s}
	handle, arg := s.route(c.Request())
	var err error
	v.player, v.secret, err = s.Session(c)
	if err != nil || handle == nil || !slices.Contains(s.Operators, v.player.ID) {
		c.SetPath("")
		return echo.ErrNotFound
	}
	next := func(echo.Context) error { return v.handle(handle, arg) }
	if c.Request().Method != http.MethodPost {
		return s.Around(next)(c)
	}
	if next = s.Writable(next); v.opens() {
		next = s.SignIn(next)
	}
	return s.Around(next)(c)
}

// opens reports whether the request is one of those that open the pages.
func (v *visit) opens() bool {
	path := v.Request().URL.Path
	return path == root+"/code" || path == root+"/open"
}

// handle serves a page if the pages are open, and otherwise the page that opens them.
func (v *visit) handle(handle handler, arg string) (err error) {
	v.Response().Header().Set(echo.HeaderCacheControl, "no-store")
	if v.until, err = v.Store.OperatorUntil(v.context(), v.secret); err != nil {
		return err
	}
	switch {
	case !v.until.IsZero() || v.opens():
		return handle(v, arg)
	case v.Request().Method == http.MethodPost:
		return v.showClosed(http.StatusForbidden, root, false, nil)
	}
	return v.showClosed(http.StatusOK, v.Request().URL.RequestURI(), false, nil)
}

// admin returns the use cases of operators.
func (v *visit) admin() admin.Admin { return v.Store.Admin() }

// reader returns the operator as a reader.
func (v *visit) reader() view.Reader { return view.ReaderOf(v.player) }

// say returns a phrase of the pages in the operator's language.
func (v *visit) say(key string, pairs ...any) string {
	return pages.Say(v.Context, "site.admin."+key, pairs...)
}

// when formats a time for the operator; "" for the zero time.
func (v *visit) when(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return v.reader().Words().When(v.reader().In(t))
}

// day formats the day of a time for the operator; "" for the zero time.
func (v *visit) day(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return v.reader().Words().Date(v.reader().In(t))
}

// notFound is the error of an address, or a form about something, that does not exist.
func notFound() error {
	return &models.Error{Code: models.CodeNotFound, Message: phrase.New("site.no_page"), Index: -1}
}
