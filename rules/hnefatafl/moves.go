package hnefatafl

// move is a move of one piece. Its captures follow from the position.
type move struct{ from, to square }

// maxMoves bounds the moves of any position: 24 attackers on the largest board, each with at most its rank and file.
const maxMoves = 24 * 2 * (stride - 1)

// moves appends the moves of the side to move, ordered by their first square.
func (p *position) moves(list []move) []move {
	free := p.free()
	for from, rest := square(0), p.own(); !rest.empty(); {
		from, rest = rest.pop()
		stops := p.stops(from)
		for d := range p.board.step {
			step := &p.board.step[d]
			for to := step[from]; free.has(to); to = step[to] {
				if stops.has(to) {
					list = append(list, move{from, to})
				}
			}
		}
	}
	return list
}

// stops returns the squares where the piece on a square may end a move if they are empty.
func (p *position) stops(from square) set {
	if from == p.king {
		return p.board.squares
	}
	return p.board.open
}

// canMove reports whether the side to move has a legal move.
func (p *position) canMove() bool {
	own, open := p.own(), p.free().and(p.board.open)
	if !own.north().and(open).empty() || !own.south().and(open).empty() ||
		!own.east().and(open).empty() || !own.west().and(open).empty() {
		return true
	}
	// The remaining moves: a king who steps onto a throne or corner, and a piece that passes over the throne.
	var buffer [maxMoves]move
	return len(p.moves(buffer[:0])) > 0
}
