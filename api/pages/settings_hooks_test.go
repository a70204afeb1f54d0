package pages_test

import (
	"slices"
	"strings"
	"testing"

	"turnpost/models"
	"turnpost/models/hook"
)

// A webhook is made in the settings, its secret is shown once, and it is tested and deleted, all without scripts.
func TestWebhooksAreMadeInTheSettings(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	const url = "https://chat.example.com/hooks/key"
	made := m.ann.post("/settings/new-webhook", "url", url, "format", "slack", "events", "your_turn").want(200,
		"shown this once", "chat.example.com", "nothing was sent yet")
	if made.header.Get("Cache-Control") != "no-store" {
		t.Errorf("it may be kept: %v", made.header)
	}
	secret, _ := attr(made.find("input", "readonly", "")[0], "value")
	if again := m.ann.get("/settings").want(200, "chat.example.com"); strings.Contains(again.body, secret) ||
		strings.Contains(again.body, "/hooks/key") {
		t.Errorf("the secret or the whole address is shown again:\n%s", again.text())
	}
	hooks, err := m.Hooks(t.Context(), m.players[0].ID)
	if err != nil || len(hooks) != 1 || hooks[0].URL != url || len(hooks[0].Events) != 1 {
		t.Fatalf("%+v, %v", hooks, err)
	}
	id := hooks[0].ID
	m.ann.post("/settings/test-webhook", "id", id).want(200, "The test is on its way.")
	renewed := m.ann.post("/settings/webhook-secret", "id", id).want(200, "shown this once")
	if again, _ := attr(renewed.find("input", "readonly", "")[0], "value"); again == secret {
		t.Error("the new secret is the old one")
	}
	m.ann.post("/settings/change-webhook", "id", id, "url", "", "format", "ntfy", "events", "game_over").want(200,
		"The webhook is changed.", "off; a test that arrives")
	if h, err := m.Hook(t.Context(), m.players[0].ID, id); err != nil || h.URL != url || h.Format != "ntfy" || h.On ||
		len(h.Events) != 1 || h.Events[0] != "game_over" {
		t.Errorf("%+v, %v", h, err)
	}
	wrong := m.ann.post("/settings/change-webhook", "id", id, "url", "https://a:b@chat.example.com/", "format", "slack",
		"on", "1").want(400, "a user or a password")
	if !strings.Contains(wrong.body, "<details open>") || !strings.Contains(wrong.body, `value="https://a:b@chat.ex`) {
		t.Error("the form that changes the webhook has lost what was written")
	}
	m.ann.post("/settings/change-webhook", "id", id, "url", "https://new.example.com/x", "format", "json", "on", "1").
		want(200, "new.example.com")
	if h, err := m.Hook(t.Context(), m.players[0].ID, id); err != nil || !h.On || len(h.Events) < 5 {
		t.Errorf("%+v, %v", h, err)
	}
	m.bob.post("/settings/change-webhook", "id", id, "format", "json").want(404)
	m.ann.post("/settings/change-webhook", "id", id, "url", url, "format", "json", "on", "1").want(200)
	refused := m.ann.post("/settings/new-webhook", "url", "https://ann:pass@chat.example.com/", "format", "ntfy",
		"events", "game_over").want(400, "Address: ", "a user or a password")
	if !strings.Contains(refused.body, `value="ntfy" selected`) ||
		!strings.Contains(refused.body, `value="game_over" checked`) {
		t.Error("the form has lost what was chosen")
	}
	m.bob.post("/settings/delete-webhook", "id", id).want(404)
	m.visitor().post("/settings/test-webhook", "id", id).want(401)
	m.ann.post("/settings/delete-webhook", "id", id).want(200, "The webhook is deleted.")
	if p := m.ann.get("/settings"); strings.Contains(p.body, "chat.example.com") {
		t.Error("the webhook is still shown")
	}
}

// One choice says which notices a webhook gets; only who wants others chooses them one by one.
func TestNoticesAreChosenByGroups(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	var id string
	for _, c := range []struct {
		group, shown string
		events       []string
		want         int
	}{
		{"turn", "turn", []string{"message"}, 3}, // what is checked in the folded part counts with "chosen" alone
		{"all", "all", nil, len(hook.Events())},
		{"chosen", "chosen", []string{"message", "game_over"}, 2},
		{"chosen", "turn", []string{"reminder", "your_turn", "offer"}, 3},
		{"chosen", "all", nil, len(hook.Events())},
		{"", "chosen", []string{"game_over"}, 1},
		{"game", "game", nil, 0},
	} {
		form := []string{"url", "https://chat.example.com/key", "format", "json", "on", "1", "group", c.group}
		for _, kind := range c.events {
			form = append(form, "events", kind)
		}
		if id == "" {
			m.ann.post("/settings/new-webhook", form...).want(200)
		} else {
			m.ann.post("/settings/change-webhook", append(form, "id", id)...).want(200)
		}
		hooks, err := m.Hooks(t.Context(), m.players[0].ID)
		if err != nil || len(hooks) != 1 || c.want > 0 && len(hooks[0].Events) != c.want ||
			!slices.Contains(hooks[0].Events, models.KindYourTurn) && c.group != "chosen" && c.group != "" {
			t.Errorf("%+v: %+v, %v", c, hooks, err)
		}
		id = hooks[0].ID
		if p := m.ann.get("/settings"); !strings.Contains(p.body, `value="`+c.shown+`" selected`) {
			t.Errorf("%+v is not shown:\n%s", c, p.body)
		}
	}
}
