package rulestest

import (
	"fmt"
	"testing"

	"turnpost/rules/rulestest/sample"
)

// enoughPairs is the number of positions by which Game.Value is compared for both sides.
const enoughPairs = 20

// balance compares what Game.Value says of positions for one side to move and for the other: an advantage of one is as
// bad for the other, but for the turn itself, which is worth about the same in all of them.
func (h *thoughts) balance(t testing.TB) {
	t.Helper()
	var pairs [][2]int
	for _, c := range sampleTurns(h.w.turns, sample.Count(200, 60)) {
		here, ok := h.thinker.Look(c.before)
		if !ok || here.Over {
			continue
		}
		for _, q := range h.w.flipped(c.before) {
			there, ok := h.thinker.Look(q)
			if ok && !there.Over && q.ToMove() != c.before.ToMove() && sceneOf(q).shows(sceneOf(c.before)) {
				pairs = append(pairs, [2]int{here.Value, there.Value})
				break
			}
		}
	}
	if fault := balanceFault(pairs); fault != "" {
		t.Errorf("%s: %s", h.w.variant, fault)
	}
}

// balanceFault returns what is wrong with the values of some positions for either side to move, or "". In the games
// that exist, their sums vary by at most 4 % of what their differences do.
func balanceFault(pairs [][2]int) string {
	var sums, differences []float64
	for _, pair := range pairs {
		sums = append(sums, float64(pair[0]+pair[1]))
		differences = append(differences, float64(pair[0]-pair[1]))
	}
	sum, difference := variance(sums), variance(differences)
	if len(pairs) < enoughPairs || sum <= difference/2 {
		return ""
	}
	return fmt.Sprintf("on the same board, Game.Value for one side to move is not about minus that for the other: in %d "+
		"positions, their sums vary by %.0f, their differences by %.0f; what one side has must count as much as what the "+
		"other has", len(pairs), sum, difference)
}

func variance(list []float64) (v float64) {
	mean := 0.0
	for _, x := range list {
		mean += x / float64(len(list))
	}
	for _, x := range list {
		v += (x - mean) * (x - mean) / float64(len(list))
	}
	return v
}
