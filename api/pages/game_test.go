package pages_test

import (
	"net/http"
	"strings"
	"testing"

	"turnpost/models"
	"turnpost/models/challenge"
	"turnpost/models/play"
	"turnpost/rules"
	"turnpost/rules/rulestest/sample"
)

// match is a game of two players with a browser each.
type match struct {
	*world
	ann, bob *visitor
	players  [2]models.Player
	game     *models.Game
}

func newMatch(t testing.TB, ruleset, variant string, games ...rules.Ruleset) *match {
	t.Helper()
	w := newWorld(t, games...)
	m := &match{world: w, players: [2]models.Player{w.SignUp("ann"), w.SignUp("bob")}}
	m.ann, m.bob = w.visitor().enter(m.players[0]), w.visitor().enter(m.players[1])
	m.game = w.Begin(m.players[0], m.players[1], ruleset, variant)
	return m
}

// stored returns the current state of the game.
func (m *match) stored() *models.Game {
	m.t.Helper()
	g, err := m.Game(m.t.Context(), m.game.ID)
	if err != nil {
		m.t.Fatal(err)
	}
	return g
}

func (m *match) path() string { return "/g/" + m.game.ID }

func TestATurnByTaps(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	p := m.ann.get(m.path()).want(200, "It is your turn", "Tap one of your pieces")
	p = m.ann.tap(p, "a4").want(200, "Chosen: a4")
	p = m.ann.tap(p, "a2").want(200, "Play this turn?", "Play a4-a2")
	form := p.form(m.path() + "/turns")
	m.ann.post(m.path()+"/turns", form...).want(200, "Your turn is played", "bob (Defenders) is to move")
	// The same form again, by a double tap or from another tab.
	m.ann.post(m.path()+"/turns", form...).want(200, "Your turn is played")
	g, err := m.Game(t.Context(), m.game.ID)
	if err != nil || g.Ply != 1 || g.LastTurn.Via != models.ViaWeb {
		t.Fatalf("%+v, %v", g, err)
	}
	// Another turn for the same ply.
	p = m.ann.post(m.path()+"/turns", "ply", "0", "takebacks", "0", "turn", "a4-a3", "message", "a word for bob")
	p.want(http.StatusConflict, "a4-a3, was not played", "a word for bob")
	// The same turn with a message: it was played without one.
	p = m.ann.post(m.path()+"/turns", "ply", "0", "takebacks", "0", "turn", "a4-a2", "message", "well met")
	p.want(http.StatusConflict, "well met")
	if strings.Contains(p.text(), "Your turn a4-a2 was not played") {
		t.Error("a turn that was played is said not to be")
	}
}

func TestAWholeGameByTaps(t *testing.T) {
	m := newMatch(t, "bohnduell", "standard")
	for ply := 0; !sample.Short() || ply < 12; ply++ {
		v := [2]*visitor{m.ann, m.bob}[ply%2]
		p := v.get(m.path())
		if strings.Contains(p.text(), "is to move") {
			v = [2]*visitor{m.bob, m.ann}[ply%2]
			p = v.get(m.path())
		}
		if !strings.Contains(p.text(), "It is your turn") {
			break
		}
		for len(p.find("form", "action", m.path()+"/turns")) == 0 {
			next := append(p.find("a", "class", "from"), p.find("a", "class", "next")...)
			if len(next) == 0 {
				t.Fatalf("nothing can be tapped:\n%s", p.text())
			}
			href, _ := attr(next[0], "href")
			path, _, _ := strings.Cut(href, "#")
			p = v.get(path).want(200)
		}
		v.post(m.path()+"/turns", p.form(m.path()+"/turns")...).want(200, "Your turn is played")
	}
	g, err := m.Game(t.Context(), m.game.ID)
	if sample.Short() { // which plays the beginning
		return
	}
	if err != nil || g.Status != models.Finished {
		t.Fatalf("%+v, %v", g, err)
	}
	m.bob.get(m.path()).want(200, "Challenge ann again")
}

