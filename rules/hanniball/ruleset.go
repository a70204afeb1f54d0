// Package hanniball implements HanniBall, a ball game by Christian Freeling and Arty Sandler: a turn has up to four
// steps in which pieces run with the Ball and shoot it.
package hanniball

import (
	"embed"

	"turnpost/rules"
	"turnpost/rules/phrase"
)

//go:embed words.*.txt rules.*.md
var wordFiles embed.FS

var words = rules.LoadWords(wordFiles)

const standard = "standard"

// Reasons of this game in addition to the shared ones.
const (
	reasonGoal    = "goal"
	reasonOwnGoal = "own_goal"
)

var sideIDs = [2]string{"white", "black"}

// sideName returns the name of a side.
func sideName(seat rules.Seat) phrase.Message { return phrase.New("side." + sideIDs[seat]) }

// homeName returns the name of the squares that a side's Monkey never leaves.
func homeName(seat rules.Seat) phrase.Message { return phrase.New("home." + sideIDs[seat]) }

// New returns the ruleset of HanniBall. Its only variant is "standard".
func New() rules.Ruleset {
	return rules.New(rules.Definition{
		ID: "hanniball", Version: 1, Words: words, Notation: rules.Notation{Squares: true, Steps: true},
		Sides:    sideIDs,
		Variants: []string{standard},
		Faults: []string{
			rules.CodeSyntax, rules.CodeNoSuchSquare, rules.CodeGameOver, noPiece, notYourPiece, wrongPieceLetter, badGeometry,
			horseBlocked, occupied, monkeyArea, monkeyKeepsBall, noBall, monkeyShotArea,
			ricochetNeeded, ricochetNotNeeded, ricochetIllegal, tooManySteps, noChange,
		},
		Reasons:  []string{reasonGoal, reasonOwnGoal, rules.ReasonNoMoves, rules.ReasonRepetition},
		Examples: examples,
		Start:    func(variant string) (rules.Position, error) { return parsePosition(variant, startText) },
		Parse:    parsePosition, Describe: describe, House: house,
	})
}

func parsePosition(_, text string) (rules.Position, error) {
	p, err := parse(text)
	if err != nil {
		return nil, err
	}
	return p, nil
}

// Positions of several examples. emptyField is the beginning of positions with an empty half.
const (
	emptyField      = "1m1/9/9/9/9/9/9/9/"
	horseHasBall    = emptyField + "4H4/9/9/9/9/9/1M1 w e7 7"
	elephantHasBall = emptyField + "4E4/9/9/9/9/9/1M1 w e7 7"
	lionHasBall     = emptyField + "4L4/9/9/9/9/9/1M1 w e7 7"
	monkeyHasBall   = emptyField + "9/9/9/9/9/4M4/3 w e2 7"

	savedShot = "1m1/9/3E5/9/9/9/1h7/9/9/9/9/9/9/9/1M1 w d13 11"
)

// examples are those of the rules page; Text is the key of a phrase.
var examples = []rules.Example{
	{Position: "1m1/9/9/9/9/9/9/9/3Ee4/3H5/9/9/9/9/1M1 w a9 7", Targets: "d6", Text: "example.horse"},
	{Position: emptyField + "4E4/9/9/9/9/9/1M1 w a9 7", Targets: "e7", Text: "example.elephant"},
	{Position: "1m1/9/9/9/9/9/5h3/3h5/4L4/9/9/9/9/9/1M1 w f9 7", Targets: "e7", Text: "example.lion"},
	{Position: emptyField + "9/9/9/9/9/4M4/3 w a9 7", Targets: "e2", Text: "example.monkey"},
	{Position: horseHasBall, Targets: "e7", Kind: rules.StepCarry, Text: "example.carry"},
	{Position: elephantHasBall, Targets: "e7", Kind: rules.StepLeave, Text: "example.leave"},
	{Position: horseHasBall, Targets: "e7", Kind: rules.StepShoot, Text: "example.horse_shoots"},
	{Position: elephantHasBall, Targets: "e7", Kind: rules.StepShoot, Text: "example.elephant_shoots"},
	{Position: lionHasBall, Targets: "e7", Kind: rules.StepShoot, Text: "example.lion_shoots"},
	{Position: monkeyHasBall, Targets: "e2", Kind: rules.StepShoot, Text: "example.monkey_shoots"},
	{Position: savedShot, Targets: "d13", Kind: rules.StepShoot, Text: "example.ricochets"},
	{Turn: "b4-c6 c6-b8", Text: "example.jump"},
	{
		Position: "1m1/2l6/1e1e1e1e1/1h1h1h1h1/6l2/9/9/9/9/3H5/9/1H3H1H1/1E1E1E1E1/2L3L2/1M1 w e8 3",
		Turn:     "d6-e8 e8-f10 f10~g11", Text: "example.pass",
	},
	{
		Position: "3/4m4/9/2Ee5/3H5/9/9/9/9/9/9/9/9/9/1M1 w d11 13",
		Turn:     "d11~d12 c12-d12 d12-d13 d13-d14", Text: "example.capture",
	},
	{
		Position: savedShot,
		Turn:     "d13~e15~e13 d13-e13 e13~f15", Text: "example.save",
	},
	{
		Position: "3/4m4/9/9/9/6H2/9/9/9/9/9/9/9/9/1M1 w g10 9",
		Turn:     "g10/h8 h8-g10 g10~g11", Text: "example.return",
	},
	{Position: "3/4m4/9/h8/9/9/9/9/9/9/9/H8/9/4M4/3 w e2 7", Turn: "e2-e1", Text: "example.own_goal"},
	{
		Position: "1m1/9/9/9/9/9/9/9/3eE4/4L4/9/9/9/9/1M1 w a8 7",
		Turn:     "e6-d8", Text: "example.blocked", Fault: horseBlocked,
	},
	{
		Position: "3/4m4/9/3E5/9/9/9/9/9/9/9/9/9/9/1M1 w d12 7",
		Turn:     "d12~e14~d15", Text: "example.ricochet", Fault: ricochetIllegal,
	},
}
