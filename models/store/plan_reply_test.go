package store

import (
	"errors"
	"strings"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/core"
	"turnpost/rules"
	"turnpost/rules/rulestest/sample"
)

func TestPlanAnswers(t *testing.T) {
	w, ann, bob, g := planGame(t)
	before := w.plan(g, ann, "d3-c3 : c1-b1 : c3-b3 : b1-c1", "* : c1-c2")
	if before.Ply != 1 || before.Version != 1 {
		t.Fatalf("stored %+v", before)
	}
	w.planIs(g, bob)
	w.run(time.Hour)
	after, err := w.PlayTurn(t.Context(), models.TurnInput{
		Game: g.ID, Player: bob.ID, Text: "d3-c3", Message: "take that", Via: models.ViaHTTP,
	})
	if err != nil || after.Ply != 3 || after.ToMove != rules.Second ||
		after.LastTurn.Text != "c1-b1" || after.LastTurn.Via != models.ViaPlan {
		t.Fatalf("%+v, %v", after, err)
	}
	// The reply took no time: ann had 12 h and gets 2 more.
	if want := [2]time.Duration{14 * time.Hour, 11 * time.Hour}; after.Left != want {
		t.Fatalf("left %v, want %v", after.Left, want)
	}
	if stored := w.find(g); stored.Position != after.Position || stored.LastTurn.Via != models.ViaPlan {
		t.Fatalf("stored %+v", stored)
	}
	mails := w.deliver()
	if got := kinds(mails); got != "plan:ann your_turn:bob " {
		t.Fatalf("mailed %q", got)
	}
	receipt := mails[0]
	if receipt.RepliedTo.Text != "d3-c3" || receipt.RepliedTo.Message != "take that" ||
		receipt.Game.LastTurn.Text != "c1-b1" || receipt.PlanDone || receipt.Seat != rules.First {
		t.Fatalf("the receipt says %+v", receipt)
	}
	w.planIs(g, ann, "c3-b3 : b1-c1")
	w.play(g, bob, "c3-b3")
	if mails = w.deliver(); kinds(mails) != "plan:ann your_turn:bob " || !mails[0].PlanDone {
		t.Fatalf("mailed %q", kinds(mails))
	}
	w.planIs(g, ann)
	w.play(g, bob, "b3-c3")
	if mails = w.deliver(); kinds(mails) != "your_turn:ann " || mails[0].PlanEnded != "" {
		t.Fatalf("a plan that ran out ended as %q", mails[0].PlanEnded)
	}
}

func TestAnyTurnCountsAfterTheOthers(t *testing.T) {
	sample.Whole(t, "plays an event")
	for turn, answer := range map[string]string{"d3-c3": "c1-b1", "d3-b3": "c1-c2"} {
		w, ann, bob, g := planGame(t)
		w.plan(g, ann, "* : c1-c2 : B3-C3 : c2-c1", "d3-c3 : c1-b1")
		if after := w.play(g, bob, turn); after.LastTurn.Text != answer {
			t.Errorf("%s was answered with %s", turn, after.LastTurn.Text)
		}
	}
}

func TestPlansAnswerEachOther(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.game(ann, bob, "hnefatafl", "7x7")
	w.deliver()
	w.plan(g, bob, "d1-c1 : d3-c3 : c1-b1 : c3-b3")
	once := &core.Once{
		Via: models.ViaHTTP, Player: ann.ID, Key: "k", Fingerprint: []byte("k"),
		Record: func(v any) ([]byte, error) { return []byte(v.(*models.Game).LastTurn.Text), nil },
	}
	in := models.TurnInput{
		Game: g.ID, Player: ann.ID, Text: "d1-c1", Via: models.ViaHTTP,
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
		t.Fatalf("mailed %q", got)
	}
	w.planIs(g, bob)
	w.planIs(g, ann, "b3-c3 : c1-b1")
	_, err = w.Once(once).PlayTurn(t.Context(), in)
	if replayed, ok := errors.AsType[*models.Replayed](err); !ok || string(replayed.Record) != "b1-c1" {
		t.Fatalf("the repeat got %v", err)
	}
	turns, err := w.Turns(t.Context(), g.ID, 0, 10)
	if err != nil || len(turns) != 5 || turns[0].Via != models.ViaHTTP || turns[3].Via != models.ViaPlan ||
		turns[3].Text != "c3-b3" {
		t.Fatalf("%+v, %v", turns, err)
	}
}

func TestRepetitionWithinAChainIsADraw(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.game(ann, bob, "hnefatafl", "7x7")
	w.deliver()
	w.plan(g, bob, "d1-c1 : d3-c3 : c1-d1 : c3-d3 : d1-c1 : d3-c3 : c1-d1 : c3-d3 : d1-c1 : d3-c3")
	after, err := w.PlayTurn(t.Context(), models.TurnInput{
		Game: g.ID, Player: ann.ID, Text: "d1-c1",
		Plan: "d3-c3 : c1-d1 : c3-d3 : d1-c1 : d3-c3 : c1-d1 : c3-d3 : d1-c1",
	})
	if err != nil || after.Ply != 8 || after.Result != rules.Drawn(rules.ReasonRepetition) {
		t.Fatalf("%+v, %v", after, err)
	}
	if got := kinds(w.deliver()); got != strings.Repeat("plan:bob plan:ann ", 3)+"plan:bob game_over:ann game_over:bob " {
		t.Fatalf("mailed %q", got)
	}
	w.planIs(g, ann)
	w.planIs(g, bob)
}
