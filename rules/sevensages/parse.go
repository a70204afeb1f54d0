package sevensages

import (
	"strconv"
	"strings"

	"turnpost/rules"
)

// sideLetters name the side to move in a position text, by seat.
const sideLetters = "wb"

// parse reads a position text in a game to target points.
func parse(text string, target int) (*position, error) {
	fields := strings.Split(text, " ")
	if len(fields) != 3 {
		return nil, rules.Bad(english.badFields, len(fields))
	}
	p := &position{target: target, ball: nowhere}
	if err := p.parsePlacement(fields[0]); err != nil {
		return nil, err
	}
	side := strings.Index(sideLetters, fields[1])
	if len(fields[1]) != 1 || side < 0 {
		return nil, rules.Bad(english.badSide, fields[1])
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
		return rules.Bad("%s", english.badNoBall)
	}
	for i, name := range english.sides {
		if n := p.count(rules.Seat(i)); n != stones {
			return rules.Bad(english.badStones, name, n, stones)
		}
	}
	return nil
}

// put places one letter; it refuses what no game can bring about.
func (p *position) put(s rules.Square, letter byte) error {
	at, _ := onBoard(s)
	switch piece(letter) {
	case theBall:
		if p.ball != nowhere {
			return rules.Bad(english.badTwoBalls, p.ball, at)
		}
		if zones[at] != field {
			return rules.Bad(english.badBall, at)
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
		return rules.Bad(english.badLetter, at, letter)
	}
	p.board[at] = piece(letter)
	return nil
}

// mayStand keeps a side's stones out of the other goal area, and all but one
// out of its own.
func (p *position) mayStand(seat rules.Seat, at square) error {
	if zones[at] == areaOf(seat.Other()) {
		return rules.Bad(english.badIntruder, english.sides[seat], at)
	}
	if keeper := p.keeper(seat); zones[at] == areaOf(seat) && keeper != nowhere {
		return rules.Bad(english.badKeepers, english.sides[seat], keeper, at)
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
			return rules.Bad(english.badPoints, text, p.target)
		}
		p.points[i] = n
	}
	if p.points[rules.First] == p.target && p.points[rules.Second] == p.target {
		return rules.Bad(english.badBothWon, p.target)
	}
	return nil
}
