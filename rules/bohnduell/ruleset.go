// Package bohnduell implements BohnDuell, a mancala game: two facing rows of four bowls; balls are placed from a stock,
// sown towards a large bowl, and stolen from the opposite bowl.
package bohnduell

import (
	"embed"

	"turnpost/rules"
	"turnpost/rules/phrase"
)

//go:embed words.*.txt rules.*.md
var wordFiles embed.FS

var words = rules.LoadWords(wordFiles)

// ID is the stable ID of the ruleset.
const ID = "bohnduell"

// Codes of refused turns in addition to the shared ones.
const (
	CodeNoSuchBowl    = "no_such_bowl"
	CodeStockTooSmall = "stock_too_small"
	CodeBowlCount     = "bowl_count"
)

// ReasonCount is the only reason for the end of a game: the balls in the large bowls are compared.
const ReasonCount = "count"

// New returns the ruleset.
func New() rules.Ruleset {
	return rules.New(rules.Definition{
		ID: ID, Version: 1, Words: words,
		Sides:    sideIDs,
		Variants: []string{variantStandard, variantLong},
		Faults:   []string{rules.CodeGameOver, rules.CodeSyntax, CodeNoSuchBowl, CodeStockTooSmall, CodeBowlCount},
		Reasons:  []string{ReasonCount},
		Examples: examples,
		Start:    start, Parse: parse, Describe: describe, House: newHouse,
	})
}

var sideIDs = [2]string{"green", "red"}

// sideName returns the name of a side.
func sideName(seat rules.Seat) phrase.Message { return phrase.New("side." + sideIDs[seat]) }

// The variants differ only in the number of balls.
const (
	variantStandard = "standard"
	variantLong     = "long"
)

// ballsEach is the number of balls of each side at the start.
var ballsEach = map[string]int{variantStandard: 12, variantLong: 20}

// start returns the position with all balls in the stocks and Green to move.
func start(variant string) (rules.Position, error) {
	var p position
	p.sides[rules.First].stock = ballsEach[variant]
	p.sides[rules.Second].stock = ballsEach[variant]
	return p, nil
}

// examples are those of the rules page; Text is the key of a phrase.
var examples = []rules.Example{
	{Targets: "g2", Kind: rules.StepPlace, Text: "example.places"},
	{Position: "9:0,3,0,0:0/12:0,0,0,0:0 g", Targets: "g3", Kind: rules.StepEmpty, Text: "example.empties"},
	{Turn: "p3", Text: "example.place"},
	{Position: "10:1,1,0,0:0/12:0,0,0,0:0 r", Turn: "p1", Text: "example.steal"},
	{Position: "6:1,2,1,1:1/6:1,2,1,1:1 g", Turn: "e1", Text: "example.empty"},
	{Position: "2:0,3,0,2:4/2:1,3,2,0:5 g", Turn: "e1", Text: "example.stuck", Fault: CodeBowlCount},
	{Position: "2:0,0,1,3:5/2:1,3,0,1:6 g", Turn: "p1", Text: "example.stock", Fault: CodeStockTooSmall},
	{Position: "0:0,0,2,1:10/0:1,0,0,0:10 g", Turn: "e1", Text: "example.skip"},
}
