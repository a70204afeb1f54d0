package hnefatafl

import (
	"strings"

	"turnpost/rules"
)

// The sides. The king belongs to the defenders.
const (
	attackers = rules.First
	defenders = rules.Second
)

// The letters of the pieces in a position text.
const (
	attackerLetter = 't'
	defenderLetter = 'T'
	kingLetter     = 'K'
)

// sideLetters are the letters of the side to move in a position text.
const sideLetters = "ad"

// outcome is the result of a position.
type outcome uint8

const (
	ongoing outcome = iota
	escaped
	kingCaptured
	noMoves
)

// position is a state of a game. It is immutable.
type position struct {
	board     *board
	attackers set
	defenders set    // without the king
	king      square // noSquare after his capture
	toMove    rules.Seat
	outcome   outcome
}

// parse parses a position text. It does not check the number of pieces.
func (b *board) parse(text string) (*position, error) {
	placement, side, ok := strings.Cut(text, " ")
	toMove := rules.Seat(strings.Index(sideLetters, side))
	if !ok || len(side) != 1 || toMove == rules.NoSeat {
		return nil, rules.Bad("position.side")
	}
	p := &position{board: b, king: noSquare, toMove: toMove}
	if err := rules.ReadRanks(placement, rules.Rectangle(b.size, b.size), p.put); err != nil {
		return nil, err
	}
	p.outcome = p.findOutcome()
	return p, nil
}

// put places a piece on an empty square.
func (p *position) put(at rules.Square, letter byte) error {
	s := p.board.number(at)
	switch {
	case letter == kingLetter && p.king != noSquare:
		return rules.Bad("position.kings", "one", p.name(p.king), "other", p.name(s))
	case letter == kingLetter:
		p.king = s
		return nil
	case letter != attackerLetter && letter != defenderLetter:
		return rules.Bad("position.letter", "letter", rules.Excerpt(string(rune(letter))), "square", p.name(s))
	case !p.board.open.has(s):
		return rules.Bad("position.place", "square", p.name(s))
	case letter == attackerLetter:
		p.attackers = p.attackers.or(s.bit())
	default:
		p.defenders = p.defenders.or(s.bit())
	}
	return nil
}

// letter returns the letter of the piece on a square, or 0.
func (p *position) letter(s square) byte {
	switch {
	case s == p.king:
		return kingLetter
	case p.attackers.has(s):
		return attackerLetter
	case p.defenders.has(s):
		return defenderLetter
	}
	return 0
}

// String returns the placement and the side to move.
func (p *position) String() string {
	text := make([]byte, 0, stride*stride)
	text = rules.WriteRanks(text, rules.Rectangle(p.board.size, p.board.size), func(s rules.Square) byte {
		return p.letter(p.board.number(s))
	})
	return string(append(text, ' ', sideLetters[p.toMove]))
}

// Key returns the whole text: no part of it only counts upward.
func (p *position) Key() string { return p.String() }

func (p *position) ToMove() rules.Seat { return p.toMove }

func (p *position) Result() rules.Result {
	switch p.outcome {
	case escaped:
		return rules.Won(defenders, reasonEscape)
	case kingCaptured:
		return rules.Won(attackers, reasonKingCaptured)
	case noMoves:
		return rules.Won(p.toMove.Other(), rules.ReasonNoMoves)
	}
	return rules.Result{}
}

// findOutcome determines the outcome, which is stored in the position when it is created.
func (p *position) findOutcome() outcome {
	switch {
	case p.king == noSquare:
		return kingCaptured
	case p.board.corners.has(p.king):
		return escaped
	case !p.canMove():
		return noMoves
	}
	return ongoing
}

// own returns the squares of the side to move.
func (p *position) own() set {
	if p.toMove == attackers {
		return p.attackers
	}
	return p.defenders.or(p.king.bit())
}

// free returns the empty squares.
func (p *position) free() set {
	return p.board.squares.andNot(p.attackers).andNot(p.defenders).andNot(p.king.bit())
}

func (p *position) name(s square) string { return p.board.names[s] }
