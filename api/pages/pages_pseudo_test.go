package pages_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"turnpost/models"
	"turnpost/models/challenge"
	"turnpost/rules/catalog"
	"turnpost/rules/phrase"
	"turnpost/rules/rulestest"
	"turnpost/rules/rulestest/sample"
)

// notWords matches text on a page that is not translated: names, including those of sessions, addresses, notation,
// codes.
var notWords = regexp.MustCompile(
	`\b(?:turnpost|curl|ann|bob|UTC|https?|Europe|Warsaw|example|org|test|Browser|English|Pseudo|ply)\b` +
		`|\S*127\.0\.0\.1\S*|\S+@\S+|\b[a-z]\d+\b|\b\d+[dh]\b`,
)

// visibleText returns the text of a page and of the attributes that are read out or shown.
func (p *page) visibleText() string {
	var b strings.Builder
	for n := range p.root.Descendants() {
		switch n.Data {
		case "pre", "option": // boards and notation have separate tests; zones are names
			n.FirstChild = nil
		case "code":
			n.FirstChild = nil
		}
		for _, name := range []string{"title", "aria-label", "placeholder", "alt", "label", "aria-description"} {
			if text, has := attr(n, name); has {
				b.WriteString(text + "\n")
			}
		}
		if n.Data == "meta" {
			property, _ := attr(n, "property")
			if name, _ := attr(n, "name"); name == "description" || property == "og:title" || property == "og:description" {
				text, _ := attr(n, "content")
				b.WriteString(text + "\n")
			}
		}
		if n.Data == "button" || n.Data == "input" && n.Type == html.ElementNode {
			if kind, _ := attr(n, "type"); kind == "submit" || kind == "button" {
				text, _ := attr(n, "value")
				b.WriteString(text + "\n")
			}
		}
	}
	return b.String() + p.text()
}

// inPseudo requests a page in the pseudo-language.
func (v *visitor) inPseudo(path string) *page {
	v.t.Helper()
	r, err := http.NewRequestWithContext(v.t.Context(), http.MethodGet, v.url+path, nil)
	if err != nil {
		v.t.Fatal(err)
	}
	r.Header.Set("Accept-Language", phrase.Pseudo)
	return v.do(r)
}

// marked checks that every word of a page comes from a phrase.
func (p *page) marked(notation ...string) {
	p.t.Helper()
	if lang := p.header.Get("Content-Language"); lang != phrase.Pseudo {
		p.t.Errorf("%s has the language %q", p.at, lang)
	}
	said := p.visibleText()
	if !strings.ContainsRune(said, phrase.MarkBegin) {
		p.t.Errorf("%s has no word of a phrase", p.at)
	}
	for _, word := range notation {
		said = strings.ReplaceAll(said, word, " ")
	}
	if words := phrase.Unmarked(notWords.ReplaceAllString(said, " ")); len(words) > 0 {
		p.t.Errorf("%s: %q are of no phrase", p.at, words)
	}
}

func TestNoWordOfAPageStandsOutsideThePhrases(t *testing.T) {
	sample.Whole(t, "reads every page in a pseudo-language")
	m := newMatch(t, "hnefatafl", "7x7")
	pseudo := phrase.Pseudo
	for _, p := range m.players {
		patch := models.ProfilePatch{Values: models.Values{"locale": {pseudo}}}
		if _, err := m.UpdateProfile(t.Context(), p.ID, patch); err != nil {
			t.Fatal(err)
		}
	}
	over := m.Begin(m.players[0], m.players[1], "hnefatafl", "7x7")
	over = m.Play(m.Play(over, m.players[0], "a4-a2"), m.players[1], "d3-c3")
	if _, err := m.ResignGame(t.Context(), m.players[1].ID, over.ID); err != nil {
		t.Fatal(err)
	}
	moved := m.Begin(m.players[0], m.players[1], "hanniball", "")
	moved = m.Play(moved, m.players[0], "c2-d2")
	open, err := m.CreateChallenge(t.Context(), m.players[0], challenge.NewChallenge{Ruleset: "sevensages"})
	if err != nil {
		t.Fatal(err)
	}
	theirs, err := m.CreateChallenge(t.Context(), m.players[1], newChallenge("ann"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.BlockPlayer(t.Context(), m.players[1].ID, "ann"); err != nil {
		t.Fatal(err)
	}
	names := []string{m.game.ID, over.ID, moved.ID, open.ID, theirs.ID}
	var stops []string
	for _, mail := range m.Mails() {
		if mail.UnsubscribeGame != "" {
			stops = append(stops, "/unsubscribe/"+mail.UnsubscribeGame)
		}
	}
	if len(stops) == 0 {
		t.Fatal("no mail can be stopped")
	}
	paths := []string{
		"/", "/inbox", "/settings", "/p/bob", "/p/ann", "/c/" + open.ID, "/c/" + theirs.ID, stops[0],
		m.path(), m.path() + "?at=a4", m.path() + "?turn=a4-a2", m.path() + "?turn=a1-b1", m.path() + "/all", "/g/nothing9",
		"/g/" + over.ID, "/g/" + over.ID + "?ply=1", "/g/" + moved.ID, "/g/" + moved.ID + "?ply=0", "/r/nothing",
		"/g/" + m.game.ID + "?k=" + strings.Repeat("a", 47),
	}
	for _, r := range catalog.All() {
		names = append(names, rulestest.NotationWords(t, r)...)
		paths = append(paths, "/r/"+r.Info(phrase.English).ID, "/r/"+r.Info(phrase.English).ID+"?opponent=bob")
	}
	guest := m.visitor()
	for _, path := range paths {
		m.ann.get(path).marked(names...)
		guest.inPseudo(path).marked(names...)
	}
	m.bob.get("/settings").marked(names...)
	guest.inPseudo("/sign-in").marked()
	guest.post("/sign-in/code", "email", "ann@example.org").want(200)
	m.ann.post("/settings/profile", "name", "x", "zone", "UTC").want(400).marked(names...)
	m.ann.post(m.path()+"/turns", "ply", "7", "takebacks", "0", "turn", "a4-a2").want(409).marked(names...)
	p := m.ann.post(m.path()+"/turns", "ply", "0", "takebacks", "0", "turn", "a4-a2").want(200)
	p.marked(names...)
	m.ann.post(stops[0]).want(200).marked(names...)
}
