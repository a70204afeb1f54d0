package hnefatafl

import (
	"strings"

	"turnpost/rules"
)

// Next lists the turns whose canonical text starts with the prefix. The name of a square with a piece of the side to
// move denotes that piece only: "d1" is then not a prefix of d10.
func (p *position) Next(prefix string) (rules.Options, error) {
	if err := p.checkOngoing(); err != nil {
		return rules.Options{}, err
	}
	_, err := p.Play(prefix)
	if err == nil {
		return rules.Options{MayEnd: true, Steps: []rules.Step{}}, nil
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

// turns returns the legal turns whose canonical text starts with begun.
func (p *position) turns(begun string) []rules.Step {
	var buffer [maxMoves]move
	var after position
	moves := p.moves(buffer[:0])
	turns := make([]rules.Step, 0, len(moves))
	places := make([]string, 2*len(moves))
	for _, m := range moves {
		captured := p.after(m, &after)
		if text := p.board.write(m, captured); strings.HasPrefix(text, begun) {
			touched := places[:2:2]
			places = places[2:]
			touched[0], touched[1] = p.name(m.from), p.name(m.to)
			turns = append(turns, rules.Step{Text: text, Places: touched, Kind: rules.StepMove})
		}
	}
	return turns
}

// noTurn returns the reason why no turn starts with a text; refused is the error of Play for the text as a whole turn.
// If the text cannot be parsed, its first square may give a better reason.
func (p *position) noTurn(begun string, refused error) error {
	at, rest, ok := rules.CutSquare(begun)
	if refusal, _ := rules.RefusalOf(refused); refusal.Code != rules.CodeSyntax || !ok {
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
		return rules.Illegal(codeBlocked, "turn.stuck", "piece", p.piece(from), "from", p.name(from))
	}
	return refused
}
