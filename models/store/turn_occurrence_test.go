package store

import (
	"encoding/binary"
	"errors"
	"slices"
	"strings"
	"testing"

	"gorm.io/gorm"

	"turnpost/models"
	"turnpost/models/core"
	"turnpost/models/play"
	"turnpost/models/schema"
	"turnpost/rules/catalog"
	"turnpost/rules/phrase"
	"turnpost/rules/rulestest"
	"turnpost/rules/rulestest/sample"
)

// TestEveryLookCountsAPosition repeats the start position: trying or playing a turn, reading the game and
// listing its turns all report the same number of occurrences.
func TestEveryLookCountsAPosition(t *testing.T) {
	w := newWorld(t)
	players := []models.Player{w.player("ann"), w.player("bob")}
	g := w.game(players[0], players[1], "hnefatafl", "7x7")
	turns, want := []string{"d1-c1", "d3-c3", "c1-d1", "c3-d3"}, []int{1, 1, 1, 2, 2, 2, 2, 3}
	for n := range want {
		p, turn := players[n%2], turns[n%4]
		tried, err := w.TryTurn(t.Context(), models.TurnInput{Game: g.ID, Player: p.ID, Text: turn})
		if err != nil || tried.LastTurn.Occurrence != want[n] {
			t.Fatalf("turn %d, tried: %+v, %v", n+1, tried, err)
		}
		if g = w.play(g, p, turn); g.LastTurn.Occurrence != want[n] {
			t.Fatalf("turn %d, played: it has stood %d times", n+1, g.LastTurn.Occurrence)
		}
		w.wantOccurrences(g, want[:n+1])
	}
}

func TestATakebackUncountsPositions(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.game(ann, bob, "hnefatafl", "7x7")
	shuffle := func() {
		for n, turn := range []string{"d1-c1", "d3-c3", "c1-d1", "c3-d3"} {
			g = w.play(g, []models.Player{ann, bob}[n%2], turn)
		}
	}
	shuffle()
	if _, err := w.NegotiateTakeback(t.Context(), ann.ID, g.ID, models.MakeOffer, 0); err != nil {
		t.Fatal(err)
	}
	if _, err := w.NegotiateTakeback(t.Context(), bob.ID, g.ID, models.AcceptOffer, 0); err != nil {
		t.Fatal(err)
	}
	shuffle()
	w.wantOccurrences(g, []int{1, 1, 1, 2})
}

// TestWhatCannotRepeatStandsOnce plays a ruleset whose positions all have the hash of the empty key.
func TestWhatCannotRepeatStandsOnce(t *testing.T) {
	w := newWorld(t)
	players := []models.Player{w.player("ann"), w.player("bob")}
	for _, r := range catalog.All() {
		info := r.Info(phrase.English)
		start, err := r.Start(info.Variants[0].ID)
		if err != nil {
			t.Fatal(err)
		}
		if start.Key() != "" {
			continue
		}
		g := w.game(players[0], players[1], info.ID, info.Variants[0].ID)
		var want []int
		for _, turn := range rulestest.Games(t, info.ID, info.Variants[0].ID)[0].Turns[:6] {
			g, want = w.play(g, players[g.ToMove], turn.Canonical), append(want, 1)
			w.wantOccurrences(g, want)
		}
		return
	}
	t.Fatal("every ruleset repeats")
}

func TestTheLastTurnIsFoundByItsNumber(t *testing.T) {
	w := newWorld(t)
	if w.DB.IsPostgres() {
		t.Log("the plans of PostgreSQL depend on how many rows there are")
		return
	}
	g := w.paced(w.player("ann"), w.player("bob"), "3d")
	heard := &statements{}
	w.DB.Reader().Logger = heard
	w.find(g)
	for _, statement := range heard.take() {
		plan := strings.Join(w.queryPlan(statement), "\n")
		if !strings.Contains(plan, "SEARCH t USING INTEGER PRIMARY KEY (rowid=?)") {
			t.Errorf("%s\n%s", statement, plan)
		}
	}
}

// wantOccurrences checks the occurrences of each turn of a game in every view.
func (w *world) wantOccurrences(g *models.Game, want []int) {
	w.t.Helper()
	var listed, at []int
	turns, err := w.Turns(w.t.Context(), g.ID, 0, len(want)+1)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, turn := range turns {
		listed = append(listed, turn.Occurrence)
		past, _, err := w.GameAt(w.t.Context(), g.ID, turn.Ply)
		if err != nil {
			w.t.Fatal(err)
		}
		at = append(at, past.LastTurn.Occurrence)
	}
	now := w.find(g).LastTurn.Occurrence
	if !slices.Equal(listed, want) || !slices.Equal(at, want) || now != want[len(want)-1] {
		w.t.Fatalf("listed %v, looked at %v, now %d; want %v", listed, at, now, want)
	}
}

// Positions whose keys have the same hash are told apart by their keys.
func TestSameHashIsNoRepetition(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.play(w.game(ann, bob, "hnefatafl", "7x7"), ann, "d1-c1")
	tried, err := w.TryTurn(t.Context(), models.TurnInput{Game: g.ID, Player: bob.ID, Text: "d3-c3"})
	if err != nil {
		t.Fatal(err)
	}
	next, err := w.PositionOf(g.Ruleset, g.Variant, tried.Position)
	if err != nil {
		t.Fatal(err)
	}
	err = w.Write(t.Context(), func(tx *core.Tx) error {
		row, err := play.LockGame(tx, g.ID)
		if err != nil {
			return err
		}
		row.PositionKeys = nil
		for range row.Ply + 1 {
			row.PositionKeys = binary.BigEndian.AppendUint32(row.PositionKeys, uint32(schema.KeyHash(next.Key())))
		}
		n, err := tx.Occurrence(row, next)
		if n != 1 {
			t.Errorf("occurrence %d of a new position", n)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestTurnOfNoPly(t *testing.T) {
	w := newWorld(t)
	g := w.game(w.player("ann"), w.player("bob"), "hnefatafl", "7x7")
	if turn, err := play.TurnAt(w.Read(t.Context()), g.ID, 7); turn != nil || !errors.Is(err, gorm.ErrRecordNotFound) {
		t.Errorf("%+v, %v", turn, err)
	}
}
