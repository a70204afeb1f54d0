package models

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"turnpost/rules"
)

// plan stores a plan.
func (w *world) plan(g *Game, p Player, lines ...string) Plan {
	w.t.Helper()
	plan, err := w.SetPlan(w.t.Context(), PlanInput{Game: g.ID, Player: p.ID}, lines)
	if err != nil {
		w.t.Fatal(err)
	}
	return plan
}

// planIs compares a player's plan; no lines: there must be none.
func (w *world) planIs(g *Game, p Player, lines ...string) {
	w.t.Helper()
	plan, err := w.Plan(w.t.Context(), p.ID, g.ID)
	if len(lines) == 0 {
		wantCode(w.t, err, CodeNotFound)
		return
	}
	if err != nil || !slices.Equal(plan.Lines, lines) || plan.Ply != w.find(g).Ply {
		w.t.Fatalf("the plan of %s is %+v, %v", p.Name, plan, err)
	}
}

// setUp puts a game into a position that would take many turns to reach.
func (w *world) setUp(g *Game, position string, toMove Player) {
	w.t.Helper()
	err := w.write(w.t.Context(), func(tx *Tx) error {
		return tx.Exec("UPDATE games SET position = ?, to_move = ?, to_move_id = ? WHERE id = ?",
			position, g.SeatOf(toMove.ID), toMove.ID, g.ID).Error
	})
	if err != nil {
		w.t.Fatal(err)
	}
}

func planGame(t *testing.T) (w *world, ann, bob Player, g *Game) {
	w = newWorld(t)
	ann, bob = w.player("ann"), w.player("bob")
	g = w.paced(ann, bob, "10h+2h")
	g = w.play(g, ann, "d1-c1")
	w.deliver()
	return w, ann, bob, g
}

func TestPlanAnswers(t *testing.T) {
	w, ann, bob, g := planGame(t)
	before := w.plan(g, ann, "d3-c3 : c1-b1 : c3-b3 : b1-c1", "* : c1-c2")
	if before.Ply != 1 || before.Version != 1 {
		t.Fatalf("stored %+v", before)
	}
	w.planIs(g, bob)
	w.run(time.Hour)
	after, err := w.PlayTurn(t.Context(), TurnInput{
		Game: g.ID, Player: bob.ID, Text: "d3-c3", Message: "take that", Via: ViaHTTP,
	})
	if err != nil || after.Ply != 3 || after.ToMove != rules.Second ||
		after.LastTurn.Text != "c1-b1" || after.LastTurn.Via != ViaPlan {
		t.Fatalf("%+v, %v", after, err)
	}
	// The answer took no time: ann had 12 h and gets 2 more.
	if want := [2]time.Duration{14 * time.Hour, 11 * time.Hour}; after.Left != want {
		t.Fatalf("left %v, want %v", after.Left, want)
	}
	if stored := w.find(g); stored.Position != after.Position || stored.LastTurn.Via != ViaPlan {
		t.Fatalf("stored %+v", stored)
	}
	mails := w.deliver()
	if got := kinds(mails); got != "plan:ann your_turn:bob " {
		t.Fatalf("told %q", got)
	}
	receipt := mails[0]
	if receipt.RepliedTo.Text != "d3-c3" || receipt.RepliedTo.Message != "take that" ||
		receipt.Game.LastTurn.Text != "c1-b1" || receipt.PlanDone || receipt.Seat != rules.First {
		t.Fatalf("the receipt says %+v", receipt)
	}
	w.planIs(g, ann, "c3-b3 : b1-c1")
	w.play(g, bob, "c3-b3")
	if mails = w.deliver(); kinds(mails) != "plan:ann your_turn:bob " || !mails[0].PlanDone {
		t.Fatalf("told %q", kinds(mails))
	}
	w.planIs(g, ann)
	w.play(g, bob, "b3-c3")
	if mails = w.deliver(); kinds(mails) != "your_turn:ann " || mails[0].PlanEnded != "" {
		t.Fatalf("a plan that ran out ended as %q", mails[0].PlanEnded)
	}
}

func TestAnyTurnCountsAfterTheOthers(t *testing.T) {
	for turn, answer := range map[string]string{"d3-c3": "c1-b1", "d3-b3": "c1-c2"} {
		w, ann, bob, g := planGame(t)
		w.plan(g, ann, "* : c1-c2 : B3-C3 : c2-c1", "d3-c3 : c1-b1")
		if after := w.play(g, bob, turn); after.LastTurn.Text != answer {
			t.Errorf("%s was answered with %s", turn, after.LastTurn.Text)
		}
	}
}

