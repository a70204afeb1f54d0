package store

import (
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/play"
	"turnpost/rules"
	"turnpost/rules/rulestest/sample"
)

func TestPlanEndsWithoutAnAnswer(t *testing.T) {
	for _, c := range sample.Every(3, []struct {
		name, line string
		in         models.TurnInput
		offer      bool // bob offers a draw first
		ended      play.PlanEnd
		refused    string
	}{
		{"another turn", "d3-c3 : c1-b1", models.TurnInput{Text: "d3-b3"}, false, play.PlanUnanswered, ""},
		{"an illegal answer", "* : c1-c3", models.TurnInput{Text: "d3-c3"}, false, play.PlanRefused, "c1-c3"},
		{
			"a draw offered with the turn", "* : c1-b1",
			models.TurnInput{Text: "d3-c3", OfferDraw: true},
			false,
			play.PlanDrawOffer, "",
		},
		{"a draw offered before", "* : c1-b1", models.TurnInput{Text: "d3-c3"}, true, play.PlanDrawOffer, ""},
	}) {
		t.Run(c.name, func(t *testing.T) {
			w, ann, bob, g := planGame(t)
			w.plan(g, ann, c.line)
			if c.offer {
				if _, err := w.NegotiateDraw(t.Context(), bob.ID, g.ID, models.MakeOffer); err != nil {
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
				t.Fatalf("mailed %q, %q, %v", kinds(mails), mails[0].PlanEnded, mails[0].PlanRefused)
			}
			w.planIs(g, ann)
			w.play(g, ann, "c1-b1")
			w.play(g, bob, "e4-e3")
			mails = w.deliver()
			if last := mails[len(mails)-1]; last.Kind != models.KindYourTurn || last.PlanEnded != "" {
				t.Fatalf("mailed again: %q", last.PlanEnded)
			}
		})
	}
}

func TestPlanEndsWithItsGame(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	for name, end := range map[string]func(w *world, g *models.Game, ann, bob models.Player) error{
		"resignation": func(w *world, g *models.Game, _, bob models.Player) error {
			_, err := w.ResignGame(w.t.Context(), bob.ID, g.ID)
			return err
		},
		"time out": func(w *world, _ *models.Game, _, bob models.Player) error {
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
			if w.find(g).Status == models.Ongoing {
				t.Fatal("the game goes on")
			}
			var rows int64
			if err := w.Read(t.Context()).Table("plans").Count(&rows).Error; err != nil || rows != 0 {
				t.Fatalf("%d plans, %v", rows, err)
			}
			_, err := w.SetPlan(t.Context(), play.PlanInput{Game: g.ID, Player: ann.ID}, []string{"* : c1-b1"})
			wantCode(t, err, models.CodeGameOver)
		})
	}
}

func TestTakebackEndsPlans(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	w, ann, bob, g := planGame(t)
	w.plan(g, ann, "d3-c3 : c1-b1 : c3-b3 : b1-c1")
	w.play(g, bob, "d3-c3")
	w.deliver()
	if _, err := w.NegotiateTakeback(t.Context(), bob.ID, g.ID, models.MakeOffer, 1); err != nil {
		t.Fatal(err)
	}
	if _, err := w.NegotiateTakeback(t.Context(), ann.ID, g.ID, models.AcceptOffer, 1); err != nil {
		t.Fatal(err)
	}
	w.planIs(g, ann)
	w.deliver()
	w.play(g, bob, "d3-c3")
	if mails := w.deliver(); kinds(mails) != "your_turn:ann " || mails[0].PlanEnded != play.PlanTakenBack {
		t.Fatalf("mailed %q, %q", kinds(mails), mails[0].PlanEnded)
	}
}

func TestReceiptOfATurnThatWasTakenBack(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	w, ann, bob, g := planGame(t)
	w.plan(g, ann, "d3-c3 : c1-b1")
	w.play(g, bob, "d3-c3")
	claims, err := w.ClaimNotices(t.Context(), 1, time.Minute) // being sent when the turns are taken back
	if err != nil || len(claims) != 1 || claims[0].Kind != models.KindPlan {
		t.Fatalf("%+v, %v", claims, err)
	}
	if _, err := w.NegotiateTakeback(t.Context(), bob.ID, g.ID, models.MakeOffer, 1); err != nil {
		t.Fatal(err)
	}
	if _, err := w.NegotiateTakeback(t.Context(), ann.ID, g.ID, models.AcceptOffer, 1); err != nil {
		t.Fatal(err)
	}
	w.play(g, bob, "d3-b3")
	w.play(g, ann, "c1-b1")
	if c, err := w.ComposeContent(t.Context(), claims[0]); c != nil || err != nil {
		t.Fatalf("%+v, %v", c, err)
	}
}

func TestSkipsEndPlans(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	for _, c := range []struct {
		name, position string
		owner, other   models.Player
		line, turn     string
		ply            int
	}{
		{"the owner is skipped", "8:0,0,0,0:4/0:0,0,0,0:12 g", bob, ann, "* : p4", "p1", 1},
		{"the opponent is skipped after an answer", "8:0,0,0,0:4/1:0,0,0,0:11 r", ann, bob, "* : p1 : * : p1", "p4", 2},
	} {
		g := w.game(ann, bob, "bohnduell", "standard")
		w.setUp(g, c.position, c.other)
		w.deliver()
		if _, err := w.TryTurn(t.Context(), models.TurnInput{Game: g.ID, Player: c.other.ID, Text: c.turn}); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		w.plan(g, c.owner, c.line)
		after := w.play(g, c.other, c.turn)
		if after.Ply != c.ply || after.Players[after.ToMove].ID != ann.ID {
			t.Fatalf("%s: %+v", c.name, after)
		}
		plan, err := play.FindPlan(w.Read(t.Context()), c.owner.ID, g.ID)
		if err != nil || plan.Lines != "" || plan.Ended != play.PlanSkipped {
			t.Errorf("%s: %+v, %v", c.name, plan, err)
		}
	}
}
