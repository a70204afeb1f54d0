package store

import (
	"slices"
	"sync"
	"testing"

	"turnpost/models"
	"turnpost/models/core"
	"turnpost/models/play"
	"turnpost/rules/rulestest/sample"
)

// plan stores a plan.
func (w *world) plan(g *models.Game, p models.Player, lines ...string) play.Plan {
	w.t.Helper()
	plan, err := w.SetPlan(w.t.Context(), play.PlanInput{Game: g.ID, Player: p.ID}, lines)
	if err != nil {
		w.t.Fatal(err)
	}
	return plan
}

// planIs checks a player's plan; without lines, it must be empty.
func (w *world) planIs(g *models.Game, p models.Player, lines ...string) {
	w.t.Helper()
	plan, err := w.Plan(w.t.Context(), p.ID, g.ID)
	if len(lines) == 0 {
		wantCode(w.t, err, models.CodeNotFound)
		return
	}
	if err != nil || !slices.Equal(plan.Lines, lines) || plan.Ply != w.find(g).Ply {
		w.t.Fatalf("the plan of %s is %+v, %v", p.Name, plan, err)
	}
}

// setUp sets a game to a position that would take many turns to reach.
func (w *world) setUp(g *models.Game, position string, toMove models.Player) {
	w.t.Helper()
	err := w.Write(w.t.Context(), func(tx *core.Tx) error {
		return tx.Exec("UPDATE games SET position = ?, to_move = ?, to_move_id = ? WHERE id = ?",
			position, g.SeatOf(toMove.ID), toMove.ID, g.ID).Error
	})
	if err != nil {
		w.t.Fatal(err)
	}
}

func planGame(t *testing.T) (w *world, ann, bob models.Player, g *models.Game) {
	w = newWorld(t)
	ann, bob = w.player("ann"), w.player("bob")
	g = w.paced(ann, bob, "10h+2h")
	g = w.play(g, ann, "d1-c1")
	w.deliver()
	return w, ann, bob, g
}

func TestRefusedPlansChangeNothing(t *testing.T) {
	w, ann, bob, g := planGame(t)
	eve := w.player("eve")
	stored := w.plan(g, ann, "d3-c3 : c1-b1")
	lines := []string{"d3-b3 : c1-c2"}
	for _, c := range []struct {
		name  string
		in    play.PlanInput
		lines []string
		code  models.Code
	}{
		{"unknown game", play.PlanInput{Game: "nothere1", Player: ann.ID}, lines, models.CodeNotFound},
		{"someone else's game", play.PlanInput{Game: g.ID, Player: eve.ID}, lines, models.CodeForbidden},
		{"my own turn", play.PlanInput{Game: g.ID, Player: bob.ID}, []string{"d3-c3 : c1-b1"}, models.CodeConflict},
		{"stale ply", play.PlanInput{Game: g.ID, Player: ann.ID, Ply: new(0)}, lines, models.CodeStale},
		{"stale version", play.PlanInput{Game: g.ID, Player: ann.ID, Version: new(7)}, lines, models.CodeStale},
		{"no line", play.PlanInput{Game: g.ID, Player: ann.ID}, nil, models.CodeInvalid},
		{"illegal", play.PlanInput{Game: g.ID, Player: ann.ID}, []string{"d3-c3 : c1-c7"}, models.CodeIllegalTurn},
	} {
		if _, err := w.SetPlan(t.Context(), c.in, c.lines); models.CodeOf(err) != c.code {
			t.Errorf("%s: %v, want %s", c.name, err, c.code)
		}
	}
	got, err := w.Plan(t.Context(), ann.ID, g.ID)
	if err != nil || got.Version != stored.Version || !slices.Equal(got.Lines, stored.Lines) {
		t.Fatalf("%+v, %v", got, err)
	}
	_, err = w.Plan(t.Context(), eve.ID, g.ID)
	wantCode(t, err, models.CodeForbidden)
	for _, in := range []models.TurnInput{{Text: "d3-c3", Plan: "c1-b1 : c3-c9"}, {Text: "d3-c3", Plan: "\n"}} {
		in.Game, in.Player = g.ID, bob.ID
		if _, err := w.TryTurn(t.Context(), in); err == nil {
			t.Errorf("the plan %q can be tried", in.Plan)
		}
		if _, err := w.PlayTurn(t.Context(), in); err == nil {
			t.Errorf("the plan %q was taken", in.Plan)
		}
	}
	if now := w.find(g); now.Ply != 1 {
		t.Fatalf("a turn with a bad plan was played: %+v", now)
	}
}

func TestVersionsOfPlans(t *testing.T) {
	w, ann, _, g := planGame(t)
	w.plan(g, ann, "d3-c3 : c1-b1")
	seen := play.PlanInput{Game: g.ID, Player: ann.ID, Ply: new(1), Version: new(1)}
	if err := w.DeletePlan(t.Context(), seen); err != nil {
		t.Fatal(err)
	}
	w.planIs(g, ann)
	wantCode(t, w.DeletePlan(t.Context(), play.PlanInput{Game: g.ID, Player: ann.ID}), models.CodeNotFound)
	if again := w.plan(g, ann, "d3-c3 : c1-b1"); again.Version != 3 {
		t.Fatalf("%+v", again)
	}
	wantCode(t, w.DeletePlan(t.Context(), seen), models.CodeStale)
	_, err := w.SetPlan(t.Context(), seen, []string{"* : c1-c2"})
	wantCode(t, err, models.CodeStale)
	w.restart()
	w.planIs(g, ann, "d3-c3 : c1-b1")
}

func TestPlanAndTurnAtOnce(t *testing.T) {
	sample.Together(t, "two players at once")
	w, ann, bob, _ := planGame(t)
	for range 10 {
		g := w.game(ann, bob, "hnefatafl", "7x7")
		w.play(g, ann, "d1-c1")
		w.deliver()
		var played, planned error
		var wg sync.WaitGroup
		wg.Go(func() {
			_, played = w.PlayTurn(t.Context(), models.TurnInput{Game: g.ID, Player: bob.ID, Text: "d3-c3"})
		})
		wg.Go(func() {
			_, planned = w.SetPlan(t.Context(), play.PlanInput{Game: g.ID, Player: ann.ID, Ply: new(1)},
				[]string{"d3-c3 : c1-b1"})
		})
		wg.Wait()
		if played != nil {
			t.Fatal(played)
		}
		ply, mails := 3, "plan:ann your_turn:bob "
		if planned != nil { // the turn came first
			wantCode(t, planned, models.CodeStale)
			ply, mails = 2, "your_turn:ann "
		}
		if now := w.find(g); now.Ply != ply {
			t.Fatalf("ply %d, the plan %v", now.Ply, planned)
		}
		if got := kinds(w.deliver()); got != mails {
			t.Fatalf("mailed %q, want %q", got, mails)
		}
		w.planIs(g, ann)
	}
}

func TestPlanWithTheLastTurnIsIgnored(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.game(ann, bob, "bohnduell", "standard")
	w.setUp(g, "1:0,0,0,0:11/0:0,0,0,0:12 g", ann)
	after, err := w.PlayTurn(t.Context(), models.TurnInput{Game: g.ID, Player: ann.ID, Text: "p4", Plan: "* : p4"})
	if err != nil || after.Status != models.Finished {
		t.Fatalf("%+v, %v", after, err)
	}
}