func TestPlanEndsWithoutAnAnswer(t *testing.T) {
	for _, c := range []struct {
		name, line string
		in         TurnInput
		offer      bool // bob offers a draw before
		ended      PlanEnd
		refused    string
	}{
		{"another turn", "d3-c3 : c1-b1", TurnInput{Text: "d3-b3"}, false, PlanUnanswered, ""},
		{"an illegal answer", "* : c1-c3", TurnInput{Text: "d3-c3"}, false, PlanRefused, "c1-c3"},
		{"a draw offered with the turn", "* : c1-b1", TurnInput{Text: "d3-c3", OfferDraw: true}, false, PlanDrawOffer, ""},
		{"a draw offered before", "* : c1-b1", TurnInput{Text: "d3-c3"}, true, PlanDrawOffer, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			w, ann, bob, g := planGame(t)
			w.plan(g, ann, c.line)
			if c.offer {
				if _, err := w.NegotiateDraw(t.Context(), bob.ID, g.ID, MakeOffer); err != nil {
					t.Fatal(err)
				}
				w.deliver()
			}
			c.in.Game, c.in.Player = g.ID, bob.ID
			after, err := w.PlayTurn(t.Context(), c.in)
			if err != nil || after.Ply != 2 || after.ToMove != rules.First {
				t.Fatalf("%+v, %v", after, err)
			}
			mails := w.deliver()
			if kinds(mails) != "your_turn:ann " || mails[0].PlanEnded != c.ended ||
				mails[0].PlanRefused.Turn != c.refused || (c.refused != "") == mails[0].PlanRefused.Why.IsZero() {
				t.Fatalf("told %q, %q, %v", kinds(mails), mails[0].PlanEnded, mails[0].PlanRefused)
			}
			w.planIs(g, ann)
			w.play(g, ann, "c1-b1")
			w.play(g, bob, "e4-e3")
			mails = w.deliver()
			if last := mails[len(mails)-1]; last.Kind != KindYourTurn || last.PlanEnded != "" {
				t.Fatalf("told again: %q", last.PlanEnded)
			}
		})
	}
}

func TestPlansAnswerEachOther(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.game(ann, bob, "hnefatafl", "7x7")
	w.deliver()
	w.plan(g, bob, "d1-c1 : d3-c3 : c1-b1 : c3-b3")
	once := &Once{
		Via: ViaHTTP, Player: ann.ID, Key: "k", Fingerprint: []byte("k"),
		Record: func(v any) ([]byte, error) { return []byte(v.(*Game).LastTurn.Text), nil },
	}
	in := TurnInput{
		Game: g.ID, Player: ann.ID, Text: "d1-c1", Via: ViaHTTP,
		Plan: "d3-c3 : c1-b1\nd3-c3 : c1-b1 : c3-b3 : b1-c1 : b3-c3 : c1-b1",
	}
	tried, err := w.TryTurn(t.Context(), in)
	if err != nil || tried.Ply != 1 {
		t.Fatalf("a try shows the opponent's plan: %+v, %v", tried, err)
	}
	after, err := w.Once(once).PlayTurn(t.Context(), in)
	if err != nil || after.Ply != 5 || after.LastTurn.Text != "b1-c1" {
		t.Fatalf("%+v, %v", after, err)
	}
	if got := kinds(w.deliver()); got != "plan:bob plan:ann plan:bob plan:ann your_turn:bob " {
		t.Fatalf("told %q", got)
	}
	w.planIs(g, bob)
	w.planIs(g, ann, "b3-c3 : c1-b1")
	_, err = w.Once(once).PlayTurn(t.Context(), in)
	if replayed, ok := errors.AsType[*Replayed](err); !ok || string(replayed.Record) != "b1-c1" {
		t.Fatalf("the repeat got %v", err)
	}
	turns, err := w.Turns(t.Context(), g.ID, 0, 10)
	if err != nil || len(turns) != 5 || turns[0].Via != ViaHTTP || turns[3].Via != ViaPlan || turns[3].Text != "c3-b3" {
		t.Fatalf("%+v, %v", turns, err)
	}
}

func TestRepetitionWithinAChainIsADraw(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.game(ann, bob, "hnefatafl", "7x7")
	w.deliver()
	w.plan(g, bob, "d1-c1 : d3-c3 : c1-d1 : c3-d3 : d1-c1 : d3-c3 : c1-d1 : c3-d3 : d1-c1 : d3-c3")
	after, err := w.PlayTurn(t.Context(), TurnInput{
		Game: g.ID, Player: ann.ID, Text: "d1-c1",
		Plan: "d3-c3 : c1-d1 : c3-d3 : d1-c1 : d3-c3 : c1-d1 : c3-d3 : d1-c1",
	})
	if err != nil || after.Ply != 8 || after.Result != rules.Drawn(rules.ReasonRepetition) {
		t.Fatalf("%+v, %v", after, err)
	}
	if got := kinds(w.deliver()); got != strings.Repeat("plan:bob plan:ann ", 3)+"plan:bob game_over:ann game_over:bob " {
		t.Fatalf("told %q", got)
	}
	w.planIs(g, ann)
	w.planIs(g, bob)
}

