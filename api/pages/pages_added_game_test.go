package pages_test

import (
	"math/rand/v2"
	"net/url"
	"strings"
	"testing"

	"turnpost/models"
	"turnpost/rules"
	"turnpost/rules/phrase"
	"turnpost/rules/rulestest"
	"turnpost/rules/rulestest/oddboards"
	"turnpost/rules/rulestest/sample"
	"turnpost/rules/rulestest/tictactoe"
)

// addedGames returns games that are not in the catalog.
func addedGames() []rules.Ruleset { return []rules.Ruleset{tictactoe.New(), oddboards.New()} }

// eachAddedVariant runs a test for every variant of the added games.
func eachAddedVariant(t *testing.T, test func(t *testing.T, ruleset, variant string)) {
	for _, r := range addedGames() {
		info := r.Info(phrase.English)
		for _, v := range sample.Every(2, info.Variants) {
			t.Run(info.ID+" "+v.ID, func(t *testing.T) { test(t, info.ID, v.ID) })
		}
	}
}

// randomSteps returns a random legal turn as its steps.
func (m *match) randomSteps(g *models.Game, rnd *rand.Rand) []rules.Step {
	m.t.Helper()
	p, err := m.Position(g)
	if err != nil {
		m.t.Fatal(err)
	}
	return m.stepsOf(g, rulestest.RandomTurn(m.t, p, rnd))
}

// maxAddedTurns limits a test's game that does not end by the rules.
const maxAddedTurns = 12

// A game added to the catalog gets its pages without further code: its rules, a challenge, turns by taps.
func TestAnAddedGameIsPlayedByTaps(t *testing.T) {
	sample.Whole(t, "plays a whole game")
	eachAddedVariant(t, func(t *testing.T, ruleset, variant string) {
		m := newMatch(t, ruleset, variant, addedGames()...)
		rnd := rand.New(rand.NewPCG(1, uint64(len(variant))))
		for _, path := range []string{"/", "/inbox", "/r/" + ruleset, "/p/bob", m.path() + "/all"} {
			m.ann.get(path).want(200).notBroken()
		}
		m.visitor().get("/r/" + ruleset + "/board.png?variant=" + variant).want(200)
		for g := m.game; g.Status == models.Ongoing && g.Ply < maxAddedTurns; g = m.stored() {
			v := [2]*visitor{m.ann, m.bob}[g.ToMove]
			turn := ""
			for _, s := range m.randomSteps(g, rnd) {
				turn = strings.TrimSpace(turn + " " + s.Text)
				m.tapStep(v, turn, s).want(200).notBroken()
			}
			p := v.get(m.path()+"?turn="+url.QueryEscape(turn)).want(200, "Play "+turn)
			v.post(m.path()+"/turns", p.form(m.path()+"/turns")...).want(200, "Your turn is played")
			m.ann.get(m.path()).want(200).notBroken()
			m.bob.get(m.path()).want(200).notBroken()
		}
	})
}

// The page says what may be tapped: a piece that moves, a square on which one is put, or both.
func TestWhatATurnBeginsWith(t *testing.T) {
	for variant, says := range map[string][2]string{
		"standard": {"Tap a square.", "Tap a square."},
		"loud":     {"Tap a square.", "Tap one of your pieces or a square."},
	} {
		ruleset, turns := "tictactoe", []string{"a1", "b1"}
		if variant == "loud" {
			ruleset, turns = "oddboards", []string{"a1q", "c3q"}
		}
		m := newMatch(t, ruleset, variant, addedGames()...)
		m.ann.get(m.path()).want(200, says[0])
		for i, turn := range turns {
			m.game = m.Play(m.game, m.players[i], turn)
		}
		m.ann.get(m.path()).want(200, says[1])
	}
}

// Where a turn goes on with a piece of the other side, it is marked, and the page does not ask for one's own.
func TestAStepThatTakesAPiece(t *testing.T) {
	m := newMatch(t, "oddboards", "robbers", addedGames()...)
	m.game = m.Play(m.game, m.players[0], "a1q")
	first := m.bob.get(m.path()).want(200, "Tap a square.").body
	if strings.Count(first, ">pass<") != 1 {
		t.Error("a step whose kind is its word is not listed by it alone")
	}
	page := m.bob.get(m.path()+"?turn=c3q").want(200, "Tap a place that is marked.").body
	if !strings.Contains(page, `class="next"`) {
		t.Error("the piece that may be taken is not marked")
	}
}

// A text in another notation that must be continued is kept before the steps that follow it.
func TestAnotherNotationIsContinued(t *testing.T) {
	m := newMatch(t, "oddboards", "robbers", addedGames()...)
	m.game = m.Play(m.game, m.players[0], "a1q")
	p := m.bob.get(m.path()+"?turn=c3q,").want(200, "Tap a")
	m.bob.tap(p, "a1").want(200, "Play c3q xa1")
}

// tapStep adds a step to the turn by tapping its places, and chooses from the list if the places are ambiguous.
func (m *match) tapStep(v *visitor, turn string, s rules.Step) *page {
	m.t.Helper()
	begun, _ := strings.CutSuffix(turn, s.Text)
	p := v.get(m.path() + "?turn=" + url.QueryEscape(strings.TrimSpace(begun)))
	for p.at.Query().Get("turn") != turn {
		if chosen := len(p.at.Query()["at"]); chosen < len(s.Places) {
			p = v.tap(p, s.Places[chosen])
			continue
		}
		p = v.choose(p, s.Text)
	}
	return p
}
