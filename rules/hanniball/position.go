package hanniball

import (
	"strconv"
	"strings"

	"turnpost/rules"
)

// maxTurn is the maximum turn number that parse accepts. It is far beyond any game and cannot overflow.
const maxTurn = 1_000_000_000

const startText = "1m1/2l3l2/1e1e1e1e1/1h1h1h1h1/9/9/9/9/9/9/9/1H1H1H1H1/1E1E1E1E1/2L3L2/1M1 w e8 1"

// position is a rules.Position. The turns of both sides are counted from 1, so that the number determines the side to
// move.
type position struct {
	state
	number int
}

// ToMove returns White for odd turn numbers.
func (p *position) ToMove() rules.Seat {
	if p.number%2 == 1 {
		return rules.First
	}
	return rules.Second
}

// String returns the placement, the side to move, the Ball's square and the turn number.
func (p *position) String() string {
	return string(strconv.AppendInt(append(p.key(), ' '), int64(p.number), 10))
}

// Key is String without the turn number.
func (p *position) Key() string { return string(p.key()) }

func (p *position) key() []byte {
	b := rules.WriteRanks(make([]byte, 0, 112), rows, func(s rules.Square) byte {
		return p.board[at(s.File, s.Rank)].letter()
	})
	b = append(b, ' ', sideLetters[p.ToMove()], ' ')
	return append(b, p.ball.String()...)
}

const sideLetters = "wb"

// Result recognizes a goal by the Ball's place: the side that is not to move played the last turn. A side to move
// without a legal turn has lost.
func (p *position) Result() rules.Result {
	last := p.ToMove().Other()
	if loser := goalOf(p.ball); loser != rules.NoSeat {
		if loser == last {
			return rules.Won(loser.Other(), reasonOwnGoal)
		}
		return rules.Won(last, reasonGoal)
	}
	if !p.hasTurn(p.ToMove()) {
		return rules.Won(last, rules.ReasonNoMoves)
	}
	return rules.Result{}
}

// parse parses a position text.
func parse(text string) (*position, error) {
	fields := strings.Split(text, " ")
	if len(fields) != 4 {
		return nil, rules.Bad("position.fields", "given", len(fields))
	}
	p := &position{}
	if err := p.readPieces(fields[0]); err != nil {
		return nil, err
	}
	if err := p.readTurn(fields[1], fields[3]); err != nil {
		return nil, err
	}
	place, ok := rules.ParseSquare(fields[2])
	if !ok {
		return nil, rules.Bad("position.ball", "square", rules.Excerpt(fields[2]))
	}
	if p.ball, ok = onBoard(place); !ok {
		return nil, rules.Bad("position.ball", "square", place)
	}
	return p, nil
}

func (p *position) readPieces(text string) error {
	var count [black * 2]int
	return rules.ReadRanks(text, rows, func(s rules.Square, letter byte) error {
		here, ok := pieceOf(letter)
		if !ok {
			return rules.Bad("position.piece", "square", s, "letter", rules.Excerpt(string(rune(letter))))
		}
		p.board[at(s.File, s.Rank)] = here
		count[here]++
		side, k := sideName(here.seat()), here.kind()
		switch {
		case count[here] > setup[k]:
			return rules.Bad("position.count", "side", side, "most", setup[k], "piece", k.name(), "square", s)
		case k == monkey && !isHome(here.seat(), at(s.File, s.Rank)):
			return rules.Bad("position.monkey", "side", side, "square", s, "home", homeName(here.seat()))
		}
		return nil
	})
}

func (p *position) readTurn(side, number string) error {
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 || n > maxTurn || strconv.Itoa(n) != number {
		return rules.Bad("position.number", "number", rules.Excerpt(number))
	}
	p.number = n
	want := sideLetters[p.ToMove()]
	switch {
	case len(side) != 1 || !strings.Contains(sideLetters, strings.ToLower(side)):
		return rules.Bad("position.side", "side", rules.Excerpt(side))
	case side[0]|0x20 != want:
		return rules.Bad("position.parity", "number", n, "mover", sideName(p.ToMove()), "want", string(want), "side", side)
	}
	return nil
}
