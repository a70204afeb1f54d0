package rulestest

import (
	"strings"

	"turnpost/rules"
)

// Housed returns a ruleset that the house plays by the first of the turns that Next lists, for tests of everything but
// the search.
func Housed(r rules.Ruleset) rules.Ruleset { return housed{r} }

type housed struct{ rules.Ruleset }

func (housed) House() rules.Thinker { return firstTurn{} }

type firstTurn struct{}

// Turn plays the first step that Next lists until the turn may end.
func (firstTurn) Turn(p rules.Position, _ rules.Thought) (string, error) {
	turn := ""
	for {
		options, err := p.Next(turn)
		if err != nil || options.MayEnd {
			return turn, err
		}
		turn = strings.TrimSpace(turn + " " + options.Steps[0].Text)
	}
}
