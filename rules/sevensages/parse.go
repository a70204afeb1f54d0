package sevensages

import (
	"strconv"
	"strings"

	"turnpost/rules"
)

// sideLetters are the letters of the side to move in a position text, by seat.
const sideLetters = "wb"

// parse parses a position text. It also checks that each side has seven stones, that the ball is in the field, that no
// stone is in the opponent's goal area and at most one in its own, and that the points can occur in a game.
func parse(variant, text string) (rules.Position, error) {
	fields := strings.Split(text, " ")
	if len(fields) != 3 {
		return nil, rules.Bad("position.fields", "given", len(fields))
	}
	p := &position{target: pointsToWin[variant], ball: nowhere}
	if err := p.parsePlacement(fields[0]); err != nil {
		return nil, err
	}
	side := strings.Index(sideLetters, fields[1])
	if len(fields[1]) != 1 || side < 0 {
		return nil, rules.Bad("position.side", "side", rules.Excerpt(fields[1]))
	}
	p.mover = rules.Seat(side)
	if err := p.parsePoints(fields[2]); err != nil {
		return nil, err
	}
	return p, nil
}

func (p *position) parsePlacement(text string) error {
	if err := rules.ReadRanks(text, rows, p.put); err != nil {
		return err
	}
	if p.ball == nowhere {
		return rules.Bad("position.no_ball")
	}
	for _, seat := range [...]rules.Seat{rules.First, rules.Second} {
		if n := p.count(seat); n != stones {
			return rules.Bad("position.stones", "side", sideName(seat), "given", n, "want", stones)
		}
	}
	return nil
}

// put places the piece of one letter. It refuses placements that cannot occur in a game.
func (p *position) put(s rules.Square, letter byte) error {
	at, _ := onBoard(s)
	switch piece(letter) {
	case theBall:
		if p.ball != nowhere {
			return rules.Bad("position.two_balls", "one", p.ball, "other", at)
		}
		if zones[at] != field {
			return rules.Bad("position.ball", "square", at)
		}
		p.ball = at
	case whiteStone:
		if err := p.mayStand(rules.First, at); err != nil {
			return err
		}
	case blackStone:
		if err := p.mayStand(rules.Second, at); err != nil {
			return err
		}
	default:
		return rules.Bad("position.letter", "square", at, "letter", rules.Excerpt(string(rune(letter))))
	}
	p.board[at] = piece(letter)
	return nil
}

// mayStand refuses stones in the other side's goal area, and more than one in their own.
func (p *position) mayStand(seat rules.Seat, at square) error {
	if zones[at] == areaOf(seat.Other()) {
		return rules.Bad("position.intruder", "side", sideName(seat), "square", at)
	}
	if keeper := p.keeper(seat); zones[at] == areaOf(seat) && keeper != nowhere {
		return rules.Bad("position.keepers", "side", sideName(seat), "one", keeper, "other", at)
	}
	return nil
}

func (p *position) count(seat rules.Seat) (n int) {
	for _, piece := range p.board {
		if piece == stoneOf(seat) {
			n++
		}
	}
	return n
}

func (p *position) parsePoints(text string) error {
	white, black, ok := strings.Cut(text, "-")
	for i, number := range [...]string{white, black} {
		n, err := strconv.Atoi(number)
		if !ok || err != nil || strconv.Itoa(n) != number || n < 0 || n > p.target {
			return rules.Bad("position.points", "points", rules.Excerpt(text), "most", p.target)
		}
		p.points[i] = n
	}
	if p.points[rules.First] == p.target && p.points[rules.Second] == p.target {
		return rules.Bad("position.both_won", "points", p.target)
	}
	return nil
}
