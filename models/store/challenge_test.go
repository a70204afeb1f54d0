package store

import (
	"fmt"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/challenge"
	"turnpost/models/pace"
	"turnpost/rules"
)

func TestChallengeByName(t *testing.T) {
	w := newWorld(t)
	ann, bob, eve := w.player("ann"), w.player("bob"), w.player("eve")
	c, err := w.CreateChallenge(t.Context(), ann, challenge.NewChallenge{
		Ruleset: "hnefatafl", Variant: "9x9", Opponent: "BOB",
		Seat: "second", Terms: models.Terms{Pace: "14d+1d/21d"}, Message: " a game? \x07",
	})
	if err != nil || c.Message != "a game?" || c.Pace != "14d+1d/21d" || c.Opponent.ID != bob.ID {
		t.Fatalf("%+v, %v", c, err)
	}
	if mails := w.deliver(); kinds(mails) != "challenge:bob " || mails[0].Challenge.ID != c.ID {
		t.Fatalf("mailed %s", kinds(mails))
	}
	if _, err := w.FindChallenge(t.Context(), eve, c.ID); models.CodeOf(err) != models.CodeNotFound {
		t.Fatalf("eve sees it: %v", err)
	}
	_, err = w.AcceptChallenge(t.Context(), ann, c.ID)
	wantCode(t, err, models.CodeForbidden)
	box, err := w.Inbox(t.Context(), bob)
	if err != nil || len(box.Challenges) != 1 {
		t.Fatalf("%+v, %v", box, err)
	}
	g, err := w.AcceptChallenge(t.Context(), bob, c.ID)
	if err != nil || g.Players[0].ID != bob.ID || g.Players[1].Name != "ann" || g.Pace != "14d+1d/21d" {
		t.Fatalf("%+v, %v", g, err)
	}
	_, err = w.AcceptChallenge(t.Context(), bob, c.ID)
	wantCode(t, err, models.CodeConflict)
	if got := kinds(w.deliver()); got != "challenge_answer:ann your_turn:bob " {
		t.Fatalf("mailed %q", got)
	}
	if c, err = w.FindChallenge(t.Context(), ann,
		c.ID); err != nil || c.Status != models.ChallengeAccepted || c.GameID != g.ID {
		t.Fatalf("%+v, %v", c, err)
	}
}

func TestChallengeToAll(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	c, err := w.CreateChallenge(t.Context(), ann, challenge.NewChallenge{Ruleset: "bohnduell"})
	if err != nil || c.Variant != "standard" || c.Seat != rules.NoSeat || c.Pace != pace.Default {
		t.Fatalf("%+v, %v", c, err)
	}
	if mails := w.deliver(); len(mails) != 0 {
		t.Fatalf("mailed %s", kinds(mails))
	}
	list, _, err := w.Challenges(t.Context(), bob, models.BoxOpen, "", 10)
	if err != nil || len(list) != 1 || list[0].ID != c.ID {
		t.Fatalf("%+v, %v", list, err)
	}
	_, err = w.DeclineChallenge(t.Context(), bob, c.ID)
	wantCode(t, err, models.CodeForbidden)
	if _, err := w.AcceptChallenge(t.Context(), bob, c.ID); err != nil {
		t.Fatal(err)
	}
}

func TestChallengeByAddress(t *testing.T) {
	w := newWorld(t)
	ann := w.player("ann")
	c, err := w.CreateChallenge(t.Context(), ann, challenge.NewChallenge{
		Ruleset:  "hanniball",
		Opponent: "Zoe@example.org",
	})
	if err != nil || c.Opponent.ID != 0 || c.Invited != "zoe@example.org" {
		t.Fatalf("%+v, %v", c, err)
	}
	mails := w.deliver()
	if kinds(mails) != "challenge:Zoe@example.org " || mails[0].Unsubscribe == "" {
		t.Fatalf("mailed %s", kinds(mails))
	}
	zoe := w.player("zoe") // registers with that address
	if box, err := w.Inbox(t.Context(), zoe); err != nil || len(box.Challenges) != 1 {
		t.Fatalf("%+v, %v", box, err)
	}
	c, err = w.DeclineChallenge(t.Context(), zoe, c.ID)
	if err != nil || c.Status != models.ChallengeDeclined || c.Opponent.Name != "" {
		t.Fatalf("%+v, %v", c, err)
	}
	if mails := w.deliver(); kinds(mails) != "challenge_answer:ann " || mails[0].Decision != models.Declined {
		t.Fatalf("mailed %s", kinds(mails))
	}
	// A stranger who refuses invitations gets none.
	if _, err := w.Unsubscribe(t.Context(), mails[0].Unsubscribe); err != nil {
		t.Fatal(err)
	}
	sub, err := w.ReadSubscription(t.Context(), mails[0].Unsubscribe)
	if err != nil || sub.Email != "zoe@example.org" {
		t.Fatalf("%+v, %v", sub, err)
	}
}

