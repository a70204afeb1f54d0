package store

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/core"
	"turnpost/rules"
)

func TestTurnIsStoredTold(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.game(ann, bob, "hnefatafl", "7x7")
	if got := kinds(w.deliver()); got != "challenge_answer:ann your_turn:ann " {
		t.Fatalf("the beginning mailed %q", got)
	}
	w.pass(time.Hour)
	after := w.play(g, ann, "D1-C1")
	if after.Ply != 1 || after.LastTurn.Text != "d1-c1" || after.ToMove != rules.Second || after.Status != models.Ongoing {
		t.Fatalf("after the turn: %+v", after)
	}
	const left = 72 * time.Hour
	if want := w.now().Add(left); !after.Deadline.Equal(want) || after.Left != [2]time.Duration{left, left} {
		t.Fatalf("deadline %v, want %v; left %v", after.Deadline, want, after.Left)
	}
	mails := w.deliver()
	if kinds(mails) != "your_turn:bob " || mails[0].Game.Position != after.Position || mails[0].Seat != rules.Second {
		t.Fatalf("mailed %s", kinds(mails))
	}
	stored, err := w.Game(t.Context(), g.ID)
	if err != nil || stored.Position != after.Position ||
		stored.LastTurn.Text != "d1-c1" || len(stored.LastTurn.Events) == 0 {
		t.Fatalf("stored %+v, %v", stored, err)
	}
}

func TestRefusedTurnsChangeNothing(t *testing.T) {
	w := newWorld(t)
	ann, bob, eve := w.player("ann"), w.player("bob"), w.player("eve")
	g := w.game(ann, bob, "hnefatafl", "7x7")
	w.deliver()
	for _, c := range []struct {
		name string
		in   models.TurnInput
		code models.Code
	}{
		{"unknown game", models.TurnInput{Game: "nothere1", Player: ann.ID, Text: "d1-c1"}, models.CodeNotFound},
		{"someone else's game", models.TurnInput{Game: g.ID, Player: eve.ID, Text: "d1-c1"}, models.CodeForbidden},
		{"not your turn", models.TurnInput{Game: g.ID, Player: bob.ID, Text: "d1-c1"}, models.CodeNotYourTurn},
		{"stale ply", models.TurnInput{Game: g.ID, Player: ann.ID, Text: "d1-c1", Ply: new(3)}, models.CodeStale},
		{"illegal", models.TurnInput{Game: g.ID, Player: ann.ID, Text: "d1-d4"}, models.CodeIllegalTurn},
		{"unreadable", models.TurnInput{Game: g.ID, Player: ann.ID, Text: "castle"}, models.CodeUnreadableTurn},
		{
			"a long message",
			models.TurnInput{Game: g.ID, Player: ann.ID, Text: "d1-c1", Message: longText(models.MaxMessage + 1)},
			models.CodeInvalid,
		},
	} {
		if _, err := w.PlayTurn(t.Context(), c.in); models.CodeOf(err) != c.code {
			t.Errorf("%s: %v, want %s", c.name, err, c.code)
		}
		if _, err := w.TryTurn(t.Context(), c.in); models.CodeOf(err) != c.code {
			t.Errorf("%s, tried: %v, want %s", c.name, err, c.code)
		}
	}
	if got, err := w.Game(t.Context(), g.ID); err != nil || got.Ply != 0 || got.Position != g.Position {
		t.Fatalf("the game changed: %+v, %v", got, err)
	}
	if mails := w.deliver(); len(mails) != 0 {
		t.Fatalf("mailed %s", kinds(mails))
	}
}

func longText(n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = 'x'
	}
	return string(b)
}

func TestStaleTurnShowsTheGame(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.game(ann, bob, "hnefatafl", "7x7")
	w.play(g, ann, "d1-c1")
	_, err := w.PlayTurn(t.Context(), models.TurnInput{Game: g.ID, Player: ann.ID, Ply: new(0), Text: "d1-b1"})
	e, ok := errors.AsType[*models.Error](err)
	if !ok || e.Code != models.CodeStale || e.Game == nil || e.Game.Ply != 1 || e.Game.LastTurn.Text != "d1-c1" {
		t.Fatalf("got %+v", err)
	}
}

func TestTwentyAtOncePlayOneTurn(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.game(ann, bob, "hnefatafl", "7x7")
	w.deliver()
	errs := make([]error, 20)
	var wg sync.WaitGroup
	for i := range errs {
		wg.Go(func() {
			_, errs[i] = w.PlayTurn(t.Context(), models.TurnInput{
				Game: g.ID, Player: ann.ID, Ply: new(0), Text: "d1-c1",
				Via: models.ViaHTTP,
			})
		})
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil { // the same turn sent again is answered as played
			t.Error(err)
		}
	}
	if now, err := w.Game(t.Context(), g.ID); err != nil || now.Ply != 1 {
		t.Fatalf("%+v, %v", now, err)
	}
	if got := kinds(w.deliver()); got != "your_turn:bob " {
		t.Fatalf("mailed %q", got)
	}
}

func TestTryTurnChangesNothing(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.game(ann, bob, "hnefatafl", "7x7")
	tried, err := w.TryTurn(t.Context(), models.TurnInput{Game: g.ID, Player: ann.ID, Text: "d1-c1"})
	if err != nil || tried.Ply != 1 || tried.ToMove != rules.Second {
		t.Fatalf("tried %+v, %v", tried, err)
	}
	if stored, _ := w.Game(t.Context(), g.ID); stored.Ply != 0 {
		t.Fatal("the try was stored")
	}
	if played := w.play(g, ann, "d1-c1"); played.Position != tried.Position {
		t.Fatalf("played %s, tried %s", played.Position, tried.Position)
	}
}

