package models

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"testing"
	"time"

	"turnpost/models/webhook"
)

// update changes the webhook.
func (w *hookWorld) update(patch HookPatch) Hook {
	w.t.Helper()
	h, err := w.UpdateHook(w.t.Context(), w.ann.ID, w.hook.ID, patch)
	if err != nil {
		w.t.Fatal(err)
	}
	return h
}

// fails lets the first delivery fail, so that nothing is sent for six hours.
func (w *hookWorld) fails() {
	w.t.Helper()
	claim := w.hookClaims()[0]
	w.settleHook(HookOutcome{Claim: claim, Detail: HookUnreachable, RetryAt: w.now().Add(6 * time.Hour)})
}

// A webhook for one game gets no notices of others.
func TestHookOfOneGame(t *testing.T) {
	t.Parallel()
	w := newHookWorld(t, NewHook{})
	w.sendHooks()
	if h := w.update(HookPatch{Game: &w.game.ID, Events: &[]Kind{KindYourTurn}}); h.Game != w.game.ID {
		t.Fatalf("%+v", h)
	}
	w.world.game(w.ann, w.bob, "hnefatafl", "7x7")
	if got := w.sendHooks(); len(got) != 0 {
		t.Errorf("of another game: sent %v", got)
	}
	w.play(w.play(w.game, w.ann, "d1-c1"), w.bob, "d3-c3")
	if got := w.sendHooks(); !slices.Equal(got, []Kind{KindYourTurn}) {
		t.Errorf("sent %v", got)
	}
}

// What changes nothing forgets no failure; a webhook that is turned off and on does. While it is off, nothing is sent
// or noted for it.
func TestHookIsTurnedOffAndOn(t *testing.T) {
	t.Parallel()
	w := newHookWorld(t, NewHook{Events: []Kind{KindYourTurn}})
	w.fails()
	on, off := true, false
	if h := w.update(HookPatch{URL: &w.hook.URL, On: &on}); h.Last.FailingSince.IsZero() || len(w.hookClaims()) > 0 {
		t.Errorf("the failure is forgotten: %+v", h)
	}
	if h := w.update(HookPatch{On: &off}); h.On || h.Last.FailingSince.IsZero() {
		t.Errorf("turned off: %+v", h)
	}
	w.world.game(w.ann, w.bob, "hnefatafl", "7x7")
	var noted int
	if err := w.read(t.Context()).Raw("SELECT COUNT(*) FROM hook_notices").Scan(&noted).Error; err != nil || noted != 0 {
		t.Errorf("%d notices are noted for a webhook that is off, %v", noted, err)
	}
	w.pass(6 * time.Hour)
	if claims := w.hookClaims(); len(claims) != 0 {
		t.Errorf("claimed %+v", claims)
	}
	if h := w.update(HookPatch{On: &on}); !h.On || !h.Last.FailingSince.IsZero() {
		t.Errorf("turned on: %+v", h)
	}
	w.world.game(w.ann, w.bob, "hnefatafl", "7x7")
	if got := w.sendHooks(); !slices.Equal(got, []Kind{KindYourTurn}) {
		t.Errorf("sent %v", got)
	}
}

// A test that arrives ends the wait for the next try of the others.
func TestHookIsTriedAtOnceAfterATest(t *testing.T) {
	t.Parallel()
	w := newHookWorld(t, NewHook{Events: []Kind{KindYourTurn}})
	w.fails()
	if err := w.TestHook(t.Context(), w.ann.ID, w.hook.ID); err != nil {
		t.Fatal(err)
	}
	if got := w.sendHooks(); !slices.Equal(got, []Kind{KindTest, KindYourTurn}) {
		t.Errorf("sent %v", got)
	}
}

// What waits for a webhook that is deleted is dropped.
func TestHookIsDeletedWhileANoticeWaits(t *testing.T) {
	t.Parallel()
	w := newHookWorld(t, NewHook{Events: []Kind{KindYourTurn}})
	w.fails()
	if err := w.DeleteHook(t.Context(), w.ann.ID, w.hook.ID); err != nil {
		t.Fatal(err)
	}
	w.pass(6 * time.Hour)
	if claims := w.hookClaims(); len(claims) != 0 {
		t.Errorf("%+v", claims)
	}
	if d := w.newest(w.ann, KindYourTurn).Hooks; len(d) != 1 || d[0].Status != Dropped || d[0].Reason != DropHookOff {
		t.Errorf("the ledger says %+v", d)
	}
}

// The guard of addresses sees the host of a URL that can be a webhook's, and may refuse it.
func TestHostOfAHookIsChecked(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ann := w.player("ann")
	checked := ""
	w.checkHookHost = func(_ context.Context, u *url.URL) webhook.Fault {
		if checked = u.Host; checked == "inside.example.org" {
			return webhook.FaultPrivate
		}
		return ""
	}
	for text, want := range map[string]string{
		"https://inside.example.org/": string(webhook.FaultPrivate), "https://example.org/": "", "example.org": "form",
	} {
		checked = ""
		_, err := w.CreateHook(t.Context(), ann.ID, NewHook{URL: text})
		u, _ := url.Parse(text)
		if (err == nil) != (want == "") || err != nil && CodeOf(err) != CodeInvalid || checked != u.Host {
			t.Errorf("%s: %v, after a check of %q", text, err, checked)
		}
	}
}

// Messages that one mail reports are several deliveries, each with an ID.
func TestHookGetsEveryMessage(t *testing.T) {
	t.Parallel()
	w := newHookWorld(t, NewHook{Events: []Kind{KindMessage}})
	for _, text := range []string{"Hello", "again", "and again"} {
		if _, err := w.SendMessage(t.Context(), w.bob.ID, w.game.ID, text); err != nil {
			t.Fatal(err)
		}
	}
	ids := map[string]bool{}
	for {
		claims := w.hookClaims()
		if len(claims) == 0 {
			break
		}
		ids[claims[0].MessageID] = true
		w.settleHook(HookOutcome{Claim: claims[0], Status: 204, Detail: HookOK})
	}
	if len(ids) != 3 {
		t.Errorf("messages %v were sent", ids)
	}
}

// A worker gets as many deliveries as it asks for, over all hosts, and is told whether there may be more: of them, and
// of notices beyond one batch.
func TestClaimsOfHooksAreLimited(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	bob := w.player("bob")
	noted := fmt.Sprintf("INSERT INTO hook_notices (key, part, at) VALUES ('gone', 0, %d)", ToMillis(w.now()))
	for range hookBatch {
		if err := w.raw(noted); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"ann", "cyd"} {
		p := w.player(name)
		for _, host := range []string{"a", "b"} {
			w.makeHook(p, NewHook{URL: "https://" + host + ".example.org/" + name, Events: []Kind{KindYourTurn}})
		}
		w.game(p, bob, "hnefatafl", "7x7")
	}
	for i, want := range []struct {
		claims int
		more   bool
	}{{0, true}, {3, true}, {0, false}} { // the fourth one waits for a host that is busy
		claims, more, err := w.ClaimHooks(t.Context(), 3, time.Minute)
		if err != nil || len(claims) != want.claims || more != want.more {
			t.Errorf("claim %d: %d deliveries, more %t, %v; want %+v", i, len(claims), more, err, want)
		}
	}
}
