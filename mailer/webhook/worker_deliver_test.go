package webhook

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"turnpost/models"
	"turnpost/models/challenge"
	"turnpost/models/hook"
	"turnpost/models/webhook"
	"turnpost/rules/rulestest/sample"
)

// verified reports whether the library of standard-webhooks accepts a request with a secret.
func verified(t *testing.T, r received, secret string) bool {
	t.Helper()
	library, err := standardwebhooks.NewWebhook(secret)
	if err != nil {
		t.Fatal(err)
	}
	return library.Verify([]byte(r.body), r.header) == nil
}

func TestLibraryVerifies(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	url, requests := receiver(t, nil)
	ann, bob, made := w.yourTurn(url+"/hooks/1", webhook.JSON)
	w.run(w.Store, Config{})
	first := next(t, requests)
	if !verified(t, first, made.Secret) || verified(t, first, webhook.SecretText([]byte("another"))) {
		t.Fatalf("the library refuses %+v", first)
	}
	var e event
	if err := json.Unmarshal([]byte(first.body), &e); err != nil {
		t.Fatal(err)
	}
	g := e.Data.Game
	if e.Type != models.KindYourTurn || e.Data.Notice == 0 || g == nil || g.Opponent != "bob" || g.Turn != 1 ||
		g.Ruleset != "hnefatafl" || g.Variant != "7x7" || g.URL != "https://play.example.org/g/"+g.ID || g.Deadline == nil {
		t.Errorf("%s", first.body)
	}
	contains(t, e.Data.Description, "Your turn")
	contains(t, e.Data.Board, "a  b  c  d  e  f  g")

	second, err := w.RotateHookSecret(t.Context(), ann.ID, made.ID)
	if err != nil {
		t.Fatal(err)
	}
	w.Begin(ann, bob, "hnefatafl", "7x7")
	both := next(t, requests)
	if !verified(t, both, made.Secret) || !verified(t, both, second) {
		t.Errorf("a request after the rotation is not signed by both secrets: %v", both.header)
	}
	h := w.until(ann, made.ID, func(h hook.Hook) bool { return h.Last != nil })
	if h.Last.Status != http.StatusOK || h.Last.Detail != hook.HookOK || !h.Last.FailingSince.IsZero() {
		t.Errorf("%+v", h.Last)
	}
}

// TestNothingInItPlays looks for links and messages in the bodies of all formats: a channel is read by many.
func TestNothingInItPlays(t *testing.T) {
	sample.Whole(t, "sends every kind of event")
	t.Parallel()
	w := newWorld(t)
	ann, bob := w.SignUp("ann"), w.SignUp("bob")
	requests := map[webhook.Format]chan received{}
	for _, format := range webhook.Formats() {
		url := ""
		url, requests[format] = receiver(t, nil)
		n := hook.NewHook{URL: url + "/" + string(format), Format: format}
		switch format {
		case webhook.Telegram:
			n.Target, n.Token = "123", "1234:abcdefghijklmnopqrstuvwxyz"
		case webhook.Matrix:
			n.Target, n.Token = "!room:example.org", "syt_secret_word"
		}
		w.hook(ann, n)
	}
	w.run(w.Store, Config{})
	check := func() {
		t.Helper()
		for format, got := range requests {
			r := next(t, got)
			for _, link := range []string{"between the two", "/s/", "play+", "token", "unsubscribe"} {
				if strings.Contains(r.body, link) {
					t.Errorf("%s has %q: %s", format, link, r.body)
				}
			}
			if signs := format.TargetField() == ""; len(r.body) > maxBody || (r.header.Get("Webhook-Signature") != "") != signs {
				t.Errorf("%s has %d bytes, signed %q", format, len(r.body), r.header.Get("Webhook-Signature"))
			}
		}
		w.Clock.Advance(time.Minute) // for the limit of the host
	}
	c, err := w.CreateChallenge(t.Context(), bob, challenge.NewChallenge{
		Ruleset: "hnefatafl", Variant: "7x7", Opponent: "ann", Seat: "first", Message: "between the two of us",
	})
	if err != nil {
		t.Fatal(err)
	}
	check()
	g, err := w.AcceptChallenge(t.Context(), ann, c.ID)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.SendMessage(t.Context(), bob.ID, g.ID, "between the two of us @everyone"); err != nil {
		t.Fatal(err)
	}
	check()
	w.Play(g, bob, "d1-c1")
	check()
}

