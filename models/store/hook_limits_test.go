package store

import (
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/hook"
	"turnpost/rules/rulestest/sample"
)

// TestOneTryForManyNotices checks that a webhook that fails gets one attempt, however many notices wait, and all of
// them after a success.
func TestOneTryForManyNotices(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	w := newHookWorld(t, hook.NewHook{Events: []models.Kind{models.KindYourTurn}})
	w.sendHooks()
	for range 5 {
		w.world.game(w.ann, w.bob, "hnefatafl", "7x7")
	}
	for range 3 {
		claims := w.hookClaims()
		if len(claims) != 1 {
			t.Fatalf("%d claims", len(claims))
		}
		w.settleHook(hook.Outcome{Claim: claims[0], Detail: hook.HookUnreachable, RetryAt: w.now().Add(time.Hour)})
		w.pass(time.Hour)
	}
	if got := w.sendHooks(); len(got) != 5 {
		t.Fatalf("sent %v", got)
	}
}

func TestLimitsOfAHost(t *testing.T) {
	sample.Whole(t, "sends webhooks for a minute")
	w := newWorld(t)
	bob := w.player("bob")
	for _, name := range []string{"ann", "cyd", "dan", "eve"} {
		p := w.player(name)
		w.makeHook(p, hook.NewHook{URL: "https://chat.example.org/" + name})
		for range 20 {
			w.game(p, bob, "hnefatafl", "7x7")
		}
	}
	together := w.hookClaims()
	if len(together) != 2 || together[0].Hook == together[1].Hook {
		t.Fatalf("%d claims at a time", len(together))
	}
	for _, c := range together {
		w.settleHook(hook.Outcome{Claim: c, Status: 200, Detail: hook.HookOK})
	}
	sent := 2
	for end := w.now().Add(time.Minute); w.now().Before(end); w.pass(time.Second) {
		sent += len(w.sendHooks())
	}
	if sent < 50 || sent > 60 {
		t.Fatalf("%d requests in a minute", sent)
	}
}

// TestLeaseOfAHookEnds claims a delivery again that its worker never settled.
func TestLeaseOfAHookEnds(t *testing.T) {
	w := newHookWorld(t, hook.NewHook{Events: []models.Kind{models.KindYourTurn}}) // the host has no other delivery
	first := w.hookClaims()[0]
	w.pass(time.Minute)
	again := w.hookClaims()
	if len(again) != 1 || again[0].MessageID != first.MessageID || again[0].Attempts != 2 {
		t.Fatalf("claimed again %+v", again)
	}
	if got := w.settleHook(hook.Outcome{Claim: first, Detail: hook.HookOK}); got != hook.HookLost {
		t.Fatalf("settled as %s", got)
	}
	if got := w.settleHook(hook.Outcome{Claim: again[0], Detail: hook.HookOK}); got != hook.HookSent {
		t.Fatalf("settled as %s", got)
	}
}

// A webhook that fails does not delay another one on its host.
func TestFailingHookDelaysNoOther(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	t.Parallel()
	w := newHookWorld(t, hook.NewHook{Events: []models.Kind{models.KindYourTurn}})
	w.fails()
	w.makeHook(w.ann, hook.NewHook{Events: []models.Kind{models.KindYourTurn}})
	if claims := w.hookClaims(); len(claims) != 0 {
		t.Fatalf("claimed %+v", claims)
	}
	w.world.game(w.ann, w.bob, "hnefatafl", "7x7")
	if got := w.sendHooks(); len(got) != 1 {
		t.Errorf("sent %v", got)
	}
}
