// Package sevensages implements 7 Sages: each side has seven stones that slide, and kick a neutral ball off other
// stones into the opponent's goal area.
package sevensages

import (
	"embed"

	"turnpost/rules"
)

//go:embed words.*.txt rules.*.md
var wordFiles embed.FS

var words = rules.LoadWords(wordFiles)

// ID is the stable ID of the ruleset.
const ID = "sevensages"

// Codes of refused turns in addition to the shared ones.
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
	CodeBallBlocked      = "ball_blocked" // a stone is directly behind the ball
	CodeNoBounce         = "no_bounce"    // a square closed to the ball precedes any stone
	CodeBadPath          = "bad_path"     // of a path given in full
	CodeUnreachableEnd   = "unreachable_end"
)

// ReasonPoints means that a side has reached the points it needs.
const ReasonPoints = "points"

// The variants differ only in the points that win.
const (
	variantStandard = "standard"
	variantShort    = "short"
)

// pointsToWin is the number of points that win, by variant.
var pointsToWin = map[string]int{variantStandard: 5, variantShort: 1}

var sideIDs = [2]string{"white", "black"}

// New returns the ruleset.
func New() rules.Ruleset {
	return rules.New(rules.Definition{
		ID: ID, Version: 1, Words: words, Notation: rules.Notation{Squares: true},
		Sides:    sideIDs,
		Variants: []string{variantStandard, variantShort}, Suggested: variantShort,
		Faults: []string{
			rules.CodeGameOver, rules.CodeSyntax, rules.CodeNoSuchSquare, CodeNoPiece, CodeNotYourPiece, CodeNotALine,
			CodeNotAKick, CodeBackwardDiagonal, CodeBlocked, CodeGoalAreaClosed, CodeGoalAreaFull, CodeBallBlocked,
			CodeNoBounce, CodeKickNeedsEnd, CodeBadPath, CodeUnreachableEnd,
		},
		Reasons:  []string{ReasonPoints, rules.ReasonNoMoves, rules.ReasonRepetition},
		Examples: examples,
		Start:    start, Parse: parse, Describe: describe, House: house,
	})
}

// start returns the setup with White to move.
func start(variant string) (rules.Position, error) {
	return begin([2]int{}, pointsToWin[variant], rules.First), nil
}

// examples are those of the rules page; Text is the key of a phrase.
var examples = []rules.Example{
	{Targets: "h5", Kind: rules.StepMove, Text: "example.slides"},
	{Targets: "h5", Kind: rules.StepKick, Text: "example.kicks"},
	{Turn: "h5-g5", Text: "example.slide"},
	{Turn: "h5-h8~h10~d10", Text: "example.kick"},
	{Turn: "h5-h8~d10", Text: "example.short"},
	{
		Position: "12sss/14s/14s/7s6s/15/15/15/7o7/15/15/15/S6S7/S14/S14/SSS12 w 0-0",
		Turn:     "h4-h8~h11", Text: "example.back",
	},
	{
		Position: "12sss/14s/14s/11s2s/15/15/15/7o7/15/15/3SS10/S14/S14/S14/S6S7 w 0-0",
		Turn:     "e5-h8~k11~g15", Text: "example.point",
	},
	{Turn: "h5-h8", Text: "example.end", Fault: CodeKickNeedsEnd},
	{
		Position: "12sss/14s/14s/11s2s/15/15/15/6o8/15/15/15/S5S8/S14/S14/SSS12 w 0-0",
		Turn:     "g4-g8~g15", Text: "example.bounce", Fault: CodeNoBounce,
	},
}
