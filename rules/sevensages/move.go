package sevensages

import "turnpost/rules"

// move is the effect of a turn on the position: the stone's move and the end of a kicked ball. The ball's path does not
// matter.
type move struct {
	from, to square
	end      square // nowhere for a slide
}

func (m move) isKick() bool { return m.end != nowhere }

// maxSlides is the maximum number of slides of one stone: eight lines to the edge.
const maxSlides = int(directions) * (size - 1)

// slides appends the squares to which the stone on from may slide.
func (p *position) slides(from square, to []square) []square {
	for d := range directions {
		if d.isBackward(p.mover) {
			continue
		}
		for s := neighbours[d][from]; s != nowhere && p.board[s] == empty; s = neighbours[d][s] {
			if p.mayStop(from, s) {
				to = append(to, s)
			}
		}
	}
	return to
}

// mayStop reports whether a sliding stone may stop on an empty square: not in the opponent's goal area, and not next to
// another stone in its own.
func (p *position) mayStop(from, at square) bool {
	switch zones[at] {
	case areaOf(p.mover.Other()):
		return false
	case areaOf(p.mover):
		keeper := p.keeper(p.mover)
		return keeper == nowhere || keeper == from
	}
	return true
}

// keeper returns the square of a side's stone in its own goal area, or nowhere.
func (p *position) keeper(seat rules.Seat) square {
	s, _ := onBoard(rules.Square{File: 5, Rank: int(seat) * (size - 1)})
	for ; zones[s] == areaOf(seat); s = neighbours[east][s] {
		if p.board[s] == stoneOf(seat) {
			return s
		}
	}
	return nowhere
}

// blockedAt returns the first occupied square strictly between two squares of a line, or nowhere.
func (b *board) blockedAt(from, to square, d direction) square {
	for s := neighbours[d][from]; s != to; s = neighbours[d][s] {
		if b[s] != empty {
			return s
		}
	}
	return nowhere
}

// canMove reports whether the side to move has a legal turn.
func (p *position) canMove() bool {
	var slides [maxSlides]square
	for from := range square(squares) {
		if p.board[from] != stoneOf(p.mover) {
			continue
		}
		if len(p.slides(from, slides[:0])) > 0 {
			return true
		}
	}
	for from := range square(squares) {
		var ends reach
		if p.kicks(from, &ends) && ends.count > 0 {
			return true
		}
	}
	return false
}

// moves appends every legal move: by stone, the slides before the kicks.
func (p *position) moves(moves []move) []move {
	var slides [maxSlides]square
	for from := range square(squares) {
		if p.board[from] != stoneOf(p.mover) {
			continue
		}
		for _, to := range p.slides(from, slides[:0]) {
			moves = append(moves, move{from: from, to: to, end: nowhere})
		}
		var ends reach
		if p.kicks(from, &ends) {
			moves = ends.moves(moves, from, p.ball)
		}
	}
	return moves
}
