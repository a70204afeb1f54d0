package pages_test

import (
	"strings"
	"testing"
)

// The link to a challenge that another player has accepted says so.
func TestChallengeThatIsTaken(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	open, err := m.CreateChallenge(t.Context(), m.players[0], newChallenge(""))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.AcceptChallenge(t.Context(), m.players[1], open.ID); err != nil {
		t.Fatal(err)
	}
	m.visitor().signIn(m.SignUp("cleo")).get("/c/"+open.ID).want(404, "as soon as somebody else has accepted it")
}

// The form of a challenge shows how long a game of each variant lasts and lists the one best suited to correspondence
// play first. A form without a variant still gets the default.
func TestVariantsOfAChallenge(t *testing.T) {
	m := newMatch(t, "sevensages", "")
	p := m.ann.get("/r/sevensages").want(200, "7 Sages short: Some 100 to 130 turns", "7 Sages: A point takes some 100")
	var offered []string
	for _, list := range p.find("select", "name", "variant") {
		for option := range list.ChildNodes() {
			if value, has := attr(option, "value"); has {
				offered = append(offered, value)
			}
		}
	}
	if strings.Join(offered, " ") != "short standard" {
		t.Errorf("the form offers %q", offered)
	}
	if m.game.Variant != "standard" {
		t.Errorf("the default is %s", m.game.Variant)
	}
}
