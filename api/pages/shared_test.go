package pages_test

import (
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"turnpost/api"
	"turnpost/models"
	"turnpost/models/play"
	"turnpost/rules/rulestest"
	"turnpost/rules/rulestest/sample"
)

// formKey matches the key of a form, which no two responses have in common.
var formKey = regexp.MustCompile(`name="once" value="[A-Z2-7]{26}"`)

// TestSharedPagesAreCurrent changes everything that the page of a game shows, and compares the page that a server sends
// after it has sent it before, twice, with the one that a new server sends to the same reader.
func TestSharedPagesAreCurrent(t *testing.T) {
	sample.Whole(t, "changes every shared page")
	m := newMatch(t, "hnefatafl", "7x7")
	ctx, ann, bob := t.Context(), m.players[0].ID, m.players[1].ID
	readers := map[string]*visitor{"ann": m.ann, "bob": m.bob, "eve": m.visitor()}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	turn := func(player int64, text, message string) {
		t.Helper()
		_, err := m.PlayTurn(ctx, models.TurnInput{
			Game: m.game.ID, Player: player, Text: text, Message: message, Via: models.ViaWeb,
		})
		must(err)
	}
	for _, step := range []struct {
		what   string
		change func()
	}{
		{"begin", func() {}},
		{"turn", func() { turn(ann, "d1-c1", "good luck") }},
		{"plan", func() {
			_, err := m.SetPlan(ctx, play.PlanInput{Game: m.game.ID, Player: ann}, []string{"d3-c3 : c1-b1"})
			must(err)
		}},
		{"plan is dropped", func() { must(m.DeletePlan(ctx, play.PlanInput{Game: m.game.ID, Player: ann})) }},
		{"message", func() { _, err := m.SendMessage(ctx, ann, m.game.ID, "a word"); must(err) }},
		{"read", func() { _, err := m.MarkMessagesRead(ctx, bob, m.game.ID, nil); must(err) }},
		{"answer", func() { turn(bob, "d3-c3", "") }},
		{"offer", func() { _, err := m.NegotiateTakeback(ctx, bob, m.game.ID, models.MakeOffer, 1); must(err) }},
		{"takeback", func() { _, err := m.NegotiateTakeback(ctx, ann, m.game.ID, models.AcceptOffer, 1); must(err) }},
		{"another answer", func() { turn(bob, "d3-e3", "") }},
		{"away", func() { _, err := m.SetVacation(ctx, bob, "2026-11-21", "2026-11-22"); must(err) }},
		{"another name", func() { must(m.Admin().RenamePlayer(ctx, "bob", "robert")) }},
		{"mute", func() { must(m.Admin().MutePlayer(ctx, "robert")) }},
		{"voice", func() { must(m.Admin().UnmutePlayer(ctx, "robert")) }},
		{"announcement", func() { must(m.Admin().Announce(ctx, "Down at eight.", m.Clock.Now().Add(time.Hour))) }},
		{"end of announcement", func() { must(m.Admin().EndAnnouncement(ctx)) }},
		{"block", func() { _, err := m.BlockPlayer(ctx, bob, "ann"); must(err) }},
		{"no block", func() { must(m.UnblockPlayer(ctx, bob, "ann")) }},
		{"time", func() { m.Clock.Advance(25 * time.Second) }},
		{"more time", func() { m.Clock.Advance(25 * time.Second) }},
		{"end", func() { _, err := m.ResignGame(ctx, ann, m.game.ID); must(err) }},
		{"deletion", func() { must(m.DeletePlayer(ctx, ann, "ann")) }},
	} {
		step.change()
		unsent := m.fresh()
		for name, reader := range readers {
			for _, query := range []string{"", "?ply=0", "?size=large", "?turn=c1-c2", "?done=turn"} {
				first := reader.asked(m.handler, m.path()+query)
				again := reader.asked(m.handler, m.path()+query)
				fresh := reader.asked(unsent, m.path()+query)
				if keys := formKey.FindAllString(first, -1); len(keys) > 0 && formKey.FindString(again) == keys[0] {
					t.Errorf("%s, %s%s: a key is sent twice", step.what, name, query)
				}
				want := formKey.ReplaceAllString(fresh, "")
				for _, page := range []string{first, again} {
					if got := formKey.ReplaceAllString(page, ""); got != want {
						t.Fatalf("%s, %s%s: sent\n%s\nand should be\n%s", step.what, name, query, got, want)
					}
				}
			}
		}
	}
}

// The list of turns grows by each one, until it is as long as it may be; a turn is composed on the board once. Each
// page equals that of a server that has sent none before.
func TestTurnsAreListedOneByOne(t *testing.T) {
	sample.Whole(t, "compares two pages after each turn")
	m, rnd := newMatch(t, "hnefatafl", "11x11"), rand.New(rand.NewPCG(1, 2))
	for m.stored().Ply < 45 && m.stored().Status == models.Ongoing {
		p, err := m.Position(m.stored())
		if err != nil {
			t.Fatal(err)
		}
		for range 1 + rnd.IntN(5)/4 { // sometimes two between two looks
			turn := rulestest.RandomTurn(t, p, rnd)
			m.Play(m.stored(), m.players[p.ToMove()], turn)
			played, err := p.Play(turn)
			if err != nil {
				t.Fatal(err)
			}
			p = played.Next
		}
		queries := []string{"", "", "?ply=1"}
		if !p.Result().Over() {
			next := rulestest.RandomTurn(t, p, rnd)
			from, _, _ := strings.Cut(next, "-")
			queries = append([]string{"?turn=" + next, "?at=" + from, "?at=" + from}, queries...)
		}
		for _, query := range queries {
			got := formKey.ReplaceAllString(m.ann.asked(m.handler, m.path()+query), "")
			if want := formKey.ReplaceAllString(m.ann.asked(m.fresh(), m.path()+query), ""); got != want {
				t.Fatalf("after %d turns, %q: sent\n%s\nand should be\n%s", m.stored().Ply, query, got, want)
			}
		}
	}
	if ply := m.stored().Ply; ply < 40 {
		t.Fatalf("the game has ended after %d turns", ply)
	}
}

// fresh returns a handler that has sent no page.
func (w *world) fresh() http.Handler {
	w.t.Helper()
	handler, err := api.New(api.Config{
		Store: w.Store, BaseURL: w.url, Version: "test", Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return handler
}

// asked returns the uncompressed body of a page from a handler.
func (v *visitor) asked(handler http.Handler, path string) string {
	v.t.Helper()
	r := httptest.NewRequest(http.MethodGet, v.url+path, nil)
	r.Header.Set("Accept", "text/html")
	r.RemoteAddr = "127.0.0.1:1"
	for _, cookie := range v.client.Jar.Cookies(r.URL) {
		r.AddCookie(cookie)
	}
	recorder := httptest.NewRecorder()
	handler.ServeHTTP(recorder, r)
	return recorder.Body.String()
}
