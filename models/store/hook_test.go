package store

import (
	"slices"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/hook"
	"turnpost/models/notice"
	"turnpost/models/webhook"
)

func TestHookGetsTheNoticesThatItWants(t *testing.T) {
	w := newHookWorld(t, hook.NewHook{Events: []models.Kind{models.KindYourTurn, models.KindGameOver}})
	if got := w.sendHooks(); !slices.Equal(got, []models.Kind{models.KindYourTurn}) {
		t.Fatalf("sent %v", got)
	}
	w.play(w.game, w.ann, "d1-c1")
	if got := w.sendHooks(); len(got) != 0 {
		t.Fatalf("bob has no webhook, but %v was sent", got)
	}
	if _, err := w.NegotiateDraw(t.Context(), w.bob.ID, w.game.ID, models.MakeOffer); err != nil {
		t.Fatal(err)
	}
	if got := w.sendHooks(); len(got) != 0 {
		t.Fatalf("the webhook does not want offers, but %v was sent", got)
	}
	if _, err := w.ResignGame(t.Context(), w.bob.ID, w.game.ID); err != nil {
		t.Fatal(err)
	}
	if got := w.sendHooks(); !slices.Equal(got, []models.Kind{models.KindGameOver}) {
		t.Fatalf("sent %v", got)
	}
	notices, _, err := w.Notices(t.Context(), w.ann.ID, 0, 50)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range notices {
		want := n.Kind == models.KindYourTurn || n.Kind == models.KindGameOver
		if got := len(n.Hooks) == 1; got != want || got && (n.Hooks[0].Status != models.Sent ||
			n.Hooks[0].Hook != w.hook.ID) {
			t.Errorf("the ledger has %s with %+v", n.Kind, n.Hooks)
		}
	}
}

// TestHookIsNotToldWhatIsOutdated plays before the worker comes.
func TestHookIsNotToldWhatIsOutdated(t *testing.T) {
	w := newHookWorld(t, hook.NewHook{Events: []models.Kind{models.KindYourTurn}})
	claims := w.hookClaims()
	if len(claims) != 1 || claims[0].Kind != models.KindYourTurn {
		t.Fatalf("claims %+v", claims)
	}
	w.play(w.game, w.ann, "d1-c1")
	if _, drop, err := w.ComposeHook(t.Context(), claims[0]); drop != notice.DropTurnPlayed || err != nil {
		t.Fatalf("%q, %v", drop, err)
	}
	if got := w.settleHook(hook.Outcome{Claim: claims[0], Dropped: notice.DropTurnPlayed}); got != hook.HookDropped {
		t.Fatalf("settled as %s", got)
	}
	if h := w.hookNow(); h.Last != nil {
		t.Fatalf("nothing was sent, but the last result is %+v", h.Last)
	}
	if err := w.raw("DELETE FROM notices"); err != nil {
		t.Fatal(err)
	}
	if _, drop, err := w.ComposeHook(t.Context(), claims[0]); drop != notice.DropAccountGone || err != nil {
		t.Fatalf("a notice that is gone: %q, %v", drop, err)
	}
}

// TestHooksIgnoreTheSettingsOfMail checks quiet hours, digests, mail that is off and mail that does not arrive.
func TestHooksIgnoreTheSettingsOfMail(t *testing.T) {
	w := newHookWorld(t, hook.NewHook{})
	w.sendHooks()
	for _, patch := range []models.ProfilePatch{
		{Mail: map[models.Kind]models.Delivery{models.KindMessage: models.Off}},
		{Mail: map[models.Kind]models.Delivery{models.KindMessage: models.Digest}},
		{Games: map[string]models.Delivery{w.game.ID: models.Off}},
	} {
		if _, err := w.UpdateProfile(t.Context(), w.ann.ID, patch); err != nil {
			t.Fatal(err)
		}
		if _, err := w.SendMessage(t.Context(), w.bob.ID, w.game.ID, "hello"); err != nil {
			t.Fatal(err)
		}
		w.pass(2 * time.Minute)
		w.deliver()
		if got := w.sendHooks(); !slices.Equal(got, []models.Kind{models.KindMessage}) {
			t.Errorf("%+v: sent %v", patch, got)
		}
		w.pass(time.Minute)
	}
}