func TestFormats(t *testing.T) {
	for format, parts := range map[webhook.Format][]string{
		webhook.Discord: {
			`"allowed_mentions":{"parse":[]}`, `"embeds":[{"description":"Your turn`, "```\\n", `"url":"https://play`,
		},
		webhook.Slack: {
			`"text":"*Hnefatafl 7×7 (Brandubh) with bob`, "Your turn", "<https://play.example.org/g/", `"unfurl_links":false`,
		},
		webhook.Ntfy: {"Your turn"},
	} {
		w := newWorld(t)
		url, requests := receiver(t, nil)
		w.yourTurn(url, format)
		stop := w.run(w.Store, Config{})
		got := next(t, requests)
		stop()
		contains(t, got.body, parts...)
		if format == webhook.Ntfy {
			contains(t, got.header.Get("Click"), "https://play.example.org/g/")
			contains(t, got.header.Get("Title"), "=?utf-8?b?")
		} else if !json.Valid([]byte(got.body)) {
			t.Errorf("%s: %s", format, got.body)
		}
	}
}

func TestFormatsOfBots(t *testing.T) {
	for _, try := range []struct {
		hook  hook.NewHook
		path  string
		parts []string
	}{
		{
			hook.NewHook{Format: webhook.Telegram, Target: "-100123", Token: "1234:abcdefghijklmnopqrstuvwxyz"},
			"/bot1234:abcdefghijklmnopqrstuvwxyz/sendMessage",
			[]string{`"chat_id":"-100123"`, `"text":"<b>Hnefatafl`, "<pre>", "https://play.example.org/g/"},
		},
		{
			hook.NewHook{Format: webhook.Matrix, Target: "!room:example.org", Token: "syt_secret_token"},
			"/_matrix/client/v3/rooms/!room:example.org/send/m.room.message/msg_",
			[]string{`"msgtype":"m.text"`, `"body":"Hnefatafl`, "<pre>", "https://play.example.org/g/"},
		},
	} {
		w := newWorld(t)
		url, requests := receiver(t, nil)
		ann, bob := w.SignUp("ann"), w.SignUp("bob")
		try.hook.URL, try.hook.Events = url, []models.Kind{models.KindYourTurn}
		made := w.hook(ann, try.hook)
		if made.Secret != "" || made.Target != try.hook.Target {
			t.Errorf("%s: made %+v", try.hook.Format, made)
		}
		w.Begin(ann, bob, "hnefatafl", "7x7")
		stop := w.run(w.Store, Config{})
		got := next(t, requests)
		stop()
		contains(t, got.body, try.parts...)
		contains(t, got.path, try.path)
		if want := "Bearer " + try.hook.Token; try.hook.Format == webhook.Matrix && got.header.Get("Authorization") != want {
			t.Errorf("Authorization %q, want %q", got.header.Get("Authorization"), want)
		}
		if got.header.Get("Webhook-Signature") != "" {
			t.Error("the token of a bot signs")
		}
	}
}

func TestTestOfAHook(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	url, requests := receiver(t, nil)
	ann := w.SignUp("ann")
	made := w.hook(ann, hook.NewHook{URL: url})
	off := false
	if _, err := w.UpdateHook(t.Context(), ann.ID, made.ID, hook.Patch{On: &off}); err != nil {
		t.Fatal(err)
	}
	w.run(w.Store, Config{})
	if err := w.TestHook(t.Context(), ann.ID, made.ID); err != nil {
		t.Fatal(err)
	}
	r := next(t, requests)
	contains(t, r.body, `"type":"test"`, `"description":"This is a test of your webhook.`)
	if !verified(t, r, made.Secret) {
		t.Error("the test is not signed")
	}
	w.until(ann, made.ID, func(h hook.Hook) bool { return h.On && h.Last != nil })
}
