package models

import (
	"testing"
	"time"
)

// If one bound refuses, the units spent on the previous bounds are returned.
func TestAllowancesAreGivenBack(t *testing.T) {
	w := newWorld(t)
	first, second := scoped{"first", Bound{2, time.Hour}}, scoped{"second", Bound{1, 5 * time.Minute}}
	unbounded := scoped{"unbounded", Bound{Count: -1}}
	for i, step := range []struct {
		take    []scoped
		refused int
	}{
		{[]scoped{first, unbounded, second}, noneRefused},
		{[]scoped{first, unbounded, second}, 2},
		{[]scoped{first, unbounded, second}, 2},
		{[]scoped{first}, noneRefused}, // its second unit is unspent
		{[]scoped{first, second}, 0},
	} {
		err := w.write(t.Context(), func(tx *Tx) error {
			refused, err := tx.takeAll(step.take...)
			if refused != step.refused {
				t.Errorf("step %d: %d refuses, want %d", i, refused, step.refused)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// A challenge that the daily bound refuses spends nothing of the hourly one.
func TestHeldChallengesSpendNothing(t *testing.T) {
	w := newWorld(t)
	w.limits.SenderHour, w.limits.SenderDay = Bound{2, 24 * time.Hour}, Bound{1, time.Hour}
	ann, bob := w.player("ann"), w.player("bob")
	mailed := 0
	for range 5 { // the first is mailed; the others are held until an hour later
		c, err := w.CreateChallenge(t.Context(), ann, NewChallenge{Ruleset: "hnefatafl", Opponent: "bob"})
		if err != nil {
			t.Fatal(err)
		}
		mailed += w.mailsTo(KindChallenge, bob.Email)
		if _, err := w.WithdrawChallenge(t.Context(), ann, c.ID); err != nil {
			t.Fatal(err)
		}
		w.pass(20 * time.Minute)
	}
	if mailed != 2 {
		t.Errorf("%d challenges were mailed", mailed)
	}
}

// A code that the mailbox's bound refuses spends nothing of the address's.
func TestHeldCodesSpendNothing(t *testing.T) {
	w := newWorld(t)
	w.limits.CodeGap, w.limits.CodeMails = Bound{2, 24 * time.Hour}, Bound{1, time.Hour}
	w.player("ann")
	mailed := 0
	for range 5 {
		if err := w.RequestCode(t.Context(), "ann@example.org"); err != nil {
			t.Fatal(err)
		}
		mailed += w.mailsTo(KindCode, "ann@example.org")
		w.pass(20 * time.Minute)
	}
	if mailed != 2 {
		t.Errorf("%d codes were mailed", mailed)
	}
}
