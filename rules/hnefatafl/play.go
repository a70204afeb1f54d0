package hnefatafl

import "turnpost/rules"

// Codes of illegal turns, beside the shared ones.
const (
	codeNoPiece        = "no_piece"
	codeNotYourPiece   = "not_your_piece"
	codeNotALine       = "not_a_line"
	codeBlocked        = "blocked"
	codeThroneOnlyKing = "throne_only_king"
	codeCornerOnlyKing = "corner_only_king"
	codeWrongCaptures  = "wrong_captures"
)

func (p *position) Play(text string) (rules.Played, error) {
	if err := p.checkOngoing(); err != nil {
		return rules.Played{}, err
	}
	t, err := p.board.read(text)
	if err != nil {
		return rules.Played{}, err
	}
	if err := p.checkMove(t.move); err != nil {
		return rules.Played{}, err
	}
	next := &position{}
	captured := p.after(t.move, next)
	if err := p.checkCaptures(t, captured); err != nil {
		return rules.Played{}, err
	}
	return rules.Played{
		Next:   next,
		Turn:   p.board.write(t.move, captured),
		Events: p.events(t.move, captured, next.Result()),
	}, nil
}

func (p *position) checkOngoing() error {
	switch p.outcome {
	case escaped:
		return rules.Illegal(rules.CodeGameOver, gameOver, phraseEscape)
	case kingCaptured:
		return rules.Illegal(rules.CodeGameOver, gameOver, phraseKingCaptured)
	case noMoves:
		return rules.Illegal(rules.CodeGameOver, gameOver, phraseNoMoves)
	}
	return nil
}

// checkMove looks for faults in the order in which the rules list them.
func (p *position) checkMove(m move) error {
	if err := p.checkFrom(m.from); err != nil {
		return err
	}
	from, to, piece := p.name(m.from), p.name(m.to), p.piece(m.from)
	if m.from == m.to {
		return rules.Illegal(codeNotALine, sameSquare, piece, from)
	}
	heading, ok := p.board.heading(m)
	if !ok {
		return rules.Illegal(codeNotALine, notALine, piece, from, to)
	}
	free := p.free()
	for s := m.from; s != m.to; {
		s = p.board.step[heading][s]
		if !free.has(s) {
			return rules.Illegal(codeBlocked, blocked, piece, from, to, p.piece(s), p.name(s))
		}
	}
	switch {
	case p.stops(m.from).has(m.to):
		return nil
	case m.to == p.board.throne:
		return rules.Illegal(codeThroneOnlyKing, throneOnlyKing, piece, from, to)
	default:
		return rules.Illegal(codeCornerOnlyKing, cornerOnlyKing, piece, from, to)
	}
}

// checkFrom wants a piece of the side to move on a square.
func (p *position) checkFrom(from square) error {
	switch {
	case p.own().has(from):
		return nil
	case p.free().has(from):
		return rules.Illegal(codeNoPiece, noPiece, p.name(from))
	}
	toMove := [...]string{attackersToDo, defendersToDo}[p.toMove]
	return rules.Illegal(codeNotYourPiece, notYourPiece, p.piece(from), p.name(from), toMove)
}

// checkCaptures compares the captures that were written with those that are made.
func (p *position) checkCaptures(t turn, captured set) error {
	others := t.kings.andNot(p.king.bit())
	if !t.named || t.captures == captured && others.empty() {
		return nil
	}
	b := p.board
	made, right := b.write(t.move, set{}), list(b.squareNames(captured))
	if t.captures != captured {
		return rules.Illegal(codeWrongCaptures, wrongCaptures, made, right, list(b.squareNames(t.captures)))
	}
	return rules.Illegal(codeWrongCaptures, notTheKing, made, right, list(b.squareNames(others)))
}

// piece is the name of the piece on a square that is not free.
func (p *position) piece(s square) string {
	switch p.letter(s) {
	case attackerLetter:
		return attackerName
	case defenderLetter:
		return defenderName
	}
	return kingName
}
