// Package hnefatafl implements the tafl game with a king who escapes to a corner, on 11×11, on 9×9, and on 7×7,
// which is Brandubh. A position has a set of squares for each side. Playing, listing and counting share one
// implementation of moves.
package hnefatafl

import (
	"embed"

	"turnpost/rules"
)

//go:embed words.*.txt rules.*.md
var wordFiles embed.FS

var words = rules.LoadWords(wordFiles)

// Reasons for the end of a game in addition to the shared ones.
const (
	reasonEscape       = "escape"
	reasonKingCaptured = "king_captured"
)

// starts holds the start positions by variant.
type starts map[string]*position

// New returns the ruleset.
func New() rules.Ruleset {
	s := starts{}
	var variants []string
	for _, setup := range setups {
		start, err := newBoard(setup.size).parse(setup.text)
		if err != nil {
			panic(err) // a setup of this package is invalid
		}
		s[setup.variant] = start
		variants = append(variants, setup.variant)
	}
	return rules.New(rules.Definition{
		ID: "hnefatafl", Version: 1, Words: words, Notation: rules.Notation{Squares: true},
		Sides:    [2]string{attackers: "attackers", defenders: "defenders"},
		Variants: variants, Suggested: "7x7",
		Faults: []string{
			rules.CodeGameOver, rules.CodeSyntax, rules.CodeNoSuchSquare, codeNoPiece, codeNotYourPiece, codeNotALine,
			codeBlocked, codeThroneOnlyKing, codeCornerOnlyKing, codeWrongCaptures,
		},
		Reasons:  []string{reasonEscape, reasonKingCaptured, rules.ReasonNoMoves, rules.ReasonRepetition},
		Examples: examples,
		Start:    s.start, Parse: s.parse, Describe: describe, House: house,
	})
}

func (s starts) start(variant string) (rules.Position, error) { return s[variant], nil }

func (s starts) parse(variant, text string) (rules.Position, error) {
	start := s[variant]
	p, err := start.board.parse(text)
	if err != nil {
		return nil, err
	}
	if p.attackers.len() > start.attackers.len() || p.defenders.len() > start.defenders.len() {
		return nil, rules.Bad("position.number", "attackers", p.attackers.len(), "defenders", p.defenders.len(),
			"most_attackers", start.attackers.len(), "most_defenders", start.defenders.len())
	}
	return p, nil
}

const threeCaptures = "9/6K2/9/3t5/3T5/t3Tt3/3T5/3t5/9 a"

// examples are those of the rules page; Text is the key of a phrase.
var examples = []rules.Example{
	{Variant: "7x7", Targets: "d2", Text: "example.goes"},
	{Variant: "7x7", Position: "7/7/7/7/3T3/6K/1t5 d", Targets: "d3", Text: "example.passes"},
	{Variant: "7x7", Position: "7/7/2t4/7/7/7/3KT2 d", Targets: "d1", Text: "example.king"},
	{Variant: "11x11", Turn: "d1-d4", Text: "example.move"},
	{Variant: "11x11", Turn: "f2-f5", Fault: codeBlocked, Text: "example.blocked"},
	{Variant: "9x9", Position: threeCaptures, Turn: "a4-d4", Text: "example.three"},
	{Variant: "9x9", Position: threeCaptures, Turn: "a4-d4xe4", Fault: codeWrongCaptures, Text: "example.captures"},
	{Variant: "7x7", Position: "7/7/7/2t4/5K1/7/1t1T3 d", Turn: "d1-c1", Text: "example.corner"},
	{Variant: "7x7", Position: "7/7/5K1/2t4/7/1T1T3/7 a", Turn: "c4-c2", Text: "example.between"},
	{Variant: "7x7", Position: "7/7/7/7/3T3/6K/1t5 d", Turn: "d3-d4", Fault: codeThroneOnlyKing, Text: "example.stop"},
	{Variant: "9x9", Position: "9/9/9/t8/3tKt3/4t4/9/1T7/9 a", Turn: "a6-e6", Text: "example.throne"},
	{Variant: "11x11", Position: "11/11/11/t10/4tKt4/11/11/11/11/1T9/11 a", Turn: "a8-f8", Text: "example.beside"},
	{Variant: "9x9", Position: "9/9/6T2/9/9/2t6/9/9/1K7 a", Turn: "c4-c1", Text: "example.far"},
	{Variant: "9x9", Position: "9/9/9/7t1/9/9/9/t1t6/1K7 d", Turn: "Kb1-a1", Text: "example.escape"},
}