// A week in which no server runs is no week of failures.
func TestHookOutlivesAnOutage(t *testing.T) {
	w := newHookWorld(t, hook.NewHook{Events: []models.Kind{models.KindYourTurn}})
	w.deliver()
	for range 2 {
		claims := w.hookClaims()
		if len(claims) != 1 {
			t.Fatalf("%d claims", len(claims))
		}
		failure := hook.Outcome{Claim: claims[0], Status: 500, Detail: hook.HookRefused, RetryAt: w.now().Add(time.Minute)}
		if got := w.settleHook(failure); got != hook.HookRetry {
			t.Fatal(got)
		}
		w.pass(7 * 24 * time.Hour)
	}
}

func TestHookFailsAndIsTurnedOffAfterThreeDays(t *testing.T) {
	w := newHookWorld(t, hook.NewHook{Events: []models.Kind{models.KindYourTurn}})
	w.deliver()
	wait := time.Minute
	for start := w.now(); ; wait = min(2*wait, 6*time.Hour) {
		claims := w.hookClaims()
		if len(claims) != 1 {
			t.Fatalf("%d claims after %s", len(claims), w.now().Sub(start))
		}
		got := w.settleHook(hook.Outcome{Claim: claims[0], Status: 500, Detail: hook.HookRefused, RetryAt: w.now().Add(wait)})
		if w.now().Sub(start) < 72*time.Hour {
			if got != hook.HookRetry {
				t.Fatalf("%s after %s", got, w.now().Sub(start))
			}
			if early := w.hookClaims(); len(early) != 0 {
				t.Fatalf("claimed before the time of the retry: %+v", early)
			}
			w.pass(wait)
			continue
		}
		if got != hook.HookTurnedOff {
			t.Fatalf("%s after %s", got, w.now().Sub(start))
		}
		break
	}
	mails := w.deliver()
	if len(mails) != 1 || mails[0].Kind != models.KindWebhookOff || mails[0].HookEnd.Host != "hooks.example.org" ||
		mails[0].HookEnd.Status != 500 || mails[0].To.ID != w.ann.ID {
		t.Fatalf("mails %s", kinds(mails))
	}
	if h := w.hookNow(); h.On || h.Last.FailingSince.IsZero() {
		t.Fatalf("%+v", h)
	}
	w.world.game(w.ann, w.bob, "hnefatafl", "7x7")
	w.pass(6 * time.Hour)
	if claims := w.hookClaims(); len(claims) != 0 {
		t.Fatalf("claimed for a webhook that is off: %+v", claims)
	}
	if err := w.TestHook(t.Context(), w.ann.ID, w.hook.ID); err != nil {
		t.Fatal(err)
	}
	if got := w.sendHooks(); !slices.Equal(got, []models.Kind{models.KindTest}) {
		t.Fatalf("sent %v", got)
	}
	if h := w.hookNow(); !h.On || !h.Last.FailingSince.IsZero() {
		t.Fatalf("a test that arrived has not turned it on: %+v", h)
	}
	w.deliver()
	if n := w.dropped(w.ann, models.KindWebhookOff); len(n) > 0 {
		t.Errorf("another mail that it is off: %v", n)
	}
}

func TestHookThatIsGoneIsOffAtOnce(t *testing.T) {
	w := newHookWorld(t, hook.NewHook{})
	claim := w.hookClaims()[0]
	if got := w.settleHook(hook.Outcome{Claim: claim, Status: 410, Detail: hook.HookGone}); got != hook.HookTurnedOff {
		t.Fatalf("settled as %s", got)
	}
	if h := w.hookNow(); h.On {
		t.Fatalf("%+v", h)
	}
	if n := len(w.hookClaims()); n != 0 {
		t.Fatalf("%d claims", n)
	}
}

