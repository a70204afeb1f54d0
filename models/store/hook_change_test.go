package store

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/hook"
	"turnpost/models/notice"
	"turnpost/models/webhook"
	"turnpost/rules/rulestest/sample"
)

// update changes the webhook.
func (w *hookWorld) update(patch hook.Patch) hook.Hook {
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
	w.settleHook(hook.Outcome{Claim: claim, Detail: hook.HookUnreachable, RetryAt: w.now().Add(6 * time.Hour)})
}

// A webhook for one game gets no notices of others.
func TestHookOfOneGame(t *testing.T) {
	t.Parallel()
	w := newHookWorld(t, hook.NewHook{})
	w.sendHooks()
	if h := w.update(hook.Patch{Game: &w.game.ID, Events: &[]models.Kind{models.KindYourTurn}}); h.Game != w.game.ID {
		t.Fatalf("%+v", h)
	}
	w.world.game(w.ann, w.bob, "hnefatafl", "7x7")
	if got := w.sendHooks(); len(got) != 0 {
		t.Errorf("of another game: sent %v", got)
	}
	w.play(w.play(w.game, w.ann, "d1-c1"), w.bob, "d3-c3")
	if got := w.sendHooks(); !slices.Equal(got, []models.Kind{models.KindYourTurn}) {
		t.Errorf("sent %v", got)
	}
}

// What changes nothing forgets no failure; a webhook that is turned off and on does. While it is off, nothing is sent
// or noted for it.
func TestHookIsTurnedOffAndOn(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	t.Parallel()
	w := newHookWorld(t, hook.NewHook{Events: []models.Kind{models.KindYourTurn}})
	w.fails()
	on, off := true, false
	if h := w.update(hook.Patch{URL: &w.hook.URL, On: &on}); h.Last.FailingSince.IsZero() || len(w.hookClaims()) > 0 {
		t.Errorf("the failure is forgotten: %+v", h)
	}
	if h := w.update(hook.Patch{On: &off}); h.On || h.Last.FailingSince.IsZero() {
		t.Errorf("turned off: %+v", h)
	}
	w.world.game(w.ann, w.bob, "hnefatafl", "7x7")
	var noted int
	if err := w.Read(t.Context()).Raw("SELECT COUNT(*) FROM hook_notices").Scan(&noted).Error; err != nil || noted != 0 {
		t.Errorf("%d notices are noted for a webhook that is off, %v", noted, err)
	}
	w.pass(6 * time.Hour)
	if claims := w.hookClaims(); len(claims) != 0 {
		t.Errorf("claimed %+v", claims)
	}
	if h := w.update(hook.Patch{On: &on}); !h.On || !h.Last.FailingSince.IsZero() {
		t.Errorf("turned on: %+v", h)
	}
	w.world.game(w.ann, w.bob, "hnefatafl", "7x7")
	if got := w.sendHooks(); !slices.Equal(got, []models.Kind{models.KindYourTurn}) {
		t.Errorf("sent %v", got)
	}
}

// A test that arrives ends the wait for the next try of the others.
func TestHookIsTriedAtOnceAfterATest(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	t.Parallel()
	w := newHookWorld(t, hook.NewHook{Events: []models.Kind{models.KindYourTurn}})
	w.fails()
	if err := w.TestHook(t.Context(), w.ann.ID, w.hook.ID); err != nil {
		t.Fatal(err)
	}
	if got := w.sendHooks(); !slices.Equal(got, []models.Kind{models.KindTest, models.KindYourTurn}) {
		t.Errorf("sent %v", got)
	}
}

// What waits for a webhook that is deleted is dropped.
func TestHookIsDeletedWhileANoticeWaits(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	t.Parallel()
	w := newHookWorld(t, hook.NewHook{Events: []models.Kind{models.KindYourTurn}})
	w.fails()
	if err := w.DeleteHook(t.Context(), w.ann.ID, w.hook.ID); err != nil {
		t.Fatal(err)
	}
	w.pass(6 * time.Hour)
	if claims := w.hookClaims(); len(claims) != 0 {
		t.Errorf("%+v", claims)
	}
	if d := w.newest(w.ann,
		models.KindYourTurn).Hooks; len(d) != 1 || d[0].Status != models.Dropped || d[0].Reason != notice.DropHookOff {
		t.Errorf("the ledger says %+v", d)
	}
}

// The guard of addresses sees the host of a URL that can be a webhook's, and may refuse it.
func TestHostOfAHookIsChecked(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ann := w.player("ann")
	checked := ""
	w.CheckHookHost = func(_ context.Context, u *url.URL) webhook.Fault {
		if checked = u.Host; checked == "inside.example.org" {
			return webhook.FaultPrivate
		}
		return ""
	}
	for text, want := range map[string]string{
		"https://inside.example.org/": string(webhook.FaultPrivate), "https://example.org/": "", "example.org": "form",
	} {
		checked = ""
		_, err := w.CreateHook(t.Context(), ann.ID, hook.NewHook{URL: text})
		u, _ := url.Parse(text)
		if (err == nil) != (want == "") || err != nil && models.CodeOf(err) != models.CodeInvalid || checked != u.Host {
			t.Errorf("%s: %v, after a check of %q", text, err, checked)
		}
	}
}

// Messages that one mail reports are several deliveries, each with an ID.
func TestHookGetsEveryMessage(t *testing.T) {
	t.Parallel()
	w := newHookWorld(t, hook.NewHook{Events: []models.Kind{models.KindMessage}})
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
		w.settleHook(hook.Outcome{Claim: claims[0], Status: 204, Detail: hook.HookOK})
	}
	if len(ids) != 3 {
		t.Errorf("messages %v were sent", ids)
	}
}

// A worker gets as many deliveries as it asks for, over all hosts, and is told whether there may be more: of them, and
// of notices beyond one batch.
func TestClaimsOfHooksAreLimited(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	t.Parallel()
	w := newWorld(t)
	bob := w.player("bob")
	noted := fmt.Sprintf("INSERT INTO hook_notices (key, part, at) VALUES ('gone', 0, %d)", models.ToMillis(w.now()))
	for range hook.HookBatch {
		if err := w.raw(noted); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"ann", "cyd"} {
		p := w.player(name)
		for _, host := range []string{"a", "b"} {
			w.makeHook(p, hook.NewHook{
				URL:    "https://" + host + ".example.org/" + name,
				Events: []models.Kind{models.KindYourTurn},
			})
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
