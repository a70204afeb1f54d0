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

// The wait is the time until one unit is back. There is none without a bound, nor if the stored time is beyond what the
// bound allows: it comes from a clock that was ahead.
func TestWaitForAllowance(t *testing.T) {
	w := newWorld(t)
	two := Bound{2, time.Hour} // a unit comes back every half hour
	now := ToMillis(w.now())
	for name, c := range map[string]struct {
		bound Bound
		until Millis
		want  time.Duration
	}{
		"never spent":         {two, 0, 0},
		"one unit spent":      {two, now.Add(30 * time.Minute), 0},
		"both spent":          {two, now.Add(time.Hour), 30 * time.Minute},
		"both spent, earlier": {two, now.Add(40 * time.Minute), 10 * time.Minute},
		"clock was ahead":     {two, now.Add(time.Hour + time.Millisecond), 0},
		"no bound any more":   {Bound{Count: -1}, now.Add(-time.Millisecond), 0},
	} {
		err := w.write(t.Context(), func(tx *Tx) error {
			s := scoped{name, c.bound}
			if c.until > 0 {
				if err := tx.Exec("INSERT INTO bounds (scope, until_at) VALUES (?, ?)", s.scope, c.until).Error; err != nil {
					return err
				}
			}
			got, err := tx.wait(s)
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
