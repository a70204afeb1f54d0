package rulestest

import (
	"math/rand/v2"
	"slices"
	"testing"

	"turnpost/rules"
	"turnpost/rules/phrase"
)

// movers is a set of kinds of pieces that move, and of steps over more than one place, each with a word before it.
type movers map[string]bool

// add adds the kinds of some steps and of the pieces that make them.
func (m movers) add(d rules.Diagram, steps []rules.Step) {
	for _, step := range steps {
		if len(step.Places) < 2 {
			continue
		}
		m["step "+step.Kind] = true
		if kind := pieceOn(d, step.Places[0]); kind != "" {
			m["piece "+kind] = true
		}
	}
}

// moversOf returns what moves in a few random games of each variant.
func moversOf(t *testing.T, r rules.Ruleset) movers {
	found := movers{}
	rnd := rand.New(rand.NewPCG(7, 7))
	for _, v := range r.Info(phrase.English).Variants {
		for range 3 {
			p := start(t, r, v.ID, "")
			for n := 0; n < 40 && !p.Result().Over(); n++ {
				options, err := p.Next("")
				if err != nil {
					t.Fatal(err)
				}
				found.add(p.Diagram(phrase.English), options.Steps)
				played, err := p.Play(RandomTurn(t, p, rnd))
				if err != nil {
					t.Fatal(err)
				}
				p = played.Next
			}
		}
	}
	return found
}

// pieceOn returns the kind of the piece on a square, or "".
func pieceOn(d rules.Diagram, place string) string {
	at := slices.IndexFunc(d.Pieces, func(p rules.Piece) bool { return p.Square == place })
	if at < 0 {
		return ""
	}
	return d.Pieces[at].Kind
}
