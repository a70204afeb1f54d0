package models

import (
	"cmp"
	"context"
	"crypto/rand"
	"database/sql"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// world is a store on a real database with a clock that the test moves.
type world struct {
	*Store
	t     *testing.T
	mu    sync.Mutex
	clock time.Time
	path  string

	flooded int // mails that a flood brought
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{t: t, clock: time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC), path: testDatabase(t)}
	w.open()
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	return w
}

// testDatabase is a fresh database: an SQLite file, or one on the PostgreSQL
// server that TURNPOST_TEST_POSTGRES names, so that the same tests run on both.
func testDatabase(t testing.TB) string {
	t.Helper()
	server := os.Getenv("TURNPOST_TEST_POSTGRES")
	if server == "" {
		return filepath.Join(t.TempDir(), "turnpost.db")
	}
	u, err := url.Parse(server)
	if err != nil {
		t.Fatal(err)
	}
	admin, err := sql.Open("pgx", server)
	if err != nil {
		t.Fatal(err)
	}
	name := "test_" + strings.ToLower(rand.Text())
	if _, err := admin.Exec("CREATE DATABASE " + name); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if _, err := admin.Exec("DROP DATABASE " + name + " WITH (FORCE)"); err != nil {
			t.Error(err)
		}
		admin.Close()
	})
	u.Path = "/" + name
	return u.String()
}

func (w *world) open() {
	w.t.Helper()
	s, err := Open(w.t.Context(), Options{Database: w.path, Now: w.now, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		w.t.Fatal(err)
	}
	w.Store = s
}

// unsynced makes the store faster for a test that cuts no power.
func (s *Store) unsynced(t testing.TB) {
	t.Helper()
	if s.db.postgres {
		return
	}
	if err := s.db.writer.Exec("PRAGMA synchronous = OFF").Error; err != nil {
		t.Fatal(err)
	}
}

// restart closes the store and opens it again.
func (w *world) restart() {
	w.t.Helper()
	if err := w.Close(); err != nil {
		w.t.Fatal(err)
	}
	w.open()
}

func (w *world) now() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.clock
}

func (w *world) pass(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.clock = w.clock.Add(d)
}

// steady says that servers have run all the time until now.
func (w *world) steady() {
	w.t.Helper()
	if err := w.Heartbeat(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
	if err := w.db.writer.Exec("UPDATE heartbeats SET steady_at = at").Error; err != nil {
		w.t.Fatal(err)
	}
}

// deliver works the whole outbox off and returns the mails in order.
func (w *world) deliver() []*Content {
	w.t.Helper()
	var out []*Content
	for {
		claims, err := w.ClaimNotices(context.Background(), 10, time.Minute)
		if err != nil {
			w.t.Fatal(err)
		}
		if len(claims) == 0 {
			return out
		}
		for _, c := range claims {
			l, err := w.ComposeContent(context.Background(), c)
			if err != nil {
				w.t.Fatal(err)
			}
			if l == nil {
				continue
			}
			if err := w.SettleSent(context.Background(), c); err != nil {
				w.t.Fatal(err)
			}
			out = append(out, l)
		}
	}
}

// player registers and signs in.
func (w *world) player(name string) Player {
	w.t.Helper()
	address := name + "@example.org"
	if err := w.Register(w.t.Context(), NewPlayer{Name: name, Email: address}); err != nil {
		w.t.Fatal(err)
	}
	_, p, err := w.SignIn(w.t.Context(), address, w.code(address), "test")
	if err != nil {
		w.t.Fatal(err)
	}
	return p
}

// code delivers the mail and returns the code that it brings to an address.
func (w *world) code(address string) string {
	w.t.Helper()
	for _, l := range w.deliver() {
		if l.Kind == KindCode && l.To.Email == address {
			return l.Code
		}
	}
	w.t.Fatalf("no code for %s", address)
	return ""
}

// game begins a game in which a has the first seat.
func (w *world) game(a, b Player, ruleset, variant string) *Game {
	w.t.Helper()
	c, err := w.CreateChallenge(w.t.Context(), a, NewChallenge{
		Ruleset: ruleset, Variant: variant, Opponent: b.Name, Seat: "first",
	})
	if err != nil {
		w.t.Fatal(err)
	}
	g, err := w.AcceptChallenge(w.t.Context(), b, c.ID)
	if err != nil {
		w.t.Fatal(err)
	}
	return g
}

func (w *world) play(g *Game, p Player, turn string) *Game {
	w.t.Helper()
	g, err := w.PlayTurn(w.t.Context(), TurnInput{Game: g.ID, Player: p.ID, Text: turn, Via: ViaHTTP})
	if err != nil {
		w.t.Fatal(err)
	}
	return g
}

// told is what the mails tell, one by one in the order in which it was noticed.
func told(mails []*Content) []*Content {
	var list []*Content
	for _, l := range mails {
		if l.Kind != KindDigest {
			list = append(list, l)
		}
		list = append(list, l.Secondary...)
	}
	slices.SortFunc(list, func(a, b *Content) int { return cmp.Compare(a.row.ID, b.row.ID) })
	return list
}

// kinds names what the mails tell, whatever is one mail.
func kinds(mails []*Content) string {
	text := ""
	for _, l := range told(mails) {
		name := l.To.Name
		if name == "" {
			name = l.To.Email
		}
		text += string(l.Kind) + ":" + name + " "
	}
	return text
}

func wantCode(t *testing.T, err error, code Code) {
	t.Helper()
	if CodeOf(err) != code {
		t.Fatalf("error is %v, want %s", err, code)
	}
}
