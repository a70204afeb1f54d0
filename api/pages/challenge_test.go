package pages_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"turnpost/rules/rulestest/sample"
)

// The link to a challenge that another player has accepted says so.
func TestChallengeThatIsTaken(t *testing.T) {
	sample.Whole(t, "tries a rare case")
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
	p := m.ann.get("/r/sevensages?play=1").want(200, "7 Sages short: Some 100 to 130 turns",
		"7 Sages: A point takes some 100")
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

// The form offers times for a turn, or takes another one, and proposes the latest opponents.
func TestChallengeForm(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	p := m.ann.get("/r/hnefatafl?play=1").want(200, "Play Hnefatafl", "5 days")
	var proposed []string
	for _, option := range p.find("option", "value", "bob") {
		if id, _ := attr(option.Parent, "id"); id == "opponents" {
			proposed = append(proposed, "bob")
		}
	}
	if !slices.Equal(proposed, []string{"bob"}) {
		t.Errorf("proposed %q", proposed)
	}
	for _, c := range []struct{ pace, other, want string }{
		{"5d", "", "5 days for each turn"},
		{"5d", "36h", "5 days for each turn"},
		{"other", "36h", "36 hours for each turn"},
		{"other", "14d+1d", "14 days"},
		{"36h", "", "36 hours for each turn"},
	} {
		m.ann.post("/r/hnefatafl/challenge", "pace", c.pace, "pace_other", c.other).want(200, c.want)
	}
	p = m.ann.post("/r/hnefatafl/challenge", "pace", "other", "pace_other", "soon").want(http.StatusBadRequest, "soon")
	if text, _ := attr(p.find("input", "name", "pace_other")[0], "value"); text != "soon" {
		t.Errorf("the refused form has %q", text)
	}
	chosen := p.find("option", "selected", "")
	if len(chosen) != 1 || chosen[0].FirstChild.Data != "other" {
		t.Errorf("%d options are chosen", len(chosen))
	}
}

// The page of a challenge names its opponent to the challenger, and speaks of a link only if anybody may follow it.
func TestChallengePageNamesTheOpponent(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	for _, opponent := range []string{"bob", "zoe@example.net", ""} {
		c, err := m.CreateChallenge(t.Context(), m.players[0], newChallenge(opponent))
		if err != nil {
			t.Fatal(err)
		}
		want := "A link to share"
		if opponent != "" {
			want = "Your challenge to " + opponent
		}
		p := m.ann.get("/c/"+c.ID).want(200, want)
		if shares := strings.Contains(p.text(), "link to share"); shares != (opponent == "") {
			t.Errorf("the challenge to %q:\n%s", opponent, p.text())
		}
	}
}
