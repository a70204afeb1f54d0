package pages_test

import (
	"net/http"
	"strings"
	"testing"
	"time"
)

// as sends a request to the API with a token.
func (v *visitor) as(token, method, path, body string) *page {
	v.t.Helper()
	r, err := http.NewRequestWithContext(v.t.Context(), method, v.url+path, strings.NewReader(body))
	if err != nil {
		v.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Accept", "application/json")
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	return v.do(r)
}

// A token is created in the settings, shown once in a field that can be copied without scripts, and revoked.
func TestTokensAreMadeInTheSettings(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	made := m.ann.post("/settings/new-token", "label", "<dash> & board", "scope", "read", "expires", "30d").want(200,
		"shown this once", "<dash> & board", "reads only", "expires ")
	if made.header.Get("Cache-Control") != "no-store" {
		t.Errorf("it may be kept: %v", made.header)
	}
	fields := made.find("input", "readonly", "")
	if len(fields) != 1 {
		t.Fatalf("%d fields to copy from", len(fields))
	}
	token, _ := attr(fields[0], "value")
	guest := m.visitor()
	guest.as(token, "GET", "/v1/me", "").want(200, `"ann"`)
	guest.as(token, "POST", "/v1/games/"+m.game.ID+"/turns", `{"turn":"d1-c1"}`).want(403, "token_read_only")
	if again := m.ann.get("/settings").want(200, "<dash> & board"); strings.Contains(again.body, token) ||
		strings.Contains(again.body, "<dash>") {
		t.Errorf("the token is shown again, or its label is not escaped:\n%s", again.body)
	}
	if strings.Contains(m.Dump(), token) {
		t.Error("the token is stored in clear")
	}
	m.Clock.Advance(30 * 24 * time.Hour)
	m.ann.get("/settings").want(200, "expired ")
	guest.as(token, "GET", "/v1/me", "").want(401, "token_expired")
	id, _ := attr(m.ann.get("/settings").find("input", "name", "id")[0], "value")
	m.ann.post("/settings/tokens", "id", id).want(200, "The token is revoked.")
	guest.as(token, "GET", "/v1/me", "").want(401, `"unauthorized"`)

	plain := m.ann.post("/settings/new-token").want(200)
	token, _ = attr(plain.find("input", "readonly", "")[0], "value")
	guest.as(token, "POST", "/v1/me/test-mail", "").want(202)
}

func TestWhoMayMakeATokenAndWhich(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	link := m.gameLink()
	for _, bad := range [][]string{
		{"scope", "write", "label", "kept"},
		{"expires", "30 days", "label", "kept"},
		{"label", strings.Repeat("x", 61)},
	} {
		p := m.ann.post("/settings/new-token", bad...).want(400)
		if len(p.find("input", "readonly", "")) > 0 || bad[0] != "label" && !strings.Contains(p.body, `value="kept"`) {
			t.Errorf("%v:\n%s", bad, p.text())
		}
	}
	guest := m.visitor()
	guest.post("/settings/new-token", "label", "x").want(401)
	_, key, _ := strings.Cut(link, "?k=")
	if p := guest.post("/settings/new-token", "k", key); p.status < 400 {
		t.Errorf("a link in a mail makes a token: %d", p.status)
	}
	if p := m.ann.get("/settings/new-token").want(200); p.at.Path != "/settings" {
		t.Errorf("the address of the form leads to %s", p.at)
	}
}