func TestPlanEndsWithItsGame(t *testing.T) {
	for name, end := range map[string]func(w *world, g *Game, ann, bob Player) error{
		"resignation": func(w *world, g *Game, _, bob Player) error {
			_, err := w.ResignGame(w.t.Context(), bob.ID, g.ID)
			return err
		},
		"time out": func(w *world, _ *Game, _, bob Player) error {
			w.run(13 * time.Hour)
			return nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			w, ann, bob, g := planGame(t)
			w.plan(g, ann, "* : c1-b1")
			if err := end(w, g, ann, bob); err != nil {
				t.Fatal(err)
			}
			if w.find(g).Status == Ongoing {
				t.Fatal("the game goes on")
			}
			var rows int64
			if err := w.read(t.Context()).Table("plans").Count(&rows).Error; err != nil || rows != 0 {
				t.Fatalf("%d plans, %v", rows, err)
			}
			_, err := w.SetPlan(t.Context(), PlanInput{Game: g.ID, Player: ann.ID}, []string{"* : c1-b1"})
			wantCode(t, err, CodeGameOver)
		})
	}
}

func TestTakebackEndsPlans(t *testing.T) {
	w, ann, bob, g := planGame(t)
	w.plan(g, ann, "d3-c3 : c1-b1 : c3-b3 : b1-c1")
	w.play(g, bob, "d3-c3")
	w.deliver()
	if _, err := w.NegotiateTakeback(t.Context(), bob.ID, g.ID, MakeOffer, 1); err != nil {
		t.Fatal(err)
	}
	if _, err := w.NegotiateTakeback(t.Context(), ann.ID, g.ID, AcceptOffer, 1); err != nil {
		t.Fatal(err)
	}
	w.planIs(g, ann)
	w.deliver()
	w.play(g, bob, "d3-c3")
	if mails := w.deliver(); kinds(mails) != "your_turn:ann " || mails[0].PlanEnded != PlanTakenBack {
		t.Fatalf("told %q, %q", kinds(mails), mails[0].PlanEnded)
	}
}

func TestReceiptOfATurnThatWasTakenBack(t *testing.T) {
	w, ann, bob, g := planGame(t)
	w.plan(g, ann, "d3-c3 : c1-b1")
	w.play(g, bob, "d3-c3")
	claims, err := w.ClaimNotices(t.Context(), 1, time.Minute) // being sent as the turns are taken back
	if err != nil || len(claims) != 1 || claims[0].Kind != KindPlan {
		t.Fatalf("%+v, %v", claims, err)
	}
	if _, err := w.NegotiateTakeback(t.Context(), bob.ID, g.ID, MakeOffer, 1); err != nil {
		t.Fatal(err)
	}
	if _, err := w.NegotiateTakeback(t.Context(), ann.ID, g.ID, AcceptOffer, 1); err != nil {
		t.Fatal(err)
	}
	w.play(g, bob, "d3-b3")
	w.play(g, ann, "c1-b1")
	if l, err := w.ComposeContent(t.Context(), claims[0]); l != nil || err != nil {
		t.Fatalf("%+v, %v", l, err)
	}
}

func TestSkipsEndPlans(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	for _, c := range []struct {
		name, position string
		owner, other   Player
		line, turn     string
		ply            int
	}{
		{"the owner is skipped", "8:0,0,0,0:4/0:0,0,0,0:12 g", bob, ann, "* : p4", "p1", 1},
		{"the opponent is skipped after an answer", "8:0,0,0,0:4/1:0,0,0,0:11 r", ann, bob, "* : p1 : * : p1", "p4", 2},
	} {
		g := w.game(ann, bob, "bohnduell", "standard")
		w.setUp(g, c.position, c.other)
		w.deliver()
		w.plan(g, c.owner, c.line)
		after := w.play(g, c.other, c.turn)
		if after.Ply != c.ply || after.Players[after.ToMove].ID != ann.ID {
			t.Fatalf("%s: %+v", c.name, after)
		}
		plan, err := findPlan(w.read(t.Context()), c.owner.ID, g.ID)
		if err != nil || plan.Lines != "" || plan.Ended != PlanSkipped {
			t.Errorf("%s: %+v, %v", c.name, plan, err)
		}
	}
}

