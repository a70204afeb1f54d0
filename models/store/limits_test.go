package store

import (
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/challenge"
	"turnpost/models/core"
	"turnpost/models/schema"
)

// If one bound refuses, the units spent on the previous bounds are returned.
func TestAllowancesAreGivenBack(t *testing.T) {
	w := newWorld(t)
	first, second := schema.Scoped{Scope: "first", Bound: models.Bound{
		Count: 2,
		Per:   time.Hour,
	}}, schema.Scoped{Scope: "second", Bound: models.Bound{Count: 1, Per: 5 * time.Minute}}
	unbounded := schema.Scoped{Scope: "unbounded", Bound: models.Bound{Count: -1}}
	for i, step := range []struct {
		take    []schema.Scoped
		refused int
	}{
		{[]schema.Scoped{first, unbounded, second}, schema.NoneRefused},
		{[]schema.Scoped{first, unbounded, second}, 2},
		{[]schema.Scoped{first, unbounded, second}, 2},
		{[]schema.Scoped{first}, schema.NoneRefused}, // its second unit is unspent
		{[]schema.Scoped{first, second}, 0},
	} {
		err := w.Write(t.Context(), func(tx *core.Tx) error {
			refused, err := tx.TakeAll(step.take...)
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
	w.Limits.SenderHour, w.Limits.SenderDay = models.Bound{Count: 2, Per: 24 * time.Hour}, models.Bound{
		Count: 1,
		Per:   time.Hour,
	}
	ann, bob := w.player("ann"), w.player("bob")
	mailed := 0
	for range 5 { // the first is mailed; the others are held until an hour later
		c, err := w.CreateChallenge(t.Context(), ann, challenge.NewChallenge{Ruleset: "hnefatafl", Opponent: "bob"})
		if err != nil {
			t.Fatal(err)
		}
		mailed += w.mailsTo(models.KindChallenge, bob.Email)
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
	w.Limits.CodeGap, w.Limits.CodeMails = models.Bound{Count: 2, Per: 24 * time.Hour}, models.Bound{
		Count: 1,
		Per:   time.Hour,
	}
	w.player("ann")
	mailed := 0
	for range 5 {
		if err := w.RequestCode(t.Context(), "ann@example.org"); err != nil {
			t.Fatal(err)
		}
		mailed += w.mailsTo(models.KindCode, "ann@example.org")
		w.pass(20 * time.Minute)
	}
	if mailed != 2 {
		t.Errorf("%d codes were mailed", mailed)
	}
}

// The wait is the time until one unit is back. There is none without a bound, nor if the stored time is beyond what the
// bound allows: it comes from a clock that was ahead.
func TestWaitForAllowance(t *testing.T) {
	w := newWorld(t)
	two := models.Bound{Count: 2, Per: time.Hour} // a unit comes back every half hour
	now := models.ToMillis(w.now())
	for name, c := range map[string]struct {
		bound models.Bound
		until models.Millis
		want  time.Duration
	}{
		"never spent":         {two, 0, 0},
		"one unit spent":      {two, now.Add(30 * time.Minute), 0},
		"both spent":          {two, now.Add(time.Hour), 30 * time.Minute},
		"both spent, earlier": {two, now.Add(40 * time.Minute), 10 * time.Minute},
		"clock was ahead":     {two, now.Add(time.Hour + time.Millisecond), 0},
		"no bound any more":   {models.Bound{Count: -1}, now.Add(-time.Millisecond), 0},
	} {
		err := w.Write(t.Context(), func(tx *core.Tx) error {
			s := schema.Scoped{Scope: name, Bound: c.bound}
			if c.until > 0 {
				if err := tx.Exec("INSERT INTO bounds (scope, until_at) VALUES (?, ?)", s.Scope, c.until).Error; err != nil {
					return err
				}
			}
			got, err := tx.Wait(s)
			if got != c.want {
				t.Errorf("%s: wait %s, want %s", name, got, c.want)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
