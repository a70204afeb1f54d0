package bohnduell

import (
	"testing"

	"turnpost/rules"
	"turnpost/rules/phrase"
	"turnpost/rules/rulestest"
)

func TestRuleset(t *testing.T) {
	rulestest.Run(t, rulestest.Suite{
		Ruleset: New(),
		Counts:  map[string]func(rules.Position, int) uint64{"perft": perft},
	})
}

func FuzzRuleset(f *testing.F) { rulestest.Fuzz(f, New()) }

// perft counts the sequences of depth turns; a skip does not count as a turn.
func perft(p rules.Position, depth int) uint64 { return countTurns(rules.Unwrap(p).(position), depth) }

func countTurns(p position, depth int) uint64 {
	if depth == 0 {
		return 1
	}
	n := uint64(0)
	for _, t := range allTurns {
		if p.legal(t) {
			next, _ := p.after(t)
			n += countTurns(next, depth-1)
		}
	}
	return n
}

// at parses a position; the number of balls in the text determines the variant.
func at(t testing.TB, text string) rules.Position {
	t.Helper()
	var failed error
	for _, v := range New().Info(phrase.English).Variants {
		p, err := New().Parse(v.ID, text)
		if err == nil {
			return p
		}
		failed = err
	}
	t.Fatalf("%s: %v", text, failed)
	return nil
}

func play(t testing.TB, position, turn string) rules.Played {
	t.Helper()
	played, err := at(t, position).Play(turn)
	if err != nil {
		t.Fatalf("%s: %q: %v", position, turn, err)
	}
	return played
}

func sameFault(t *testing.T, err error, code, detail string) {
	t.Helper()
	gotCode, gotDetail, ok := rulestest.Refusal(New(), err)
	if !ok || gotCode != code || gotDetail != detail {
		t.Errorf("\ngot  %v\nwant %s: %s", err, code, detail)
	}
}
