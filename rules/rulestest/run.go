package rulestest

import (
	"testing"
)

// Run runs every check as a subtest.
func Run(t *testing.T, s Suite) {
	collectSeldom(t)
	if s.MaxTurns == 0 {
		s.MaxTurns = 150
	}
	if *update {
		record(t, s)
	}
	t.Run("Info", func(t *testing.T) { checkInfo(t, s.Ruleset) })
	t.Run("Examples", func(t *testing.T) { checkExamples(t, s.Ruleset) })
	t.Run("Vectors", func(t *testing.T) { checkVectors(t, s.Ruleset) })
	t.Run("Illegal", func(t *testing.T) { checkIllegal(t, s.Ruleset) })
	t.Run("BadPositions", func(t *testing.T) { checkBadPositions(t, s.Ruleset) })
	t.Run("Phrases", func(t *testing.T) { checkPhrases(t, s.Ruleset) })
	t.Run("Typed", func(t *testing.T) { checkTyped(t, s.Ruleset) })
	t.Run("Counts", func(t *testing.T) { checkCounts(t, s) })
	t.Run("Words", func(t *testing.T) { checkWords(t, s) })
	t.Run("Unlisted", func(t *testing.T) { checkUnlisted(t, s) })
	t.Run("House", func(t *testing.T) { checkHouse(t, s) })
	t.Run("Witness", func(t *testing.T) { checkWitness(t, s) })
	t.Run("Playouts", func(t *testing.T) { checkPlayouts(t, s) })
}
