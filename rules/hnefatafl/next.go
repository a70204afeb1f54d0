package hnefatafl

import (
	"strings"

	"turnpost/rules"
)

// Next lists the turns whose canonical text begins with the prefix. The name of
// a square with a piece of the side to move stands for that piece alone: "d1" is
// not the beginning of d10.
func (p *position) Next(prefix string) (rules.Options, error) {
	if err := p.checkOngoing(); err != nil {
		return rules.Options{}, err
	}
	_, err := p.Play(prefix)
	if err == nil {
		return rules.Options{MayEnd: true, Steps: []string{}}, nil
	}
	begun := strings.ToLower(trim(prefix))
	begun, _ = cutKing(begun)
	if at, ok := rules.ParseSquare(begun); ok && p.own().has(p.board.number(at)) {
		begun += "-"
	}
	steps := p.turns(begun)
	if len(steps) == 0 {
		return rules.Options{}, p.noTurn(begun, err)
	}
	return rules.Options{Steps: steps}, nil
}

// turns are the canonical texts of the legal turns that begin with a text.
func (p *position) turns(begun string) []string {
	var buffer [maxMoves]move
	var after position
	var turns []string
	for _, m := range p.moves(buffer[:0]) {
		captured := p.after(m, &after)
		if text := p.board.write(m, captured); strings.HasPrefix(text, begun) {
			turns = append(turns, text)
		}
	}
	return turns
}

// noTurn says why no turn begins with a text; refused is what Play says of the
// text as a whole turn. Where that cannot be read, its first square may tell more.
func (p *position) noTurn(begun string, refused error) error {
	at, rest, ok := rules.CutSquare(begun)
	if code, _, _ := rules.Refusal(refused); code != rules.CodeSyntax || !ok {
		return refused
	}
	from := p.board.number(at)
	if from == noSquare {
		return p.board.illegalSquare(at.String())
	}
	if err := p.checkFrom(from); err != nil {
		return err
	}
	if rest == "" || rest == "-" {
		return rules.Illegal(codeBlocked, hemmedIn, p.piece(from), p.name(from))
	}
	return refused
}
