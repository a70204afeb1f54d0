package api

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"turnpost/models/modeltest"
	"turnpost/rules"

	"golang.org/x/time/rate"
)

// world is a server with a separate database, called over real HTTP. Every response is validated against the
// specification.
type world struct {
	t *testing.T
	*modeltest.World
	url    string
	client *http.Client
	log    *lockedBuffer
}

// noLimits disables all rate limits.
var noLimits = func() Limits {
	free := Rate{PerSecond: rate.Inf}
	return Limits{Account: free, Address: free, SignIn: free, Guesses: free, Analysis: free}
}()

func newWorld(t *testing.T, limits ...Limits) *world {
	t.Helper()
	return newWorldOf(t, nil, limits...)
}

// newWorldOf is newWorld with other rulesets than the catalog's.
func newWorldOf(t *testing.T, games []rules.Ruleset, limits ...Limits) *world {
	t.Helper()
	w := &world{t: t, log: &lockedBuffer{}}
	log := slog.New(slog.NewTextHandler(w.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	w.World = modeltest.New(t, modeltest.Options{Log: log, Rulesets: games})
	config := Config{
		Store: w.Store, BaseURL: "https://turnpost.example", Version: "test", Log: log, Limits: noLimits,
		ReceiveMail: receiveInto(w.Store), InboundSecret: inboundSecret,
	}
	if len(limits) > 0 {
		config.Limits = limits[0]
	}
	handler, err := New(config)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	w.url = server.URL
	w.client = &http.Client{
		Transport:     newCheckedTransport(t),
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return w
}

type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

// player registers a player and returns a token.
func (w *world) player(name string) string {
	w.t.Helper()
	email := name + "@example.org"
	w.call("POST", "/v1/players").json(`{"name":"` + name + `","email":"` + email + `","time_zone":"Europe/Warsaw"}`).
		do().want(202)
	a := w.call("POST", "/v1/tokens").json(`{"email":"` + email + `","code":"` + w.Code(email) + `","label":"test"}`).
		do().want(201)
	return decoded[NewToken](a).Token
}

// game starts a game of hnefatafl 7×7 between two players; the first is in the first seat.
func (w *world) game(first, second, opponent string) Game {
	w.t.Helper()
	c := decoded[Challenge](w.call("POST", "/v1/challenges").as(first).
		json(`{"ruleset":"hnefatafl","variant":"7x7","opponent":"` + opponent + `","seat":"first"}`).do().want(201))
	return decoded[Game](w.call("POST", "/v1/challenges/"+c.ID+"/accept").as(second).do().want(201))
}

// match is a world with two players and a game.
type match struct {
	*world
	ann, bob string // tokens; ann is in the first seat
	id       string
}

func newMatch(t *testing.T) *match {
	t.Helper()
	w := newWorld(t)
	m := &match{world: w, ann: w.player("ann"), bob: w.player("bob")}
	m.id = w.game(m.ann, m.bob, "bob").ID
	return m
}

func (m *match) turns() string { return "/v1/games/" + m.id + "/turns" }

func (m *match) play(token, turn string) Game {
	m.t.Helper()
	return decoded[Game](m.call("POST", m.turns()).as(token).text(turn).do().want(201))
}

// state returns everything that a refused request must not change.
func (m *match) state() string {
	m.t.Helper()
	state := m.call("GET", "/v1/games/"+m.id).as(m.ann).do().want(200).body
	for _, token := range []string{m.ann, m.bob} {
		for _, path := range []string{"/v1/me", "/v1/me/notices", "/v1/inbox", "/v1/challenges?box=out"} {
			state += m.call("GET", path).as(token).do().want(200).body
		}
	}
	return state
}
