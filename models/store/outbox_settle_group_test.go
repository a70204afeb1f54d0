package store

import (
	"errors"
	"sync"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/challenge"
	"turnpost/models/mailbox"
	"turnpost/rules/rulestest/sample"
)

// TestClaimsSettledTogether settles many claims at once; a lost lease does not affect the others.
func TestClaimsSettledTogether(t *testing.T) {
	sample.Whole(t, "settles many mails")
	w := newWorld(t)
	var players []models.Player
	for i := range 20 {
		players = append(players, w.player("player"+string(rune('a'+i))))
	}
	for _, p := range players {
		if err := w.SendTestMail(t.Context(), p); err != nil {
			t.Fatal(err)
		}
	}
	claims, err := w.ClaimNotices(t.Context(), 50, time.Minute)
	if err != nil || len(claims) != len(players) {
		t.Fatalf("%d claims, %v", len(claims), err)
	}
	if err := w.Settle(t.Context(), claims[7].Sent()); err != nil {
		t.Fatal(err)
	}
	errs := make([]error, len(claims))
	var all sync.WaitGroup
	for i, c := range claims {
		all.Go(func() { errs[i] = w.Settle(t.Context(), c.Sent()) })
	}
	all.Wait()
	for i, err := range errs {
		if lost := errors.Is(err, models.ErrLeaseLost); lost != (i == 7) || (err != nil && !lost) {
			t.Errorf("claim %d: %v", i, err)
		}
	}
	for _, p := range players[:3] {
		w.pass(time.Hour)
		if err := w.SendTestMail(t.Context(), p); err != nil {
			t.Fatal(err)
		}
	}
	if claims, err = w.ClaimNotices(t.Context(), 50, time.Minute); err != nil || len(claims) != 3 {
		t.Fatalf("%d claims, %v", len(claims), err)
	}
	if err := w.Settle(t.Context(), claims[1].Sent()); err != nil {
		t.Fatal(err)
	}
	for i, err := range w.SettleTogether(t.Context(), []mailbox.Settling{
		claims[0].Sent(), claims[1].Sent(),
		claims[2].Sent(),
	}) {
		if errors.Is(err, models.ErrLeaseLost) != (i == 1) || (i != 1 && err != nil) {
			t.Errorf("claim %d of the group: %v", i, err)
		}
	}
	w.pass(time.Hour)
	for _, p := range players[:2] {
		if err := w.SendTestMail(t.Context(), p); err != nil {
			t.Fatal(err)
		}
	}
	if claims = w.claim(); len(claims) != 2 {
		t.Fatalf("%d claims", len(claims))
	}
	for i, err := range w.SettleTogether(t.Context(), []mailbox.Settling{claims[0].Sent(), claims[1].Sent()}) {
		if err != nil {
			t.Errorf("claim %d of a group without a fault: %v", i, err)
		}
	}
}

// Each mail that a server refuses permanently counts as a bounce of its player; an invitation has none.
func TestRefusedMailsAreBounces(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	_, err := w.CreateChallenge(t.Context(), ann, challenge.NewChallenge{
		Ruleset:  "hnefatafl",
		Opponent: "zoe@example.net",
	})
	if err != nil {
		t.Fatal(err)
	}
	for n := range account.HardBouncesToFail {
		if p, _, err := w.PlayerByName(t.Context(), "bob"); err != nil || p.Failing != nil {
			t.Fatalf("after %d: %+v, %v", n, p.Failing, err)
		}
		w.pass(time.Hour)
		if err := w.RequestCode(t.Context(), bob.Email); err != nil {
			t.Fatal(err)
		}
		for _, c := range w.claim() {
			if err := w.Settle(t.Context(), c.Refused(account.BounceHard, "550 no such user")); err != nil {
				t.Fatal(err)
			}
		}
	}
	if p, _, err := w.PlayerByName(t.Context(), "bob"); err != nil || p.Failing == nil {
		t.Errorf("%+v, %v", p, err)
	}
}
