// Package bohnduell is the rules of BohnDuell, a mancala duel: two rows of four
// bowls that face each other, balls that are placed from a stock, sown towards
// a large bowl, and stolen from across.
package bohnduell

import (
	_ "embed"
	"fmt"

	"turnpost/rules"
)

//go:embed rules.md
var rulesPage string

// ID is the ruleset's stable name.
const ID = "bohnduell"

// Codes of refused turns besides the shared ones.
const (
	CodeNoSuchBowl    = "no_such_bowl"
	CodeStockTooSmall = "stock_too_small"
	CodeBowlCount     = "bowl_count"
)

// ReasonCount ends every game: the balls in the large bowls decide.
const ReasonCount = "count"

// The variants differ only in the number of balls.
const (
	variantStandard = "standard"
	variantLong     = "long"
)

type ruleset struct{}

// New returns the ruleset.
func New() rules.Ruleset { return ruleset{} }

// Info describes BohnDuell.
func (ruleset) Info() rules.Info {
	say := &english
	return rules.Info{
		ID:      ID,
		Name:    say.name,
		Version: 1,
		Summary: say.summary,
		Sides:   [2]rules.Side{{ID: "green", Name: say.sides[0]}, {ID: "red", Name: say.sides[1]}},
		Variants: []rules.Variant{
			{ID: variantStandard, Name: say.standardName, Summary: say.standardSummary},
			{ID: variantLong, Name: say.longName, Summary: say.longSummary},
		},
		Notation: say.notation,
		Rules:    rulesPage,
		Credit:   say.credit,
		Faults: []rules.Fault{
			{Code: rules.CodeSyntax, Meaning: say.meansSyntax},
			{Code: rules.CodeGameOver, Meaning: say.meansGameOver},
			{Code: CodeNoSuchBowl, Meaning: say.meansNoSuchBowl},
			{Code: CodeStockTooSmall, Meaning: say.meansStockTooSmall},
			{Code: CodeBowlCount, Meaning: say.meansBowlCount},
		},
		Reasons:  []rules.Reason{{Code: ReasonCount, Phrase: say.reasonCount}},
		Examples: examples(),
	}
}

func examples() []rules.Example {
	say := &english
	return []rules.Example{
		{Turn: "p3", Text: say.examplePlace},
		{Position: "10:1,1,0,0:0/12:0,0,0,0:0 r", Turn: "p1", Text: say.exampleSteal},
		{Position: "6:1,2,1,1:1/6:1,2,1,1:1 g", Turn: "e1", Text: say.exampleEmpty},
		{Position: "2:0,3,0,2:4/2:1,3,2,0:5 g", Turn: "e1", Text: say.exampleStuck, Fault: CodeBowlCount},
		{Position: "2:0,0,1,3:5/2:1,3,0,1:6 g", Turn: "p1", Text: say.exampleStock, Fault: CodeStockTooSmall},
		{Position: "0:0,0,2,1:10/0:1,0,0,0:10 g", Turn: "e1", Text: say.exampleSkip},
	}
}

// Start puts all balls into the stocks, with Green to move.
func (ruleset) Start(variant string) (rules.Position, error) {
	each, err := ballsEach(variant)
	if err != nil {
		return nil, err
	}
	var p position
	p.sides[rules.First].stock = each
	p.sides[rules.Second].stock = each
	return p, nil
}

// ballsEach is how many balls each side begins with.
func ballsEach(variant string) (int, error) {
	switch variant {
	case variantStandard, "":
		return 12, nil
	case variantLong:
		return 20, nil
	}
	return 0, fmt.Errorf("bohnduell has no variant %q", variant)
}