func TestRefusedPlansChangeNothing(t *testing.T) {
	w, ann, bob, g := planGame(t)
	eve := w.player("eve")
	stored := w.plan(g, ann, "d3-c3 : c1-b1")
	lines := []string{"d3-b3 : c1-c2"}
	for _, c := range []struct {
		name  string
		in    PlanInput
		lines []string
		code  Code
	}{
		{"unknown game", PlanInput{Game: "nothere1", Player: ann.ID}, lines, CodeNotFound},
		{"someone else's game", PlanInput{Game: g.ID, Player: eve.ID}, lines, CodeForbidden},
		{"my own turn", PlanInput{Game: g.ID, Player: bob.ID}, []string{"d3-c3 : c1-b1"}, CodeConflict},
		{"stale ply", PlanInput{Game: g.ID, Player: ann.ID, Ply: new(0)}, lines, CodeStale},
		{"stale version", PlanInput{Game: g.ID, Player: ann.ID, Version: new(7)}, lines, CodeStale},
		{"no line", PlanInput{Game: g.ID, Player: ann.ID}, nil, CodeInvalid},
		{"illegal", PlanInput{Game: g.ID, Player: ann.ID}, []string{"d3-c3 : c1-c7"}, CodeIllegalTurn},
	} {
		if _, err := w.SetPlan(t.Context(), c.in, c.lines); CodeOf(err) != c.code {
			t.Errorf("%s: %v, want %s", c.name, err, c.code)
		}
	}
	got, err := w.Plan(t.Context(), ann.ID, g.ID)
	if err != nil || got.Version != stored.Version || !slices.Equal(got.Lines, stored.Lines) {
		t.Fatalf("%+v, %v", got, err)
	}
	_, err = w.Plan(t.Context(), eve.ID, g.ID)
	wantCode(t, err, CodeForbidden)
	for _, in := range []TurnInput{{Text: "d3-c3", Plan: "c1-b1 : c3-c9"}, {Text: "d3-c3", Plan: "\n"}} {
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
	seen := PlanInput{Game: g.ID, Player: ann.ID, Ply: new(1), Version: new(1)}
	if err := w.DeletePlan(t.Context(), seen); err != nil {
		t.Fatal(err)
	}
	w.planIs(g, ann)
	wantCode(t, w.DeletePlan(t.Context(), PlanInput{Game: g.ID, Player: ann.ID}), CodeNotFound)
	if again := w.plan(g, ann, "d3-c3 : c1-b1"); again.Version != 3 {
		t.Fatalf("%+v", again)
	}
	wantCode(t, w.DeletePlan(t.Context(), seen), CodeStale)
	_, err := w.SetPlan(t.Context(), seen, []string{"* : c1-c2"})
	wantCode(t, err, CodeStale)
	w.restart()
	w.planIs(g, ann, "d3-c3 : c1-b1")
}

func TestPlanAndTurnAtOnce(t *testing.T) {
	w, ann, bob, _ := planGame(t)
	for range 10 {
		g := w.game(ann, bob, "hnefatafl", "7x7")
		w.play(g, ann, "d1-c1")
		w.deliver()
		var played, planned error
		var wg sync.WaitGroup
		wg.Go(func() {
			_, played = w.PlayTurn(t.Context(), TurnInput{Game: g.ID, Player: bob.ID, Text: "d3-c3"})
		})
		wg.Go(func() {
			_, planned = w.SetPlan(t.Context(), PlanInput{Game: g.ID, Player: ann.ID, Ply: new(1)}, []string{"d3-c3 : c1-b1"})
		})
		wg.Wait()
		if played != nil {
			t.Fatal(played)
		}
		ply, told := 3, "plan:ann your_turn:bob "
		if planned != nil { // the turn came first
			wantCode(t, planned, CodeStale)
			ply, told = 2, "your_turn:ann "
		}
		if now := w.find(g); now.Ply != ply {
			t.Fatalf("ply %d, the plan %v", now.Ply, planned)
		}
		if got := kinds(w.deliver()); got != told {
			t.Fatalf("told %q, want %q", got, told)
		}
		w.planIs(g, ann)
	}
}

func TestPlanWithTheLastTurnIsIgnored(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.game(ann, bob, "bohnduell", "standard")
	w.setUp(g, "1:0,0,0,0:11/0:0,0,0,0:12 g", ann)
	after, err := w.PlayTurn(t.Context(), TurnInput{Game: g.ID, Player: ann.ID, Text: "p4", Plan: "* : p4"})
	if err != nil || after.Status != Finished {
		t.Fatalf("%+v, %v", after, err)
	}
}