func TestTypedTurns(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	m.ann.get(m.path()+"?turn=a4+to+a2").want(200, "Play a4-a2")
	p := m.ann.get(m.path()+"?turn=a4-g4").want(200, "Illegal turn")
	if in := p.find("input", "name", "turn"); len(in) != 1 {
		t.Fatal("no field")
	} else if value, _ := attr(in[0], "value"); value != "a4-g4" {
		t.Errorf("the typed turn became %q", value)
	}
	m.ann.get(m.path()+"?turn=%3Cscript%3E").want(200, "Unreadable turn")
	m.bob.get(m.path()+"?turn=a4-a2").want(200, "ann (Attackers) is to move")
}

func TestEveryPage(t *testing.T) {
	m := newMatch(t, "hanniball", "standard")
	c, err := m.CreateChallenge(t.Context(), m.players[0], challenge.NewChallenge{Ruleset: "sevensages"})
	if err != nil {
		t.Fatal(err)
	}
	for path, text := range map[string]string{
		"/": "Your turn in 1 game", "/play": "Offer a game", "/games": "Under way", "/players": "Find", "/rules": "HanniBall",
		"/inbox": "Your turn in 1 game", "/settings": "Vacation", m.path(): "It is your turn",
		m.path() + "/all": "Turns of ann", "/c/" + c.ID: "A link to share", "/r/hanniball": "Play this game",
		"/r/sevensages": "Play this game",
		"/r/hnefatafl":  "Play this game", "/r/bohnduell": "Play this game", "/p/bob": "Challenge bob",
	} {
		p := m.ann.get(path).want(200, text)
		if csp := p.header.Get("Content-Security-Policy"); strings.Contains(csp, "unsafe") || csp == "" {
			t.Errorf("%s: %q", path, csp)
		}
		if strings.Contains(p.body, " style=") || strings.Contains(p.body, "<style") {
			t.Errorf("%s has style in the page", path)
		}
	}
	guest := m.visitor()
	guest.get("/inbox").want(200, "Sign in", "You are new here")
	guest.get("/c/"+c.ID).want(200, "Start playing")
	guest.get("/v1/games/"+m.game.ID).want(200, "is to move")
	guest.get("/g/nothing1").want(404)
	guest.get("/r/nothing").want(404)
}

// The page of a game against a deleted player does not link to the player's page.
func TestAGameWithADeletedPlayer(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	if err := m.DeletePlayer(t.Context(), m.players[1].ID, "bob"); err != nil {
		t.Fatal(err)
	}
	p := m.ann.get(m.path()).want(200, "ann – gone-", "Messages")
	for _, offer := range []string{`href="/p/gone-`, `/rematch"`, `opponent=gone-`, `/messages"`} {
		if strings.Contains(p.body, offer) {
			t.Errorf("the page offers %s", offer)
		}
	}
}

// A page that follows a turn stays with the game if the opponent's plan has answered at once.
func TestAPlanAnswersATurn(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	m.Begin(m.players[0], m.players[1], "bohnduell", "standard")
	plan := play.PlanInput{Game: m.game.ID, Player: m.players[1].ID}
	if _, err := m.SetPlan(t.Context(), plan, []string{"d1-c1 : d3-c3"}); err != nil {
		t.Fatal(err)
	}
	p := m.ann.post(m.path()+"/turns", "turn", "d1-c1", "ply", "0", "takebacks", "0")
	p.want(200, "bob had prepared the answer d3-c3", "It is your turn again")
	if strings.Contains(p.body, "most urgent of your other games") {
		t.Error("the page points to another game")
	}
	m.ann.post(m.path()+"/turns", "turn", "c1-b1", "ply", "2", "takebacks", "0").
		want(200, "Your turn is played. Next, the most urgent of your other games")
}

// After a turn the page points to the game that the inbox has first, among those of one deadline too.
func TestNextGameIsTheInboxsFirst(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	for range 3 {
		m.Begin(m.players[0], m.players[1], "bohnduell", "standard")
	}
	p := m.ann.post(m.path()+"/turns", "turn", "d1-c1", "ply", "0", "takebacks", "0")
	box, err := m.Inbox(t.Context(), m.players[0])
	if err != nil || len(box.Games) != 3 {
		t.Fatalf("%d games wait, %v", len(box.Games), err)
	}
	if first := `<a class="button" href="/g/` + box.Games[0].ID + `">`; !strings.Contains(p.body, first) {
		t.Errorf("the page lacks %s:\n%s", first, p.text())
	}
}
