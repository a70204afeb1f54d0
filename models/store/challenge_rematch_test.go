package store

import (
	"sync"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/challenge"
	"turnpost/rules/rulestest/sample"
)

// finishedGame returns a finished game of two players.
func finishedGame(w *world, a, b models.Player) *models.Game {
	w.t.Helper()
	g := w.game(a, b, "hnefatafl", "7x7")
	if _, err := w.ResignGame(w.t.Context(), a.ID, g.ID); err != nil {
		w.t.Fatal(err)
	}
	return g
}

func TestRematch(t *testing.T) {
	w := newWorld(t)
	ann, bob, eve := w.player("ann"), w.player("bob"), w.player("eve")
	going := w.game(ann, bob, "hnefatafl", "7x7")
	if _, err := w.OfferRematch(t.Context(), ann, going.ID); models.CodeOf(err) != models.CodeConflict {
		t.Errorf("a rematch of a game under way: %v", err)
	}
	g := finishedGame(w, ann, bob)
	if _, err := w.OfferRematch(t.Context(), eve, g.ID); models.CodeOf(err) != models.CodeForbidden {
		t.Errorf("somebody else's game: %v", err)
	}
	w.deliver()
	made, err := w.OfferRematch(t.Context(), ann, g.ID)
	if err != nil || made.Game != nil {
		t.Fatalf("%+v %v", made, err)
	}
	c := made.Challenge
	if c.Seat != 1 || c.Opponent.ID != bob.ID || c.Variant != "7x7" || c.Pace != g.Pace || c.RematchOf != g.ID {
		t.Errorf("the challenge %+v", c)
	}
	if mails := w.deliver(); kinds(mails) != "challenge:bob " {
		t.Errorf("mailed: %s", kinds(mails))
	}
	if _, err := w.OfferRematch(t.Context(), ann, g.ID); models.CodeOf(err) != models.CodeConflict {
		t.Errorf("twice: %v", err)
	}
	if seen, err := w.Game(t.Context(), g.ID); err != nil || seen.Rematch != c.ID {
		t.Errorf("the game shows %q, %v", seen.Rematch, err)
	}
	box, err := w.Inbox(t.Context(), bob)
	if err != nil || len(box.Challenges) != 1 || box.Challenges[0].RematchOf != g.ID {
		t.Errorf("the inbox lists %+v, %v", box.Challenges, err)
	}
	made, err = w.OfferRematch(t.Context(), bob, g.ID)
	if err != nil || made.Game == nil || made.Challenge.ID != c.ID {
		t.Fatalf("%+v %v", made, err)
	}
	if made.Game.Players[0].ID != bob.ID || made.Game.Players[1].ID != ann.ID {
		t.Errorf("the sides are not changed: %+v", made.Game.Players)
	}
	if _, err := w.OfferRematch(t.Context(), ann, g.ID); models.CodeOf(err) != models.CodeConflict {
		t.Errorf("once it has begun: %v", err)
	}
}

// TestRematchRace lets both players request a rematch concurrently, many times.
func TestRematchRace(t *testing.T) {
	sample.Together(t, "two players at once")
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	for range 10 {
		g := finishedGame(w, ann, bob)
		var made [8]challenge.Rematch
		var wait sync.WaitGroup
		for i := range made {
			wait.Go(func() {
				offer, err := w.OfferRematch(t.Context(), []models.Player{ann, bob}[i%2], g.ID)
				switch {
				case err == nil:
					made[i] = offer
				case models.CodeOf(err) != models.CodeConflict:
					t.Error(err)
				}
			})
		}
		wait.Wait()
		begun, offered := 0, 0
		for _, m := range made {
			switch {
			case m.Game != nil:
				begun++
			case m.Challenge.ID != "":
				offered++
			}
		}
		if begun != 1 || offered != 1 {
			t.Fatalf("%d games begun, %d challenges made", begun, offered)
		}
	}
}

