package search_test

import (
	"errors"
	"testing"

	"turnpost/rules"
	"turnpost/rules/rulestest/tictactoe"
)

// turn returns the turn that a new house finds in tic-tac-toe.
func turn(t *testing.T, house rules.Thinker, text string, thought rules.Thought) string {
	t.Helper()
	p, err := tictactoe.New().Parse("", text)
	if err != nil {
		t.Fatal(err)
	}
	turn, err := house.Turn(p, thought)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return turn
}

func TestTurn(t *testing.T) {
	for _, tc := range []struct {
		name, position, want string
		level                rules.Level
	}{
		{"a win in one", "oo1/xx1/3 x", "c2", rules.Hard},
		{"a win in one before a defence", "oo1/xx1/3 x", "c2", rules.Medium},
		{"a defence", "3/xx1/o2 o", "c2", rules.Medium},
		{"two threats at once", "x2/1o1/o1x x", "c3", rules.Hard},
		{"the last square", "oxo/xox/xo1 x", "c1", rules.Easy},
	} {
		t.Run(tc.name, func(t *testing.T) {
			house := tictactoe.New().House()
			for seed := range uint64(20) {
				got := turn(t, house, tc.position, rules.Thought{Level: tc.level, Seed: seed})
				if got != tc.want {
					t.Errorf("seed %d: %s, want %s", seed, got, tc.want)
				}
			}
		})
	}
}

// Between equal turns the seed decides.
func TestSeedDecides(t *testing.T) {
	found := map[string]bool{}
	house := tictactoe.New().House()
	for seed := range uint64(100) {
		found[turn(t, house, "3/3/3 x", rules.Thought{Level: rules.Hard, Seed: seed})] = true
	}
	if len(found) != 9 { // no first turn loses
		t.Errorf("100 seeds found only %v", found)
	}
}

// Earlier searches of a Thinker change no turn.
func TestThinkersForget(t *testing.T) {
	old := tictactoe.New().House()
	for seed := range uint64(5) {
		for _, position := range []string{"3/3/3 x", "3/1x1/3 o", "x2/1o1/o1x x", "2x/1o1/3 x"} {
			for _, nodes := range []int{0, 1, 30, 200} {
				thought := rules.Thought{Level: rules.Hard, Seed: seed, Nodes: nodes}
				got, want := turn(t, old, position, thought), turn(t, tictactoe.New().House(), position, thought)
				if got != want {
					t.Fatalf("%s, seed %d, %d nodes: %s, a new one finds %s", position, seed, nodes, got, want)
				}
			}
		}
	}
}

func TestNoTurn(t *testing.T) {
	over, err := tictactoe.New().Parse("", "xxx/oo1/3 o")
	if err != nil {
		t.Fatal(err)
	}
	_, err = tictactoe.New().House().Turn(over, rules.Thought{Level: rules.Hard})
	if _, is := errors.AsType[*rules.BadPosition](err); !is {
		t.Errorf("a finished position: %v", err)
	}
}

// A loss is certain if every turn loses, and the search has seen it whole; the turn after it is the same.
func TestLost(t *testing.T) {
	for position, want := range map[string]bool{"x1x/1o1/o1x o": true, "x2/1o1/o1x x": false, "3/1x1/3 o": false} {
		p, err := tictactoe.New().Parse("", position)
		if err != nil {
			t.Fatal(err)
		}
		for level, want := range map[rules.Level]bool{rules.Hard: want, rules.Easy: false} {
			house := tictactoe.New().House()
			thought := rules.Thought{Level: level, Seed: 7}
			lost, err := house.(rules.Judge).Lost(p, thought)
			if err != nil || lost != want {
				t.Errorf("%s, %s: lost %t, %v", position, level, lost, err)
			}
			after := turn(t, house, position, thought)
			if alone := turn(t, tictactoe.New().House(), position, thought); after != alone {
				t.Errorf("%s, %s: after Lost the turn is %s, else %s", position, level, after, alone)
			}
		}
		thought := rules.Thought{Level: rules.Hard, Nodes: 2}
		if lost, err := tictactoe.New().House().(rules.Judge).Lost(p, thought); lost || err != nil {
			t.Errorf("%s: lost after 2 positions, %v", position, err)
		}
	}
}