func TestInvitationsAreLimited(t *testing.T) {
	w := newWorld(t)
	ann := w.player("ann")
	invite := func(i int) error {
		guest := fmt.Sprintf("guest%d@example.org", i)
		c, err := w.CreateChallenge(t.Context(), ann, challenge.NewChallenge{Ruleset: "hnefatafl", Opponent: guest})
		if err == nil {
			_, err = w.WithdrawChallenge(t.Context(), ann, c.ID) // which does not restore the allowance
		}
		return err
	}
	for i := range challenge.InvitationsPerDay {
		if err := invite(i); err != nil {
			t.Fatal(err)
		}
	}
	wantCode(t, invite(100), models.CodeTooMany)
	w.pass(24 * time.Hour)
	if err := invite(101); err != nil {
		t.Fatal(err)
	}
}

func TestChallengeWithdrawn(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	c, err := w.CreateChallenge(t.Context(), ann, challenge.NewChallenge{Ruleset: "hnefatafl", Opponent: "bob"})
	if err != nil {
		t.Fatal(err)
	}
	_, err = w.WithdrawChallenge(t.Context(), bob, c.ID)
	wantCode(t, err, models.CodeForbidden)
	if c, err = w.WithdrawChallenge(t.Context(), ann, c.ID); err != nil || c.Status != models.ChallengeWithdrawn {
		t.Fatalf("%+v, %v", c, err)
	}
	if mails := w.deliver(); len(mails) != 0 {
		t.Fatalf("mailed %s of what is withdrawn", kinds(mails))
	}
	_, err = w.AcceptChallenge(t.Context(), bob, c.ID)
	wantCode(t, err, models.CodeConflict)
}

func TestRefusedChallenges(t *testing.T) {
	w := newWorld(t)
	ann := w.player("ann")
	for _, n := range []challenge.NewChallenge{
		{Ruleset: "chess"},
		{Ruleset: "hnefatafl", Variant: "13x13"},
		{Ruleset: "hnefatafl", Opponent: "nobody"},
		{Ruleset: "hnefatafl", Opponent: "ann"},
		{Ruleset: "hnefatafl", Opponent: "ANN@example.org"},
		{Ruleset: "hnefatafl", Seat: "third"},
		{Ruleset: "hnefatafl", Terms: models.Terms{Pace: "5m"}},
		{Ruleset: "hnefatafl", Message: longText(models.MaxMessage + 1)},
	} {
		if _, err := w.CreateChallenge(t.Context(), ann, n); models.CodeOf(err) != models.CodeInvalid {
			t.Errorf("%+v: %v", n, err)
		}
	}
	for range models.DefaultLimits().OpenChallenges {
		if _, err := w.CreateChallenge(t.Context(), ann, challenge.NewChallenge{Ruleset: "hnefatafl"}); err != nil {
			t.Fatal(err)
		}
	}
	_, err := w.CreateChallenge(t.Context(), ann, challenge.NewChallenge{Ruleset: "hnefatafl"})
	wantCode(t, err, models.CodeTooMany)
	first, next, err := w.Challenges(t.Context(), ann, models.BoxOut, "", 30)
	if err != nil || len(first) != 30 || next == "" {
		t.Fatalf("%d, %q, %v", len(first), next, err)
	}
	second, next, err := w.Challenges(t.Context(), ann, models.BoxOut, next, 30)
	if err != nil || len(second) != models.DefaultLimits().OpenChallenges-30 || next != "" {
		t.Fatalf("%d, %q, %v", len(second), next, err)
	}
}

func TestChallengeRefusesABadPace(t *testing.T) {
	w := newWorld(t)
	ann := w.player("ann")
	for _, text := range []string{"3", "61d", "30m", "14d+1d/7d"} {
		_, err := w.CreateChallenge(t.Context(), ann, challenge.NewChallenge{Ruleset: "hnefatafl", Terms: models.Terms{Pace: text}})
		if wantCode(t, err, models.CodeInvalid); messageOf(err) == "" {
			t.Errorf("%s: %v", text, err)
		}
	}
}
