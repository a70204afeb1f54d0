//go:build browser

package pages_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"time"

	"github.com/chromedp/chromedp"
	"golang.org/x/time/rate"

	"turnpost/api"
	"turnpost/models"
)

// blank is the address of a page that is left at once: what a state shows is made when its turn comes.
const blank = "/robots.txt"

// posting is a server that shows the scene's pages and gives what is posted to another handler.
func (s *scene) posting(to http.Handler) string {
	s.t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			to.ServeHTTP(w, r)
			return
		}
		s.handler.ServeHTTP(w, r)
	}))
	s.t.Cleanup(server.Close)
	return server.URL
}

// newHandler is a server of its own.
func (s *scene) newHandler(c api.Config) http.Handler {
	s.t.Helper()
	c.BaseURL, c.Log = s.url, slog.New(slog.DiscardHandler)
	handler, err := api.New(c)
	s.must(err)
	return handler
}

// addFailures adds what is said where a limit or a fault of the server comes between.
func (s *scene) addFailures() {
	g := s.begin("hnefatafl", "7x7")
	send := func(name string, handler func() http.Handler, says string) {
		s.add(name, s.ann, blank, func(b *tab) {
			b.url = s.posting(handler())
			b.open(pathOf(g) + "?turn=a4-a2")
			b.do(chromedp.Click("#confirm summary"))
			b.do(chromedp.SendKeys("#confirm textarea[name=message]", "I thought about this for a week."))
			b.click("#confirm .go")
			b.wants(says, "I thought about this for a week.", "a4-a2", "Send it again")
		})
	}
	send("failed-too-many", func() http.Handler {
		h := s.newHandler(api.Config{
			Store: s.Store, Limits: api.Limits{Address: api.Rate{PerSecond: rate.Every(time.Minute), Burst: 1}},
		})
		h.ServeHTTP(httptest.NewRecorder(), localRequest("/healthz"))
		return h
	}, "Too many requests")
	send("failed-fault", func() http.Handler {
		closed := s.Open()
		h := s.newHandler(api.Config{Store: closed})
		s.must(closed.Close())
		return h
	}, "Something went wrong on our side")
	s.add("failed-not-now", nil, blank, func(b *tab) {
		lost := newWorld(s.t)
		watch, err := models.NewWatch(s.t.Context(), lost.Store)
		s.must(err)
		s.must(os.Rename(lost.Database, lost.Database+".lost"))
		for watch.Check(s.t.Context()) == nil { // it looks once a second
			s.must(s.t.Context().Err())
		}
		b.url = s.posting(s.newHandler(api.Config{Store: lost.Store, Condition: watch}))
		b.open("/sign-in")
		b.do(chromedp.SendKeys(`form[action="/sign-in/new"] input[name=name]`, "nell"))
		b.do(chromedp.SendKeys(`form[action="/sign-in/new"] input[type=email]`, "nell@example.org"))
		b.click(`form[action="/sign-in/new"] button`)
		b.wants("Not now", "Send it again")
		b.url = s.url
	})
	revoked := s.SignUp("rita")
	s.Begin(revoked, s.players["bob"], "sevensages", "")
	link := s.linkOf("rita")
	s.add("link-revoked", nil, blank, func(b *tab) {
		b.open(link).wants("It is your turn")
		s.must(s.SignOutEverywhere(s.t.Context(), revoked.ID))
		b.open(link).wants("This link does not work")
	})
}

// localRequest is one that comes from this machine, as a browser's.
func localRequest(path string) *http.Request {
	r := httptest.NewRequest(http.MethodGet, path, nil)
	r.RemoteAddr = "127.0.0.1:1"
	return r
}

// linkOf is the newest mailed link of a player to a game.
func (s *scene) linkOf(name string) string {
	s.t.Helper()
	link := ""
	for _, mail := range s.Mails() {
		if mail.To.Name == name && mail.Game != nil && mail.PageLink != "" {
			link = "/g/" + mail.Game.ID + "?k=" + mail.PageLink
		}
	}
	if !strings.Contains(link, "?k=") {
		s.t.Fatalf("%s has no mail with a link", name)
	}
	return link
}
