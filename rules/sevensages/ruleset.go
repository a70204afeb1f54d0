// Package sevensages is the rules of 7 Sages: seven stones a side that slide, and
// a neutral ball that they kick off other stones into the opponent's goal area.
package sevensages

import (
	_ "embed"
	"fmt"

	"turnpost/rules"
)

//go:embed rules.md
var rulesPage string

// ID is the ruleset's stable name.
const ID = "sevensages"

// Codes of refused turns besides the shared ones.
const (
	CodeNoPiece          = "no_piece"
	CodeNotYourPiece     = "not_your_piece"
	CodeNotALine         = "not_a_line"
	CodeBackwardDiagonal = "backward_diagonal"
	CodeBlocked          = "blocked"
	CodeGoalAreaClosed   = "goal_area_closed" // the opponent's
	CodeGoalAreaFull     = "goal_area_full"   // the mover's own
	CodeKickNeedsEnd     = "kick_needs_end"
	CodeNotAKick         = "not_a_kick"
	CodeBallBlocked      = "ball_blocked" // a stone right behind the ball
	CodeNoBounce         = "no_bounce"    // a square closed to the ball comes before a stone
	CodeBadPath          = "bad_path"     // of a way given in full
	CodeUnreachableEnd   = "unreachable_end"
)

// ReasonPoints ends a game: a side has the points that it needs.
const ReasonPoints = "points"

// The variants differ only in the points that win.
const (
	variantStandard = "standard"
	variantShort    = "short"
)

type ruleset struct{}

// New returns the ruleset.
func New() rules.Ruleset { return ruleset{} }

// Info describes 7 Sages.
func (ruleset) Info() rules.Info {
	say := &english
	return rules.Info{
		ID:      ID,
		Name:    say.name,
		Version: 1,
		Summary: say.summary,
		Sides:   [2]rules.Side{{ID: "white", Name: say.sides[0]}, {ID: "black", Name: say.sides[1]}},
		Variants: []rules.Variant{
			{ID: variantStandard, Name: say.standardName, Summary: say.standardSummary},
			{ID: variantShort, Name: say.shortName, Summary: say.shortSummary},
		},
		Notation: say.notation,
		Rules:    rulesPage,
		Credit:   say.credit,
		Faults:   say.faults(),
		Reasons: []rules.Reason{
			{Code: ReasonPoints, Phrase: say.reasonPoints},
			{Code: rules.ReasonNoMoves, Phrase: say.reasonNoMoves},
			{Code: rules.ReasonRepetition, Phrase: say.reasonRepetition},
		},
		Examples: examples(),
	}
}

func examples() []rules.Example {
	say := &english
	const cornered = "12sss/14s/14s/7s6s/15/15/15/7o7/15/15/15/S6S7/S14/S14/SSS12 w 0-0"
	return []rules.Example{
		{Turn: "h5-g5", Text: say.exampleSlide},
		{Turn: "h5-h8~h10~d10", Text: say.exampleKick},
		{Turn: "h5-h8~d10", Text: say.exampleShortForm},
		{Position: cornered, Turn: "h4-h8~h11", Text: say.exampleBack},
		{
			Position: "12sss/14s/14s/11s2s/15/15/15/7o7/15/15/3SS10/S14/S14/S14/S6S7 w 0-0",
			Turn:     "e5-h8~k11~g15", Text: say.examplePoint,
		},
		{Turn: "h5-h8", Text: say.exampleNeedsEnd, Fault: CodeKickNeedsEnd},
		{
			Position: "12sss/14s/14s/11s2s/15/15/15/6o8/15/15/15/S5S8/S14/S14/SSS12 w 0-0",
			Turn:     "g4-g8~g15", Text: say.exampleNoBounce, Fault: CodeNoBounce,
		},
	}
}

// Start is the setup with White to move.
func (ruleset) Start(variant string) (rules.Position, error) {
	target, err := pointsToWin(variant)
	if err != nil {
		return nil, err
	}
	return begin([2]int{}, target, rules.First), nil
}

// Parse reads a position. Besides the notation it wants seven stones a side, the
// ball in the field, no stone in the opponent's goal area, at most one in its own,
// and points that a game can come to.
func (ruleset) Parse(variant, text string) (rules.Position, error) {
	target, err := pointsToWin(variant)
	if err != nil {
		return nil, err
	}
	p, err := parse(text, target)
	if err != nil {
		return nil, err
	}
	return p, nil
}

func pointsToWin(variant string) (int, error) {
	switch variant {
	case variantStandard, "":
		return 5, nil
	case variantShort:
		return 1, nil
	}
	return 0, fmt.Errorf("%s has no variant %q", ID, variant)
}
