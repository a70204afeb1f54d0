package api

import (
	"strings"
	"testing"
)

func TestWebhooks(t *testing.T) {
	m := newMatch(t)
	hooks := "/v1/me/webhooks"
	made := m.call("POST", hooks).as(m.ann).json(`{"url":"https://chat.example.com/hooks/1"}`).do().want(201)
	id := hookID.FindStringSubmatch(made.body)[1]
	if made.header.Get("Cache-Control") != "no-store" || !strings.Contains(made.body, `"secret":"whsec_`) {
		t.Errorf("%s", made.body)
	}
	one := m.call("GET", hooks+"/"+id).as(m.ann).do().want(200).body
	for _, part := range []string{`"format":"json"`, `"state":"on"`, `"last":null`, `"game":null`, `"your_turn"`} {
		if !strings.Contains(one, part) {
			t.Errorf("%s is not in %s", part, one)
		}
	}
	if strings.Contains(one, "whsec_") {
		t.Errorf("the secret is shown again: %s", one)
	}
	m.call("GET", hooks+"/"+id).as(m.bob).do().want(404)
	m.call("GET", hooks).do().want(401)
	reading := m.token("ann", `,"scope":"read"`).Token
	for _, path := range []string{hooks, hooks + "/" + id} {
		for _, accept := range []string{"application/json", "text/plain"} {
			shown := m.call("GET", path).as(reading).accept(accept).do().body
			if strings.Contains(shown, "hooks/1") || accept == "application/json" && !strings.Contains(shown, `"https://chat.example.com/"`) {
				t.Errorf("a token for reading sees %s", shown)
			}
		}
	}
	for token, shows := range map[string]bool{reading: false, m.ann: true} {
		export := unzip(t, m.call("GET", "/v1/me/export").as(token).accept("*/*").do().want(200).body)["channels.json"]
		if strings.Contains(export, "hooks/1") != shows || !strings.Contains(export, "chat.example.com") {
			t.Errorf("the export has %s", export)
		}
	}
	changed := m.call("PATCH", hooks+"/"+id).as(m.ann).json(`{"state":"off","events":["game_over"]}`).do().want(200).body
	if !strings.Contains(changed, `"state":"off"`) || !strings.Contains(changed, `"events":["game_over"]`) {
		t.Error(changed)
	}
	if text := m.call("GET", hooks).as(m.ann).accept("text/plain").do().want(200).body; !strings.Contains(text, id) {
		t.Error(text)
	}
	m.call("POST", hooks+"/"+id+"/test").as(m.ann).do().want(202)
	m.call("POST", hooks+"/"+id+"/secret").as(m.ann).do().want(200)
	m.call("DELETE", hooks+"/"+id).as(m.ann).do().want(204)
	m.call("DELETE", hooks+"/"+id).as(m.ann).do().want(404)
	refused := m.call("POST", hooks).as(m.ann).json(`{"url":"https://ann:secret@chat.example.com/"}`).do().want(400).body
	if !strings.Contains(refused, `"field":"url"`) || !strings.Contains(refused, "a user or a password") {
		t.Error(refused)
	}
}