func TestSecretsRotate(t *testing.T) {
	w := newHookWorld(t, hook.NewHook{})
	second, err := w.RotateHookSecret(t.Context(), w.ann.ID, w.hook.ID)
	if err != nil {
		t.Fatal(err)
	}
	claim := w.hookClaims()[0]
	if len(claim.Secrets) != 2 || webhook.SecretText(claim.Secrets[0]) != second ||
		webhook.SecretText(claim.Secrets[1]) != w.hook.Secret {
		t.Fatalf("%d secrets sign, not the new and the old one", len(claim.Secrets))
	}
	w.settleHook(hook.Outcome{Claim: claim, Detail: hook.HookUnreachable, RetryAt: w.now().Add(time.Minute)})
	w.pass(webhook.SecretLife)
	if claim := w.hookClaims()[0]; len(claim.Secrets) != 1 {
		t.Fatalf("%d secrets sign after a day", len(claim.Secrets))
	}
}

// TestHookMoves sends what waits to the new host at once.
func TestHookMoves(t *testing.T) {
	w := newHookWorld(t, hook.NewHook{})
	claim := w.hookClaims()[0]
	w.settleHook(hook.Outcome{Claim: claim, Detail: hook.HookUnreachable, RetryAt: w.now().Add(time.Hour)})
	to := "https://other.example.org/x"
	if _, err := w.UpdateHook(t.Context(), w.ann.ID, w.hook.ID, hook.Patch{URL: &to}); err != nil {
		t.Fatal(err)
	}
	if claims := w.hookClaims(); len(claims) != 1 || claims[0].URL != to || claims[0].MessageID != claim.MessageID {
		t.Fatalf("%+v", claims)
	}
}

func TestHookIsDeleted(t *testing.T) {
	w := newHookWorld(t, hook.NewHook{})
	if err := w.DeleteHook(t.Context(), w.bob.ID, w.hook.ID); models.CodeOf(err) != models.CodeNotFound {
		t.Fatalf("bob deletes the webhook of ann: %v", err)
	}
	if err := w.DeleteHook(t.Context(), w.ann.ID, w.hook.ID); err != nil {
		t.Fatal(err)
	}
	if claims := w.hookClaims(); len(claims) != 0 {
		t.Fatalf("%+v", claims)
	}
}

// TestAccountGoesWithItsHooks checks that no row of webhooks outlives the account.
func TestAccountGoesWithItsHooks(t *testing.T) {
	w := newHookWorld(t, hook.NewHook{})
	w.hookClaims()
	if err := w.DeletePlayer(t.Context(), w.ann.ID, "ann"); err != nil {
		t.Fatal(err)
	}
	if err := w.ApplyBulkChanges(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, table := range []string{"hooks", "hook_deliveries"} {
		var n int64
		if err := w.Read(t.Context()).Raw("SELECT COUNT(*) FROM " + table).Scan(&n).Error; err != nil || n != 0 {
			t.Errorf("%s has %d rows, %v", table, n, err)
		}
	}
}

func TestNewHooksAreChecked(t *testing.T) {
	w := newWorld(t)
	ann, bob, cyd := w.player("ann"), w.player("bob"), w.player("cyd")
	g := w.game(bob, cyd, "hnefatafl", "7x7")
	for field, n := range map[string]hook.NewHook{
		"url":    {URL: "https://user:pass@example.org/"},
		"format": {URL: "https://example.org/", Format: "xml"},
		"events": {URL: "https://example.org/", Events: []models.Kind{models.KindCode}},
		"game":   {URL: "https://example.org/", Game: g.ID},
	} {
		_, err := w.CreateHook(t.Context(), ann.ID, n)
		//nolint:errorlint // it is not wrapped
		if e, ok := err.(*models.Error); !ok || e.Code != models.CodeInvalid || e.Field != field {
			t.Errorf("%s: %v", field, err)
		}
	}
	for range hook.MaxHooks {
		w.makeHook(ann, hook.NewHook{})
	}
	if _, err := w.CreateHook(t.Context(), ann.ID,
		hook.NewHook{URL: "https://example.org/"}); models.CodeOf(err) != models.CodeConflict {
		t.Errorf("one too many: %v", err)
	}
}
