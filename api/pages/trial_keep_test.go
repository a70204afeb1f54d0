package pages_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"turnpost/models/play"
	"turnpost/rules"
	"turnpost/rules/phrase"
	"turnpost/rules/rulestest/sample"
)

// registers signs up on the shown page and enters the code from the mail.
func (v *visitor) registers(p *page, name string) *page {
	v.t.Helper()
	email := name + "@example.org"
	form := filled(filled(p.form("/sign-in/new"), "name", name), "email", email)
	code := v.post("/sign-in/new", form...).want(200, "A code is in the mail", "your game goes on").form("/sign-in")
	return v.post("/sign-in", filled(code, "code", v.Code(email))...)
}

// A visitor plays on a board of every ruleset, signs up, and goes on with the very game against the chosen level.
func TestATrialGoesOnWithAnAccount(t *testing.T) {
	w := newWorld(t)
	for i, r := range w.Rulesets() {
		info, v := r.Info(phrase.English), w.visitor()
		p := v.get("/try/"+info.ID).want(200, info.Summary)
		play, ok := v.tapTurn(p)
		if !ok {
			t.Fatalf("%s has no turn", info.ID)
		}
		p = v.get(play)
		keep := filled(p.form("/try/"+info.ID+"/keep"), "level", "medium")
		var line []string
		for i := 0; i < len(keep); i += 2 {
			if keep[i] == "t" {
				line = append(line, keep[i+1])
			}
		}
		name := "new" + string(rune('a'+i))
		p = v.registers(v.post("/try/"+info.ID+"/keep", keep...).want(200, "your game goes on"), name).
			want(200, "It is your turn", "house-medium", "The game is kept")
		g, err := w.Game(t.Context(), strings.TrimPrefix(p.at.Path, "/g/"))
		if err != nil || g.Rated || g.Ply != len(line) || g.HouseSeat() != rules.Second ||
			g.Players[0].Name != name || g.Variant != info.Offered()[0].ID {
			t.Fatalf("%s: %+v, %v", info.ID, g, err)
		}
		turns, err := w.Turns(t.Context(), g.ID, 0, 100)
		if err != nil || len(turns) != len(line) {
			t.Fatalf("%d turns, %v", len(turns), err)
		}
		for i, turn := range turns {
			if turn.Text != line[i] {
				t.Errorf("%s: turn %d is %s, not %s", info.ID, i+1, turn.Text, line[i])
			}
		}
	}
}

// Who is signed in, or has an account, keeps the line at once, and the same line once.
func TestATrialIsKeptBySignedInPlayers(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	m := newMatch(t, "hnefatafl", "7x7")
	const path = "/try/hnefatafl/keep"
	form := []string{"once", "keep", "variant", "7x7", "side", "defenders", "level", "easy", "t", "d1-c1", "t", "d3-c3"}
	first := m.ann.post(path, form...).want(200, "house-easy", "The game is kept")
	if second := m.ann.post(path, form...).want(200); second.at.Path != first.at.Path {
		t.Errorf("%s and %s", first.at, second.at)
	}
	// The line ends where the house is to move, so that it has answered.
	if g, err := m.Game(t.Context(), strings.TrimPrefix(first.at.Path, "/g/")); err != nil || g.Ply != 3 ||
		g.HouseSeat() != rules.First {
		t.Errorf("%+v, %v", g, err)
	}
	v := m.visitor()
	p := v.post(path, form...).want(200, "your game goes on")
	sent := v.post("/sign-in/code", filled(p.form("/sign-in/code"), "email", "bob@example.org")...).want(200)
	v.post("/sign-in", filled(sent.form("/sign-in"), "code", m.Code("bob@example.org"))...).want(200, "The game is kept")
	if back := m.ann.get(path + "?variant=7x7&t=d1-c1").want(200); back.at.Path != "/try/hnefatafl" {
		t.Errorf("the address of the form leads to %s", back.at)
	}
}

// What cannot be kept is refused with the reason, before and after signing in, and no game is begun.
func TestBadTrialsAreNotKept(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	m := newMatch(t, "hnefatafl", "7x7")
	games := func() int {
		list, _, err := m.Games(t.Context(), play.GameFilter{Limit: 100})
		if err != nil {
			t.Fatal(err)
		}
		return len(list)
	}
	before := games()
	for _, c := range []struct {
		ruleset, line string
		status        int
		text          string
	}{
		{"hnefatafl", "variant=7x7&level=easy&t=d1-c1&t=d1-c1", http.StatusUnprocessableEntity, "Illegal turn"},
		{"hnefatafl", "variant=7x7&level=easy&t=what", http.StatusUnprocessableEntity, "what"},
		{"hnefatafl", "variant=7x7&level=huge&t=d1-c1", http.StatusBadRequest, "huge"},
		{"hnefatafl", "variant=8x8&level=easy", http.StatusNotFound, "8x8"},
		{"hnefatafl", "variant=7x7&side=white&level=easy", http.StatusNotFound, "white"},
		{"chess", "level=easy", http.StatusNotFound, "no ruleset"},
		{"bohnduell", "level=easy" + strings.Repeat("&t=p2", 250), http.StatusBadRequest, "at most 200 turns"},
	} {
		query, err := url.ParseQuery(c.line)
		if err != nil {
			t.Fatal(err)
		}
		var pairs []string
		for name, values := range query {
			for _, value := range values {
				pairs = append(pairs, name, value)
			}
		}
		m.ann.post("/try/"+c.ruleset+"/keep", pairs...).want(c.status, c.text)
		v := m.visitor()
		next := "/try/" + c.ruleset + "/keep?" + c.line
		m.Clock.Advance(6 * 60 * 1e9)
		sent := v.post("/sign-in/code", "email", "bob@example.org", "next", next).want(200)
		v.post("/sign-in", filled(sent.form("/sign-in"), "code", m.Code("bob@example.org"))...).want(c.status, c.text)
		v.get("/inbox").want(200, "bob")
	}
	if after := games(); after != before {
		t.Errorf("%d games were begun", after-before)
	}
}
