package store

import (
	"errors"
	"slices"
	"testing"

	"turnpost/models"
	"turnpost/models/play"
	"turnpost/rules"
	"turnpost/rules/catalog"
	"turnpost/rules/phrase"
)

// aLine returns legal turns from the start of a variant, with the choice in the middle each time.
func aLine(t *testing.T, r rules.Ruleset, variant string, n int) (turns []string) {
	t.Helper()
	p, err := r.Start(variant)
	for range n {
		var list []string
		if err == nil {
			list, _, _, err = rules.Turns(p, "", "", 50)
		}
		if err != nil {
			t.Fatal(err)
		}
		played, err := p.Play(list[len(list)/2])
		if err != nil || played.Next.Result().Over() {
			t.Fatalf("%s after %q: %v", r.Info(phrase.English).ID, turns, err)
		}
		turns, p = append(turns, played.Turn), played.Next
	}
	return turns
}

// A line of every variant becomes a game in which it was played, with either side to move.
func TestATrialIsKept(t *testing.T) {
	w := newHouseWorld(t, func(o *Options) {
		o.Limits.HouseTogether, o.Limits.HouseDay = -1, models.Bound{Count: 100, Per: models.Day}
	})
	ann := w.player("ann")
	for _, r := range catalog.All() {
		info := r.Info(phrase.English)
		for _, v := range info.Variants {
			for n := range 4 {
				line, side := aLine(t, r, v.ID, n), info.SideID(rules.Second)
				g, err := w.KeepTrial(t.Context(), ann, NewTrialGame{
					Ruleset: info.ID, Variant: v.ID, Side: side, Level: rules.Hard, Turns: line,
				})
				if err != nil {
					t.Fatal(err)
				}
				turns, err := w.Turns(t.Context(), g.ID, 0, 100)
				if err != nil || len(turns) != n || g.Ply != n || g.Rated || g.Players[1].ID != ann.ID ||
					g.Players[0].Name != "house-hard" {
					t.Fatalf("%s %s: %+v, %v", info.ID, v.ID, g, err)
				}
				for i, turn := range turns {
					by := models.ViaWeb
					if turn.Seat == rules.First {
						by = models.ViaHouse
					}
					if turn.Text != line[i] || turn.Via != by {
						t.Errorf("turn %d of %s is %s by %s", i, info.ID, turn.Text, turn.Via)
					}
				}
				if due := w.houseAt(g) != 0; due != (g.ToMove == rules.First) || !w.find(g).Deadline.After(w.now()) {
					t.Errorf("%s: %s to move, the house is due: %v", info.ID, info.Sides[g.ToMove].Name, due)
				}
			}
		}
	}
	if faults, _ := w.check(); faults != "" {
		t.Error(faults)
	}
}

// The third occurrence of a position counts the turns that were kept.
func TestAKeptTrialRepeats(t *testing.T) {
	w := newHouseWorld(t)
	ann := w.player("ann")
	line := []string{"d1-c1", "d3-c3", "c1-d1", "c3-d3", "d1-c1", "d3-c3", "c1-d1"}
	g, err := w.KeepTrial(t.Context(), ann, NewTrialGame{
		Ruleset: "hnefatafl", Variant: "7x7", Level: rules.Easy, Turns: line,
	})
	if err != nil {
		t.Fatal(err)
	}
	g = w.play(g, models.Player{ID: g.Players[1].ID}, "c3-d3")
	if g.Status != models.Finished || g.Result.Reason != rules.ReasonRepetition {
		t.Errorf("%+v", g.Result)
	}
	_, err = w.KeepTrial(t.Context(), ann, NewTrialGame{
		Ruleset: "hnefatafl", Variant: "7x7", Level: rules.Easy, Turns: append(line, "c3-d3"),
	})
	wantCode(t, err, models.CodeGameOver)
}

// A line that cannot be kept leaves nothing behind, and the error says what is wrong.
func TestBadTrialsAreNotKept(t *testing.T) {
	w := newHouseWorld(t, func(o *Options) { o.Limits.HouseTogether = 1 })
	ann := w.player("ann")
	good := NewTrialGame{Ruleset: "hnefatafl", Variant: "7x7", Level: rules.Easy, Turns: []string{"d1-c1", "d3-c3"}}
	for name, c := range map[string]struct {
		change func(*NewTrialGame)
		code   models.Code
		field  string
		index  int
	}{
		"ruleset":    {func(n *NewTrialGame) { n.Ruleset = "chess" }, models.CodeInvalid, "ruleset", -1},
		"variant":    {func(n *NewTrialGame) { n.Variant = "8x8" }, models.CodeInvalid, "variant", -1},
		"side":       {func(n *NewTrialGame) { n.Side = "white" }, models.CodeInvalid, "seat", -1},
		"level":      {func(n *NewTrialGame) { n.Level = "" }, models.CodeInvalid, "level", -1},
		"an address": {func(n *NewTrialGame) { n.Level = "easy@example.org" }, models.CodeInvalid, "level", -1},
		"illegal":    {func(n *NewTrialGame) { n.Turns[1] = "d1-c1" }, models.CodeIllegalTurn, "", 1},
		"unreadable": {func(n *NewTrialGame) { n.Turns[0] = "what" }, models.CodeUnreadableTurn, "", 0},
		"too long":   {func(n *NewTrialGame) { n.Turns = make([]string, 1001) }, models.CodeInvalid, "turns", -1},
	} {
		n := good
		n.Turns = slices.Clone(good.Turns)
		c.change(&n)
		_, err := w.KeepTrial(t.Context(), ann, n)
		if e, is := errors.AsType[*models.Error](err); !is || e.Code != c.code || e.Field != c.field || e.Index != c.index {
			t.Errorf("%s: %+v", name, err)
		}
	}
	if games, _, err := w.Games(t.Context(), play.GameFilter{Limit: 1}); err != nil || len(games) > 0 {
		t.Errorf("%d games, %v", len(games), err)
	}
	if _, err := w.KeepTrial(t.Context(), ann, good); err != nil {
		t.Fatal(err)
	}
	_, err := w.KeepTrial(t.Context(), ann, good)
	wantCode(t, err, models.CodeTooMany)
}
