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
	"turnpost/models/store"
)

// blank is the address of a page that a state leaves at once to set up what it shows.
const blank = "/robots.txt"

// posting starts a server that serves the scene's pages and passes POSTs to another handler.
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

// newHandler returns a separate handler on the scene's store.
func (s *scene) newHandler(c api.Config) http.Handler {
	s.t.Helper()
	c.BaseURL, c.Log = s.url, slog.New(slog.DiscardHandler)
	handler, err := api.New(c)
	s.must(err)
	return handler
}

// addFailures adds the errors of limits and of server faults.
func (s *scene) addFailures() {
	g := s.begin("hnefatafl", "7x7")
	send := func(name string, handler func() http.Handler, says string) {
		s.add(name, s.ann, blank, func(b *tab) {
			b.url = s.posting(handler())
			b.open(pathOf(g) + "?turn=a4-a2")
			b.do(chromedp.Click("#confirm summary"))
			b.do(chromedp.SendKeys("#confirm textarea[name=message]", "I thought about this for a week."))
			b.click(playButton)
			b.wants(says, "I thought about this for a week.", "a4-a2", "Send it again")
		})
	}
	send("failed-too-many", func() http.Handler {
		h := s.newHandler(api.Config{
			Store: s.Store, Limits: api.Limits{Address: api.Rate{PerSecond: rate.Every(time.Minute), Burst: 1}},
		})
		h.ServeHTTP(httptest.NewRecorder(), localRequest("/games"))
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
		watch, err := store.NewWatch(s.t.Context(), lost.Store)
		s.must(err)
		s.must(os.Rename(lost.Database, lost.Database+".lost"))
		for watch.Check(s.t.Context()) == nil { // the check runs once a second
			s.must(s.t.Context().Err())
		}
		b.url = s.posting(s.newHandler(api.Config{Store: lost.Store, Monitor: watch}))
		b.open("/sign-in#new")
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

// localRequest returns a request as a browser on this machine sends it.
func localRequest(path string) *http.Request {
	r := httptest.NewRequest(http.MethodGet, path, nil)
	r.RemoteAddr = "127.0.0.1:1"
	return r
}

// linkOf returns the newest mailed link to a game of a player.
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
