package schema

import (
	"fmt"
	"slices"
)

// UnknownRuleset returns the error for a stored ruleset that the program does not have.
func UnknownRuleset(id string) error { return fmt.Errorf("ruleset %q is not known", id) }

// MaxAnalysedTurns is the maximum number of turns in one analysis.
const MaxAnalysedTurns = 1000

// GameKind is a variant of a ruleset. Lists are merged from those of the kinds, each of which an index has in order.
type GameKind struct{ Ruleset, Variant string }

// WithoutVariants returns one kind for each ruleset.
func WithoutVariants(kinds []GameKind) []GameKind {
	return slices.CompactFunc(slices.Clone(kinds), func(a, b GameKind) bool { return a.Ruleset == b.Ruleset })
}
