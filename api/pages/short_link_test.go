package pages_test

import (
	"net/http"
	"strings"
	"testing"

	"turnpost/models/linktext"
)

// TestShortLinks follows the links exactly as they appear in mails.
func TestShortLinks(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	other := m.Begin(m.players[0], m.players[1], "bohnduell", "")
	var page, unsubscribe string
	for _, mail := range m.Mails() {
		if mail.Game != nil && mail.Game.ID == other.ID {
			page, unsubscribe = linktext.Short(mail.PageLink), linktext.Short(mail.UnsubscribeGame)
		}
	}
	before := m.Dump()
	guest := m.visitor()
	p := guest.get("/k/"+page).want(200, "BohnDuell", "opens nothing else")
	if p.at.Path != "/g/"+other.ID || p.header.Get("Cache-Control") != "no-store" {
		t.Errorf("the link leads to %s, %v", p.at, p.header)
	}
	guest.get("/k/"+unsubscribe).want(200, "mail about game "+other.ID, "Nothing has changed yet")

	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	for _, method := range []string{http.MethodGet, http.MethodHead} {
		r, err := http.NewRequestWithContext(t.Context(), method, m.url+"/k/"+page, nil)
		if err != nil {
			t.Fatal(err)
		}
		response, err := client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		h := response.Header
		if response.StatusCode != http.StatusSeeOther || h.Get("Cache-Control") != "no-store" || h.Get("Set-Cookie") != "" ||
			h.Get("X-Robots-Tag") != "noindex" || h.Get("Referrer-Policy") != "same-origin" {
			t.Errorf("%s: %d %v", method, response.StatusCode, h)
		}
	}
	if after := m.Dump(); after != before {
		t.Error("following links has changed the database")
	}

	guest.get("/k/"+page[:38]).want(404, "The newest mail about the game")
	guest.get("/k/"+strings.ToLower(page)).want(404, "no longer good")
	guest.get("/k/"+strings.Repeat("z", 39)).want(404, "no longer good")
	guest.post("/k/" + page).want(405)
	m.ann.post("/settings/everywhere", "sure", "1").want(200)
	m.bob.post("/settings/everywhere", "sure", "1").want(200)
	guest.get("/k/"+page).want(404, "no longer good")
	guest.get("/k/" + unsubscribe).want(404)
}