func TestRematchAfterADecline(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := finishedGame(w, ann, bob)
	made, err := w.OfferRematch(t.Context(), ann, g.ID)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.DeclineChallenge(t.Context(), bob, made.Challenge.ID); err != nil {
		t.Fatal(err)
	}
	if again, err := w.OfferRematch(t.Context(), bob, g.ID); err != nil || again.Game != nil {
		t.Errorf("after a decline: %+v %v", again, err)
	}
}

func TestRematchWithSomebodyWhoBlocks(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := finishedGame(w, ann, bob)
	if _, err := w.BlockPlayer(t.Context(), bob.ID, "ann"); err != nil {
		t.Fatal(err)
	}
	if _, err := w.OfferRematch(t.Context(), ann, g.ID); models.CodeOf(err) != models.CodeForbidden {
		t.Error(err)
	}
	if err := w.DeletePlayer(t.Context(), bob.ID, "bob"); err != nil {
		t.Fatal(err)
	}
	if _, err := w.OfferRematch(t.Context(), ann, g.ID); models.CodeOf(err) != models.CodeNotFound {
		t.Error(err)
	}
}

func TestChallengeExpires(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	for _, expires := range []string{"0h", "61d", "1", "d", "30m", "-3d", "3d3d", " 3d"} {
		_, err := w.CreateChallenge(t.Context(), ann, challenge.NewChallenge{Ruleset: "hnefatafl", Expires: expires})
		if models.CodeOf(err) != models.CodeInvalid {
			t.Errorf("expires %q: %v", expires, err)
		}
	}
	brief, err := w.CreateChallenge(t.Context(), ann, challenge.NewChallenge{Ruleset: "hnefatafl", Expires: "36h"})
	if err != nil || !brief.ExpiresAt.Equal(brief.CreatedAt.Add(36*time.Hour)) || !brief.ToAnyone() {
		t.Fatalf("%+v %v", brief, err)
	}
	usual, err := w.CreateChallenge(t.Context(), ann, challenge.NewChallenge{Ruleset: "hnefatafl", Opponent: "bob"})
	if err != nil || !usual.ExpiresAt.Equal(usual.CreatedAt.Add(challenge.DefaultExpiry)) {
		t.Fatalf("%+v %v", usual, err)
	}
	w.deliver()
	w.pass(36 * time.Hour)
	if open, _, err := w.Challenges(t.Context(), bob, models.BoxOpen, "", 10); err != nil || len(open) != 0 {
		t.Errorf("before the sweep %+v is listed, %v", open, err)
	}
	if _, err := w.AcceptChallenge(t.Context(), bob, brief.ID); models.CodeOf(err) != models.CodeConflict {
		t.Errorf("accepted before the sweep: %v", err)
	}
	for range 2 {
		if _, err := w.SweepClocks(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	mails := w.deliver()
	if kinds(mails) != "challenge_answer:ann " || mails[0].Decision != models.Expired {
		t.Errorf("mailed: %s", kinds(mails))
	}
	if c, err := w.FindChallenge(t.Context(), ann, brief.ID); err != nil || c.Status != models.ChallengeExpired {
		t.Errorf("%+v %v", c, err)
	}
	if c, err := w.FindChallenge(t.Context(), bob, usual.ID); err != nil || c.Status != models.ChallengeOpen {
		t.Errorf("%+v %v", c, err)
	}
}

func TestSeatBySide(t *testing.T) {
	w := newWorld(t)
	ann := w.player("ann")
	for text, want := range map[string]int{"attackers": 0, "Defenders": 1, "first": 0, "SECOND": 1, "": -1} {
		c, err := w.CreateChallenge(t.Context(), ann, challenge.NewChallenge{Ruleset: "hnefatafl", Seat: text})
		if err != nil || int(c.Seat) != want {
			t.Errorf("seat %q: %v %v", text, c.Seat, err)
		}
	}
	unknownSeat := challenge.NewChallenge{Ruleset: "bohnduell", Seat: "attackers"}
	if _, err := w.CreateChallenge(t.Context(), ann, unknownSeat); models.CodeOf(err) != models.CodeInvalid {
		t.Error(err)
	}
}
