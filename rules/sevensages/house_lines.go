package sevensages

import (
	"math/bits"

	"turnpost/rules"
)

// axes is the number of orientations of lines. Directions d and d+4 have the same one.
const axes = directions / 2

// lines is the occupancy of the board by stones and the ball: a word for each line in each orientation, with a bit for
// each square. So the first occupied square in a direction takes a shift and a count of zeros.
type lines [totalLines]uint16

const (
	diagonalLines = 2*size - 1
	totalLines    = 2*size + 2*diagonalLines
)

// spot is the place of a square on one line.
type spot struct {
	line uint8
	bit  uint8
}

// lineGeometry holds, for each square, its spots, and for each direction the squares that a ball may run over.
type lineGeometry struct {
	spots [squares][axes]spot
	// open is the number of squares in a row that are open to the ball: neither outside nor in a goal area.
	open [squares][directions]uint8
	// toEdge is the number of squares up to the edge.
	toEdge [squares][directions]uint8
	// scores has the bit of the seat that makes a point by the square behind the open ones.
	scores [squares][directions]uint8
}

// strides is the difference between neighbouring squares by direction.
var strides = [directions]int{
	north: 1, northEast: size + 1, east: size, southEast: size - 1,
	south: -1, southWest: -size - 1, west: -size, northWest: -size + 1,
}

var geometry = surveyLines()

func surveyLines() (g lineGeometry) {
	for s := range square(squares) {
		at := s.place()
		file, rank := uint8(at.File), uint8(at.Rank)
		g.spots[s] = [axes]spot{
			north:     {line: file, bit: rank},
			northEast: {line: 2*size + file + size - 1 - rank, bit: file},
			east:      {line: size + rank, bit: file},
			southEast: {line: 2*size + diagonalLines + file + rank, bit: file},
		}
		for d := range directions {
			for next := neighbours[d][s]; next != nowhere; next = neighbours[d][next] {
				g.toEdge[s][d]++
			}
			next := neighbours[d][s]
			for ; next != nowhere && zones[next] == field; next = neighbours[d][next] {
				g.open[s][d]++
			}
			if next == nowhere {
				continue
			}
			switch zones[next] {
			case blackArea:
				g.scores[s][d] = 1 << rules.First
			case whiteArea:
				g.scores[s][d] = 1 << rules.Second
			}
		}
	}
	return g
}

// areAligned reports whether two squares are on one line.
func areAligned(a, b square) bool {
	for axis, at := range &geometry.spots[a] {
		if at.line == geometry.spots[b][axis].line {
			return true
		}
	}
	return false
}

// flip occupies a free square or frees an occupied one.
func (l *lines) flip(s square) {
	for _, at := range geometry.spots[s] {
		l[at.line] ^= 1 << at.bit
	}
}

// beyond is what free returns for a ray that meets nothing. It is longer than every ray.
const beyond = size

// free returns the number of squares between a square and the first occupied square in a direction; beyond if there is
// none.
func (l *lines) free(s square, d direction) int {
	at := geometry.spots[s][d%axes]
	word := uint(l[at.line])
	if isRising(d) {
		word >>= at.bit + 1
		if word == 0 {
			return beyond
		}
		return bits.TrailingZeros(word)
	}
	word &= 1<<at.bit - 1
	if word == 0 {
		return beyond
	}
	return int(at.bit) - bits.Len(word)
}

// isRising reports whether a direction leads to higher bits of its lines.
func isRising(d direction) bool { return d < axes }

// step returns the square n squares away in a direction.
func (s square) step(d direction, n int) square { return square(int(s) + n*strides[d]) }
