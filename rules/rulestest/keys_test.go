package rulestest

import (
	"strings"
	"testing"

	"turnpost/rules"
	"turnpost/rules/hnefatafl"
)

// passing is a position of Hnefatafl in which a side may pass. If ends, the second of two passes ends the game.
type passing struct {
	rules.Position
	passes int
	ends   bool
}

func (p passing) Key() string { return p.Position.Key() + strings.Repeat(" pass", p.passes) }

func (p passing) Result() rules.Result {
	if p.ends && p.passes == 2 {
		return rules.Drawn("passes")
	}
	return p.Position.Result()
}

func (p passing) Next(prefix string) (rules.Options, error) {
	options, err := p.Position.Next(prefix)
	switch prefix {
	case "":
		options.Steps = append(options.Steps, rules.Step{Text: "pass", Places: []string{}, Kind: "pass"})
	case "pass":
		return rules.Options{MayEnd: true, Steps: []rules.Step{}}, nil
	}
	return options, err
}

func (p passing) Play(turn string) (rules.Played, error) {
	if turn != "pass" {
		played, err := p.Position.Play(turn)
		played.Next = passing{Position: played.Next, ends: p.ends}
		return played, err
	}
	before, _ := strings.CutSuffix(p.String(), " a")
	next, err := hnefatafl.New().Parse("7x7", before+" d")
	return rules.Played{Next: passing{Position: next, passes: p.passes + 1, ends: p.ends}}, err
}

// The key says that the last turn was a pass exactly if that matters.
func TestKeysAfterAPass(t *testing.T) {
	setup, err := hnefatafl.New().Start("7x7")
	if err != nil {
		t.Fatal(err)
	}
	for ends, found := range map[bool]string{true: "", false: "the same key"} {
		_, want := (&witness{}).returnFault(passing{setup, 1, ends}, true)
		wantFault(t, "the key", want, found)
	}
}
