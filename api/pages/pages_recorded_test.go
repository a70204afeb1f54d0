package pages_test

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"turnpost/models"
	"turnpost/rules"
	"turnpost/rules/rulestest/sample"
)

// recordedGame is a game of a ruleset's testdata.
type recordedGame struct {
	Variant, Start string // Start is "" for the setup of the variant
	Turns          []struct{ Canonical string }
	Outcome        json.RawMessage
}

// carriesAndShoots reports whether a turn has four steps, with a carry and a shot.
func carriesAndShoots(steps []rules.Step) bool {
	kinds := map[string]bool{}
	for _, s := range steps {
		kinds[s.Kind] = true
	}
	return len(steps) == 4 && kinds[rules.StepCarry] && kinds[rules.StepShoot]
}

// bouncesThrice reports whether a turn is a kick that bounces three times.
func bouncesThrice(steps []rules.Step) bool {
	return len(steps) == 1 && steps[0].Kind == rules.StepKick && strings.Count(steps[0].Text, "~") >= 4
}

func recordedGames(t testing.TB, ruleset string) (games []recordedGame) {
	t.Helper()
	files, err := filepath.Glob("../../rules/" + ruleset + "/testdata/*.games.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatalf("%s has no recorded games: %v", ruleset, err)
	}
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		lines := bufio.NewScanner(f)
		lines.Buffer(nil, 64<<20)
		for lines.Scan() {
			var g recordedGame
			if err := json.Unmarshal(lines.Bytes(), &g); err != nil {
				t.Fatal(err)
			}
			games = append(games, g)
		}
		if err := lines.Err(); err != nil {
			t.Fatal(err)
		}
	}
	return games
}

// stepsOf splits a turn into its steps.
func (m *match) stepsOf(g *models.Game, turn string) (steps []rules.Step) {
	m.t.Helper()
	prefix := ""
	for _, word := range strings.Fields(turn) {
		o, err := m.NextSteps(g, prefix)
		if err != nil {
			m.t.Fatal(err)
		}
		for _, s := range o.Steps {
			if s.Text == word {
				steps = append(steps, s)
			}
		}
		prefix = strings.TrimSpace(prefix + " " + word)
	}
	return steps
}

// tapTurn taps the places of a turn's steps, and chooses from the list if places are ambiguous.
func (m *match) tapTurn(v *visitor, steps []rules.Step) *page {
	m.t.Helper()
	p, turn := v.get(m.path()), ""
	for _, s := range steps {
		turn = strings.TrimSpace(turn + " " + s.Text)
		p = m.tapStep(v, turn, s)
	}
	return p
}

// choose follows the link in the list for a step.
func (v *visitor) choose(p *page, step string) *page {
	v.t.Helper()
	for _, a := range p.find("a", "href", "") {
		if code := a.FirstChild; code != nil && code.FirstChild != nil && code.FirstChild.Data == step {
			href, _ := attr(a, "href")
			path, _, _ := strings.Cut(href, "#")
			return v.get(path)
		}
	}
	v.t.Fatalf("%s: %s cannot be chosen:\n%s", p.at, step, p.text())
	return nil
}

func TestLongTurnsByTaps(t *testing.T) {
	sample.Whole(t, "plays the longest turns")
	for name, c := range map[string]struct {
		ruleset string
		fits    func(steps []rules.Step) bool
	}{
		"four steps with a carry and a shot": {"hanniball", carriesAndShoots},
		"a kick with three bounces":          {"sevensages", bouncesThrice},
	} {
		t.Run(name, func(t *testing.T) {
			m := newMatch(t, c.ruleset, "")
			for _, recorded := range recordedGames(t, c.ruleset) {
				if recorded.Start != "" {
					continue
				}
				g := m.Begin(m.players[0], m.players[1], c.ruleset, recorded.Variant)
				for _, turn := range recorded.Turns {
					v, player := m.ann, m.players[0]
					if g.ToMove == rules.Second {
						v, player = m.bob, m.players[1]
					}
					if steps := m.stepsOf(g, turn.Canonical); c.fits(steps) {
						m.game = g
						p := m.tapTurn(v, steps).want(200, "Play "+turn.Canonical)
						v.post(m.path()+"/turns", p.form(m.path()+"/turns")...).want(200, "Your turn is played")
						return
					}
					if g = m.Play(g, player, turn.Canonical); g.Status != models.Ongoing {
						break
					}
				}
			}
			t.Fatal("no recorded game has such a turn")
		})
	}
}
