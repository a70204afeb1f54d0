// Package modeltest provides a world for tests: a store on a separate database, a clock that
// the test sets, players, games, and the mails that a worker would send.
package modeltest

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/challenge"
	"turnpost/models/mailbox"
	"turnpost/models/modeltest/bed"
	"turnpost/models/store"
	"turnpost/rules"
)

// World is a store with its clock. Its methods fail the test on errors.
type World struct {
	*store.Store
	Clock    *bed.Clock
	Database string // path of the SQLite file, or URL of the PostgreSQL database

	t       testing.TB
	options Options
}

// Options configure New; the zero value is valid.
type Options struct {
	Now time.Time    // initial time of the world; noon of 20 November 2026 in UTC if zero
	Log *slog.Logger // nothing is logged if nil

	Rulesets []rules.Ruleset // the rulesets; the catalog if nil
	Operator string          // address for reports; "" for none
}

// template is an empty database with the schema and the secrets, which are the same in all worlds: to make them took a
// sixth of the time that a world takes.
var template = bed.NewTemplate(func(database string) error {
	s, err := store.Open(context.Background(), store.Options{Database: database, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		return err
	}
	return s.Close()
})

// File returns an SQLite file with the schema, for a program that the test starts.
func File(t testing.TB) string {
	t.Helper()
	return template.File(t)
}

// New returns a world that lives as long as the test.
func New(t testing.TB, o Options) *World {
	t.Helper()
	if o.Now.IsZero() {
		o.Now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	w := &World{t: t, options: o, Clock: bed.NewClock(o.Now), Database: template.Database(t)}
	w.Store = w.Open()
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	return w
}

// Open opens the world's database again, as another process would. The caller must close it.
func (w *World) Open() *store.Store {
	w.t.Helper()
	s, err := store.Open(context.Background(), store.Options{
		Database: w.Database, Now: w.Clock.Now, Log: w.options.Log, Rulesets: w.options.Rulesets,
		Operator: w.options.Operator,
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return s
}

// Restart closes the store and opens it again.
func (w *World) Restart() {
	w.t.Helper()
	if err := w.Close(); err != nil {
		w.t.Fatal(err)
	}
	w.Store = w.Open()
}

// Mails sends the whole outbox, as the mail worker does, and returns the contents of the mails in order.
func (w *World) Mails() []*mailbox.Content {
	w.t.Helper()
	var mails []*mailbox.Content
	for {
		claims, err := w.ClaimNotices(context.Background(), 50, time.Minute)
		if err != nil {
			w.t.Fatal(err)
		}
		if len(claims) == 0 {
			return mails
		}
		for _, claim := range claims {
			content, err := w.ComposeContent(context.Background(), claim)
			if err != nil {
				w.t.Fatal(err)
			}
			if content == nil { // dropped
				continue
			}
			mails = append(mails, content)
			if err := w.Settle(context.Background(), claim.Sent()); err != nil {
				w.t.Fatal(err)
			}
		}
	}
}

// Code sends the outbox and returns the newest sign-in code for an address.
func (w *World) Code(address string) string {
	w.t.Helper()
	code := ""
	for _, mail := range w.Mails() {
		if mail.Code != "" && mail.To.Email == address {
			code = mail.Code
		}
	}
	if code == "" {
		w.t.Fatalf("no code was mailed to %s", address)
	}
	return code
}

// SignUp registers NAME@example.org and signs in.
func (w *World) SignUp(name string) models.Player {
	w.t.Helper()
	address := name + "@example.org"
	if err := w.Register(context.Background(), account.NewPlayer{Name: name, Email: address}); err != nil {
		w.t.Fatal(err)
	}
	_, p, err := w.SignIn(context.Background(), address, w.Code(address), account.NewToken{Label: "test"})
	if err != nil {
		w.t.Fatal(err)
	}
	return p
}

// Begin starts a game by a challenge that is accepted.
func (w *World) Begin(first, second models.Player, ruleset, variant string) *models.Game {
	w.t.Helper()
	c, err := w.CreateChallenge(context.Background(), first, challenge.NewChallenge{
		Ruleset: ruleset, Variant: variant, Opponent: second.Name, Seat: "first",
	})
	if err != nil {
		w.t.Fatal(err)
	}
	g, err := w.AcceptChallenge(context.Background(), second, c.ID)
	if err != nil {
		w.t.Fatal(err)
	}
	return g
}

// Play plays a turn.
func (w *World) Play(g *models.Game, p models.Player, turn string) *models.Game {
	w.t.Helper()
	g, err := w.PlayTurn(context.Background(), models.TurnInput{Game: g.ID, Player: p.ID, Text: turn, Via: models.ViaHTTP})
	if err != nil {
		w.t.Fatal(err)
	}
	return g
}
