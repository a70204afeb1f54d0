package rulestest

import (
	"fmt"
	"testing"

	"turnpost/rules"
	"turnpost/rules/phrase"
)

// checkEnds checks that a recorded game ends for each reason, and that the winners of all games are those who met the
// goal.
func checkEnds(t testing.TB, all []*witness) {
	t.Helper()
	s := all[0].suite
	info := s.Ruleset.Info(phrase.English)
	recorded := map[string]bool{}
	for _, w := range all {
		for _, end := range w.ends {
			recorded[end.result.Reason] = recorded[end.result.Reason] || end.recorded
			if want := s.winnerFault(end); want != "" {
				end.fault(t, fmt.Sprintf("the result is %+v", end.result), want)
				return
			}
		}
	}
	for _, reason := range info.Reasons {
		why, declared := s.Unreached[reason.Code]
		switch {
		case recorded[reason.Code] && declared:
			t.Errorf("Suite.Unreached says that no game ends by %s (%s), and one is recorded", reason.Code, why)
		case !recorded[reason.Code] && !declared:
			t.Errorf("no recorded game ends by %s: add one to testdata/%s-VARIANT.games.jsonl, with start where the end is "+
				"near, or say in Suite.Unreached why none can", reason.Code, info.ID)
		}
	}
	if all[0].setup.Key() != "" && !knowsReason(info.Reasons, rules.ReasonRepetition) {
		t.Errorf("the setup has a key, so that a third repetition is a draw, and Reasons does not list %s: list it, or let "+
			"Key return nothing", rules.ReasonRepetition)
	}
	for reason := range s.Unreached {
		if !knowsReason(info.Reasons, reason) {
			t.Errorf("Suite.Unreached has the reason %s, which Reasons does not list", reason)
		}
	}
}

// winnerFault returns who should have won, or "". Where the game does not say who met the goal, that is the side that
// moved last or that has more by the counters.
func (s Suite) winnerFault(end ending) string {
	mover, d := end.before.ToMove(), end.played.Next.Diagram(phrase.English)
	if end.result.Reason == rules.ReasonRepetition {
		if end.result.Winner != rules.NoSeat {
			return "a draw, since the position stood for the third time"
		}
		return ""
	}
	if winner := s.Winners[end.result.Reason]; winner != nil {
		if want := winner(mover, end.played.Next); want != end.result.Winner {
			return fmt.Sprintf("by Suite.Winners seat %d as the winner", want)
		}
		return ""
	}
	lead, counted := [2]int{}, false
	for _, c := range d.Counters {
		if c.Seat != rules.NoSeat {
			lead[c.Seat] += c.Value
			counted = true
		}
	}
	switch winner := end.result.Winner; {
	case winner == rules.NoSeat, winner == mover, counted && lead[winner] > lead[winner.Other()]:
		return ""
	}
	return fmt.Sprintf("seat %d, which moved last, as the winner; if another side wins by this reason, let Suite.Winners "+
		"say which", mover)
}
