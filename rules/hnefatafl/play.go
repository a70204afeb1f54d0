package hnefatafl

import (
	"turnpost/rules"
	"turnpost/rules/phrase"
)

// Codes of illegal turns in addition to the shared ones.
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
	if p.outcome == ongoing {
		return nil
	}
	return rules.Illegal(rules.CodeGameOver, "turn.over", "reason", phrase.New("reason."+p.Result().Reason))
}

// checkMove checks a move for faults in the order of the rules.
func (p *position) checkMove(m move) error {
	if err := p.checkFrom(m.from); err != nil {
		return err
	}
	from, to, piece := p.name(m.from), p.name(m.to), p.piece(m.from)
	if m.from == m.to {
		return rules.Illegal(codeNotALine, "turn.same", "piece", piece, "from", from)
	}
	heading, ok := p.board.heading(m)
	if !ok {
		return rules.Illegal(codeNotALine, "turn.no_line", "piece", piece, "from", from, "to", to)
	}
	free := p.free()
	for s := m.from; s != m.to; {
		s = p.board.step[heading][s]
		if !free.has(s) {
			return rules.Illegal(codeBlocked, "turn.blocked", "piece", piece, "from", from, "to", to,
				"blocker", p.piece(s), "square", p.name(s))
		}
	}
	switch {
	case p.stops(m.from).has(m.to):
		return nil
	case m.to == p.board.throne:
		return rules.Illegal(codeThroneOnlyKing, "turn.throne", "piece", piece, "from", from, "to", to)
	default:
		return rules.Illegal(codeCornerOnlyKing, "turn.corner", "piece", piece, "from", from, "to", to)
	}
}

// checkFrom checks that a square has a piece of the side to move.
func (p *position) checkFrom(from square) error {
	switch {
	case p.own().has(from):
		return nil
	case p.free().has(from):
		return rules.Illegal(codeNoPiece, "turn.no_piece", "square", p.name(from))
	}
	mover := [...]string{attackers: "attackers", defenders: "defenders"}[p.toMove]
	return rules.Illegal(codeNotYourPiece, "turn.not_yours",
		"piece", p.piece(from), "square", p.name(from), "mover", mover)
}

// checkCaptures compares the written captures with the actual ones.
func (p *position) checkCaptures(t turn, captured set) error {
	if !t.named {
		return nil
	}
	b, others := p.board, t.kings.andNot(p.king.bit())
	var key string
	var written set
	switch {
	case captured.empty():
		key, written = "turn.no_captures", t.captures
	case t.captures != captured:
		key, written = "turn.captures", t.captures
	case !t.twice.empty():
		key, written = "turn.twice", t.twice
	case !others.empty():
		key, written = "turn.not_king", others
	default:
		return nil
	}
	return rules.Illegal(codeWrongCaptures, key, "turn", b.write(t.move, set{}),
		"made", b.squareNames(captured), "written", b.squareNames(written))
}

// The kinds of pieces.
const (
	kindAttacker = "attacker"
	kindDefender = "defender"
	kindKing     = "king"
)

// kind returns the kind of the piece on an occupied square.
func (p *position) kind(s square) string {
	switch p.letter(s) {
	case attackerLetter:
		return kindAttacker
	case defenderLetter:
		return kindDefender
	}
	return kindKing
}

// piece returns the name of the piece on a square.
func (p *position) piece(s square) phrase.Message { return phrase.New("piece." + p.kind(s)) }