// The turn that would win the game shows its end; the plan that comes with it has nothing to answer.
func TestTryTurnThatWins(t *testing.T) {
	w := newWorld(t)
	players := []models.Player{w.player("ann"), w.player("bob")}
	g := w.game(players[0], players[1], "hnefatafl", "7x7")
	for i, turn := range []string{"d2-c2", "d3-b3", "d1-e1", "d5-b5xb4", "f4-f1", "d4-d1"} {
		g = w.play(g, players[i%2], turn)
	}
	in := models.TurnInput{Game: g.ID, Player: players[0].ID, Text: "c2-c1", Plan: "d3-c3 : c1-b1"}
	if tried, err := w.TryTurn(t.Context(), in); err != nil || tried.Status != models.Finished ||
		tried.Result.Winner != rules.First {
		t.Errorf("%+v, %v", tried, err)
	}
}

func TestThirdRepetitionIsADraw(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.game(ann, bob, "hnefatafl", "7x7")
	players, turns := []models.Player{ann, bob}, []string{"d1-c1", "d3-c3", "c1-d1", "c3-d3"}
	for n := range 8 {
		g = w.play(g, players[n%2], turns[n%4])
		if n == 3 {
			w.restart() // occurrences are counted from the database, not from a cache
		}
		if (g.Status == models.Finished) != (n == 7) {
			t.Fatalf("after turn %d: %s", n+1, g.Status)
		}
	}
	if g.Result != rules.Drawn(rules.ReasonRepetition) || !g.Deadline.IsZero() {
		t.Fatalf("result %+v", g.Result)
	}
	_, err := w.PlayTurn(t.Context(), models.TurnInput{Game: g.ID, Player: ann.ID, Text: "d1-c1"})
	wantCode(t, err, models.CodeGameOver)
	mails := w.deliver()
	if got := kinds(mails[len(mails)-2:]); got != "game_over:ann game_over:bob " {
		t.Fatalf("mailed %q", got)
	}
}

func TestRepeatedKeyPlaysOnce(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.game(ann, bob, "hnefatafl", "7x7")
	once := &core.Once{
		Via: models.ViaHTTP, Player: ann.ID, Key: "k1", Fingerprint: []byte("d1-c1"),
		Record: func(v any) ([]byte, error) { return []byte(v.(*models.Game).Position), nil },
	}
	in := models.TurnInput{Game: g.ID, Player: ann.ID, Text: "d1-c1"}
	first, err := w.Once(once).PlayTurn(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	w.play(g, bob, "d3-c3")
	w.restart()
	_, err = w.Once(once).PlayTurn(t.Context(), in)
	replayed, ok := errors.AsType[*models.Replayed](err)
	if !ok || string(replayed.Record) != first.Position {
		t.Fatalf("the repeat got %v", err)
	}
	mail := *once
	mail.Via = models.ViaMail
	_, err = w.Once(&mail).PlayTurn(t.Context(), in)
	wantCode(t, err, models.CodeIllegalTurn) // the keys of mails are distinct from those of HTTP
	other := *once
	other.Fingerprint = []byte("d1-b1")
	_, err = w.Once(&other).PlayTurn(t.Context(), in)
	wantCode(t, err, models.CodeKeyReused)
	failed := *once
	failed.Key = "k2"
	_, err = w.Once(&failed).PlayTurn(t.Context(), models.TurnInput{Game: g.ID, Player: ann.ID, Text: "d1-d4"})
	wantCode(t, err, models.CodeIllegalTurn)
	after, err := w.Once(&failed).PlayTurn(t.Context(), models.TurnInput{Game: g.ID, Player: ann.ID, Text: "c1-d1"})
	if err != nil || after.Ply != 3 {
		t.Fatalf("a key of a refused request must stay free: %v", err)
	}
}

func TestPanicRollsBackAndTheWriterLives(t *testing.T) {
	w := newWorld(t)
	err := w.Write(context.Background(), func(tx *core.Tx) error {
		if err := tx.Exec("INSERT INTO refusals (email_key, created_at) VALUES ('x', 1)").Error; err != nil {
			return err
		}
		panic("a fault")
	})
	if err == nil {
		t.Fatal("no error")
	}
	var n int64
	if err := w.Read(t.Context()).Table("refusals").Count(&n).Error; err != nil || n != 0 {
		t.Fatalf("%d rows, %v", n, err)
	}
	w.player("ann")
}

func TestGroupedTransactionsFailAlone(t *testing.T) {
	w := newWorld(t)
	hold, release := make(chan struct{}), make(chan struct{})
	go func() {
		_ = w.Write(context.Background(), func(*core.Tx) error { close(hold); <-release; return nil })
	}()
	<-hold // the next ones wait together and are committed together
	boom := errors.New("boom")
	errs := make([]error, 10)
	var wg sync.WaitGroup
	for i := range errs {
		wg.Go(func() {
			errs[i] = w.Write(context.Background(), func(tx *core.Tx) error {
				err := tx.Exec("INSERT INTO refusals (email_key, created_at) VALUES (?, 1)", strconv.Itoa(i)).Error
				if i%3 == 0 {
					return boom
				}
				return err
			})
		})
	}
	close(release)
	wg.Wait()
	var stored []string
	err := w.Read(t.Context()).Raw("SELECT email_key FROM refusals ORDER BY email_key").Scan(&stored).Error
	if err != nil {
		t.Fatal(err)
	}
	if len(stored) != 6 {
		t.Fatalf("stored %v", stored)
	}
	for i, err := range errs {
		if (i%3 == 0) != errors.Is(err, boom) {
			t.Errorf("%d: %v", i, err)
		}
	}
}
