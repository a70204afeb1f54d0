package store

import (
	"crypto/ecdh"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/calendar"
	"turnpost/models/hook"
	"turnpost/models/webhook"
)

// newDevice returns the subscription of a new browser at a push service.
func newDevice(t testing.TB, endpoint string) hook.NewDevice {
	t.Helper()
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return hook.NewDevice{
		Endpoint: endpoint, Auth: base64.RawURLEncoding.EncodeToString(make([]byte, 16)),
		Key: base64.RawURLEncoding.EncodeToString(key.PublicKey().Bytes()), Name: "Firefox",
	}
}

func TestDevicesOfAPlayer(t *testing.T) {
	w := newHookWorld(t, hook.NewHook{})
	ctx := t.Context()
	for i := range hook.MaxDevices + 2 {
		if _, err := w.AddDevice(ctx, w.ann.ID, newDevice(t, fmt.Sprintf("https://push.example.org/send/%d",
			i))); err != nil {
			t.Fatal(err)
		}
		w.pass(time.Second)
	}
	list, err := w.Devices(ctx, w.ann.ID)
	if err != nil || len(list) != hook.MaxDevices || list[0].URL != "https://push.example.org/send/2" {
		t.Fatalf("%d devices, the first is %+v, %v", len(list), list[0], err)
	}
	// The next user of the browser takes the endpoint over.
	if _, err := w.AddDevice(ctx, w.bob.ID, newDevice(t, list[0].URL)); err != nil {
		t.Fatal(err)
	}
	mine, err := w.Devices(ctx, w.ann.ID)
	if err != nil || len(mine) != hook.MaxDevices-1 {
		t.Errorf("ann has %d devices, %v", len(mine), err)
	}
	if hooks, err := w.Hooks(ctx, w.ann.ID); err != nil || len(hooks) != 1 {
		t.Errorf("ann has the webhooks %+v, %v", hooks, err)
	}
	before, err := w.PushKey(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Admin().RotatePushKey(ctx); err != nil {
		t.Fatal(err)
	}
	after, err := w.PushKey(ctx)
	mine, listErr := w.Devices(ctx, w.bob.ID)
	if err != nil || listErr != nil || before.Equal(after) || len(mine) != 0 {
		t.Errorf("after the rotation bob has %d devices, %v, %v; same key: %t", len(mine), err, listErr, before.Equal(after))
	}
}

func TestDevicesThatAreRefused(t *testing.T) {
	w := newHookWorld(t, hook.NewHook{})
	good := newDevice(t, "https://push.example.org/send/1")
	for name, change := range map[string]func(*hook.NewDevice){
		"no key":          func(n *hook.NewDevice) { n.Key = "" },
		"short secret":    func(n *hook.NewDevice) { n.Auth = "AAAA" },
		"no point":        func(n *hook.NewDevice) { n.Key = base64.RawURLEncoding.EncodeToString(make([]byte, 65)) },
		"no address":      func(n *hook.NewDevice) { n.Endpoint = "push" },
		"another program": func(n *hook.NewDevice) { n.Endpoint = "ftp://push.example.org/" },
	} {
		bad := good
		change(&bad)
		if _, err := w.AddDevice(t.Context(), w.ann.ID, bad); models.CodeOf(err) != models.CodeInvalid {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := w.CreateHook(t.Context(), w.ann.ID, hook.NewHook{
		URL:    good.Endpoint,
		Format: webhook.Push,
	}); models.CodeOf(err) != models.CodeInvalid {
		t.Errorf("a webhook of the format push: %v", err)
	}
}

func TestADeviceRingsNeitherAtNightNorOnDaysOff(t *testing.T) {
	zone, err := time.LoadLocation("Europe/Warsaw")
	if err != nil {
		t.Fatal(err)
	}
	weekend, _ := calendar.ParseDaysOff([]string{"sat", "sun"})
	none, night := calendar.DaysOff{}, &calendar.QuietHours{From: "22:00", Until: "07:30"}
	at := func(text string) time.Time {
		t.Helper()
		parsed, err := time.ParseInLocation("2006-01-02 15:04", text, zone)
		if err != nil {
			t.Fatal(err)
		}
		return parsed
	}
	for _, try := range []struct {
		at    string
		quiet *calendar.QuietHours
		off   calendar.DaysOff
		want  string
	}{
		{"2026-11-27 12:00", night, weekend, "2026-11-27 12:00"},
		{"2026-11-27 23:00", night, none, "2026-11-28 07:30"},
		{"2026-11-27 23:00", night, weekend, "2026-11-30 07:30"}, // a Friday night
		{"2026-11-28 12:00", nil, weekend, "2026-11-30 00:00"},
		{"2026-11-28 12:00", nil, none, "2026-11-28 12:00"},
	} {
		if got := hook.RingTime(at(try.at), try.quiet, try.off, zone); !got.Equal(at(try.want)) {
			t.Errorf("%s: rings at %s, want %s", try.at, got, try.want)
		}
	}
}

func TestHooksOfBots(t *testing.T) {
	w := newHookWorld(t, hook.NewHook{})
	ctx := t.Context()
	const token = "1234:abcdefghijklmnopqrstuvwxyz"
	for field, bad := range map[string]hook.NewHook{
		"chat":  {Format: webhook.Telegram, Target: "x y", Token: token},
		"room":  {Format: webhook.Matrix, URL: "https://m.example.org", Target: "#alias:example.org", Token: "12345678"},
		"token": {Format: webhook.Telegram, Target: "12", Token: "1234"},
		"url":   {Format: webhook.Matrix, Target: "!a:example.org", Token: "12345678"},
	} {
		_, err := w.CreateHook(ctx, w.ann.ID, bad)
		if e, is := errors.AsType[*models.Error](err); !is || e.Code != models.CodeInvalid || e.Field != field {
			t.Errorf("%s: %v", field, err)
		}
	}
	made, err := w.CreateHook(ctx, w.ann.ID, hook.NewHook{Format: webhook.Telegram, Target: "12", Token: token})
	if err != nil || made.URL != "https://api.telegram.org" || made.Secret != "" {
		t.Fatalf("%+v, %v", made, err)
	}
	if _, err := w.RotateHookSecret(ctx, w.ann.ID, made.ID); models.CodeOf(err) != models.CodeConflict {
		t.Errorf("a new secret for Telegram: %v", err)
	}
	chat, format := "@games", webhook.JSON
	h, err := w.UpdateHook(ctx, w.ann.ID, made.ID, hook.Patch{Target: &chat})
	if err != nil || h.Target != chat {
		t.Errorf("%+v, %v", h, err)
	}
	if h, err = w.UpdateHook(ctx, w.ann.ID, made.ID, hook.Patch{Format: &format}); err != nil || h.Target != "" {
		t.Errorf("%+v, %v", h, err)
	}
	secret, err := w.RotateHookSecret(ctx, w.ann.ID, made.ID)
	if err != nil || secret == "" {
		t.Errorf("%q, %v", secret, err)
	}
}
