package pages_test

import (
	"strings"
	"testing"

	"golang.org/x/net/html"

	"turnpost/templates/site"
)

// anyForms skips the check of the number of forms in shape.
const anyForms = -1

// shape checks the structure of every page: it has the one script and at most the one style, and text from users has no
// markup.
func (p *page) shape(forms int) {
	p.t.Helper()
	count := map[string]int{}
	ids := map[string]bool{}
	for n := range p.root.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		if hidden, _ := attr(n, "aria-hidden"); n.Data == "svg" && hidden == "true" {
			continue // an ornament without a title
		}
		count[n.Data]++
		for _, a := range n.Attr {
			script := strings.HasPrefix(strings.ToLower(strings.TrimSpace(a.Val)), "javascript:")
			if strings.HasPrefix(a.Key, "on") || a.Key == "style" || script && a.Key != "value" {
				p.t.Errorf("%s: <%s %s=%q>", p.at, n.Data, a.Key, a.Val)
			}
			if a.Key == "id" && ids[a.Val] {
				p.t.Errorf("%s: two elements have the id %s", p.at, a.Val)
			}
			ids[a.Val] = ids[a.Val] || a.Key == "id"
		}
		src, _ := attr(n, "src")
		if n.Data == "script" && (n.FirstChild != nil || !strings.HasPrefix(src, "/static/")) {
			p.t.Errorf("%s has an inline script", p.at)
		}
		if n.Data == "style" && "<style>"+n.FirstChild.Data+"</style>\n" != string(site.FirstStyle()) {
			p.t.Errorf("%s has an inline style that its policy does not allow", p.at)
		}
	}
	if count["style"] > 1 {
		p.t.Errorf("%s has %d inline styles", p.at, count["style"])
	}
	for element, n := range map[string]int{"h1": 1, "main": 1, "title": 1, "script": 1, "form": forms} {
		if element == "title" { // pictures have titles too
			n += count["svg"]
		}
		if count[element] != n && n != anyForms {
			p.t.Errorf("%s has %d <%s>, not %d", p.at, count[element], element, n)
		}
	}
}

func TestUnsubscribePages(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	stop := ""
	for _, mail := range m.Mails() {
		if mail.UnsubscribeGame != "" && mail.To.ID == m.players[0].ID {
			stop = "/unsubscribe/" + mail.UnsubscribeGame
		}
	}
	guest := m.visitor()
	p := guest.get(stop).want(200, "mail about game "+m.game.ID, "Nothing has changed yet")
	p.shape(1)
	if p.header.Get("Cache-Control") != "no-store" || !strings.Contains(p.body, `content="noindex"`) {
		t.Errorf("the page is kept: %v", p.header)
	}
	p = guest.post(stop).want(200, "no more mail about game "+m.game.ID)
	p.shape(0)
	if _, err := m.CreateChallenge(t.Context(), m.players[0], newChallenge("new@example.org")); err != nil {
		t.Fatal(err)
	}
	for _, mail := range m.Mails() {
		if mail.To.Email != "new@example.org" {
			continue
		}
		guest.get("/unsubscribe/"+mail.Unsubscribe).want(200, "invitations to games").shape(1)
		guest.post("/unsubscribe/"+mail.Unsubscribe).want(200, "no more invitations").shape(0)
		return
	}
	t.Fatal("the stranger got no mail")
}
