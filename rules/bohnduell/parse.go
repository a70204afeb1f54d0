package bohnduell

import (
	"strconv"
	"strings"

	"turnpost/rules"
	"turnpost/rules/phrase"
)

// parse parses a position text. It also checks that the number of balls is that of the variant, that no stock is larger
// than at the start, and that the side to move would not have been skipped.
func parse(variant, text string) (rules.Position, error) {
	p, err := readPosition(text)
	if err != nil {
		return nil, err
	}
	if err := p.checkBalls(ballsEach[variant]); err != nil {
		return nil, err
	}
	if !p.over() && !p.sides[p.toMove].canMove() {
		return nil, rules.Bad("position.skipped", "side", sideName(p.toMove), "other", sideName(p.toMove.Other()))
	}
	return p, nil
}

func (p *position) checkBalls(each int) error {
	for seat := range p.sides {
		if stock := p.sides[seat].stock; stock > each {
			return rules.Bad("position.stock", "side", sideName(rules.Seat(seat)), "given", stock, "want", each)
		}
	}
	sum := p.sides[rules.First].balls() + p.sides[rules.Second].balls()
	if sum != 2*each {
		return rules.Bad("position.sum", "given", sum, "want", 2*each)
	}
	return nil
}

func readPosition(text string) (position, error) {
	var p position
	placement, toMove, found := strings.Cut(text, " ")
	if !found {
		return p, rules.Bad("position.no_side")
	}
	seat := strings.Index(letters, strings.ToLower(toMove))
	if len(toMove) != 1 || seat < 0 {
		return p, rules.Bad("position.side", "side", rules.Excerpt(toMove))
	}
	p.toMove = rules.Seat(seat)
	sides := strings.Split(placement, "/")
	if len(sides) != len(p.sides) {
		return p, rules.Bad("position.sides", "given", len(sides))
	}
	for seat := range p.sides {
		if err := p.sides[seat].read(sides[seat], sideName(rules.Seat(seat))); err != nil {
			return p, err
		}
	}
	return p, nil
}

// read parses "stock:bowl4,bowl3,bowl2,bowl1:large".
func (s *side) read(text string, name phrase.Message) error {
	parts := strings.Split(text, ":")
	if len(parts) != 3 {
		return rules.Bad("position.parts", "side", name, "given", len(parts))
	}
	bowls := strings.Split(parts[1], ",")
	if len(bowls) != smallBowls {
		return rules.Bad("position.bowls", "side", name, "given", len(bowls), "want", smallBowls)
	}
	numbers := append([]string{parts[0], parts[2]}, bowls...)
	var balls [2 + smallBowls]int
	for i, number := range numbers {
		n, ok := readNumber(number)
		if !ok {
			return rules.Bad("position.balls", "side", name, "number", rules.Excerpt(number))
		}
		balls[i] = n
	}
	s.stock, s.large = balls[0], balls[1]
	for i, n := range balls[2:] {
		s.small[smallBowls-1-i] = n
	}
	return nil
}

// readNumber parses one or two digits without a leading zero.
func readNumber(text string) (int, bool) {
	if text == "" || len(text) > 2 || (text[0] == '0' && len(text) > 1) {
		return 0, false
	}
	for _, digit := range []byte(text) {
		if digit < '0' || digit > '9' {
			return 0, false
		}
	}
	n, err := strconv.Atoi(text)
	return n, err == nil
}
