package hanniball

import "turnpost/rules"

const (
	files = 9
	ranks = 15
	// flight is the maximum length of a Monkey's shot and of a ricochet in squares.
	flight = 5
)

// square is an index into the 9 × 15 grid, counted from a1 by ranks. Of ranks 1 and 15 only the goals exist; the other
// places are always empty.
type square uint8

// nowhere is a1, which is not a square of the board.
const nowhere square = 0

func at(file, rank int) square { return square(rank*files + file) }

func (s square) file() int { return int(s % files) }
func (s square) rank() int { return int(s / files) }

func (s square) String() string { return names[s] }

var names = func() (out [files * ranks]string) {
	for s := range out {
		out[s] = rules.Square{File: s % files, Rank: s / files}.String()
	}
	return out
}()

// rows describes the ranks, from rank 1 up.
var rows = func() []rules.Row {
	out := rules.Rectangle(files, ranks)
	out[0] = rules.Row{FirstFile: 3, Files: 3}
	out[ranks-1] = out[0]
	return out
}()

// onBoard returns the index of a square and whether the board has it.
func onBoard(s rules.Square) (square, bool) {
	if s.Rank < 0 || s.Rank >= ranks {
		return nowhere, false
	}
	row := rows[s.Rank]
	if s.File < row.FirstFile || s.File >= row.FirstFile+row.Files {
		return nowhere, false
	}
	return at(s.File, s.Rank), true
}

// goalOf returns the side whose goal contains a square, or NoSeat.
func goalOf(s square) rules.Seat {
	switch s.rank() {
	case 0:
		return rules.First
	case ranks - 1:
		return rules.Second
	}
	return rules.NoSeat
}

// areaOf returns the side whose goal area contains a square, or NoSeat.
func areaOf(s square) rules.Seat {
	if s.file() < 2 || s.file() > 6 {
		return rules.NoSeat
	}
	switch s.rank() {
	case 1, 2:
		return rules.First
	case 12, 13:
		return rules.Second
	}
	return rules.NoSeat
}

// isHome reports whether a square is in a side's goal area or goal. Its Monkey never leaves them and never shoots into
// them.
func isHome(seat rules.Seat, s square) bool {
	return goalOf(s) == seat || areaOf(s) == seat
}

// apart returns the distances between two squares along files and ranks.
func apart(a, b square) (dx, dy int) {
	dx, dy = b.file()-a.file(), b.rank()-a.rank()
	return max(dx, -dx), max(dy, -dy)
}

func isBeside(a, b square) bool {
	dx, dy := apart(a, b)
	return max(dx, dy) == 1
}

func isJump(a, b square) bool {
	dx, dy := apart(a, b)
	return dx*dy == 2
}

// isFlight reports whether b is 1 to 5 squares from a in one of the 8 directions.
func isFlight(a, b square) bool {
	dx, dy := apart(a, b)
	n := max(dx, dy)
	return n >= 1 && n <= flight && (dx == 0 || dy == 0 || dx == dy)
}

// isRicochet reports whether the Ball may bounce from a Monkey on a to b.
func isRicochet(a, b square) bool {
	return isFlight(a, b) && goalOf(b) == rules.NoSeat
}

// between returns the two squares that a jump passes: the first square along its long axis, and the diagonal square
// next to that on the target's side. One of them may not exist.
func between(from, to square) (along, diagonal square) {
	dx, dy := to.file()-from.file(), to.rank()-from.rank()
	along = at(from.file()+dx/2, from.rank()+dy/2)
	diagonal = at(to.file()-dx/2, to.rank()-dy/2)
	return along, diagonal
}

// targets lists, for each square, the squares that can be reached from it.
type targets [files * ranks][]square

// reach holds the legal targets on an empty board.
var reach = func() (out struct {
	moves, shots [kinds]targets
	ricochets    targets
},
) {
	for k := monkey; k < kinds; k++ {
		out.moves[k] = list(k.moves)
		out.shots[k] = list(k.shoots)
	}
	out.ricochets = list(isRicochet)
	return out
}()

func list(reaches func(from, to square) bool) (out targets) {
	for _, from := range allSquares {
		for _, to := range allSquares {
			if reaches(from, to) {
				out[from] = append(out[from], to)
			}
		}
	}
	return out
}

// allSquares lists the 123 squares of the board from d1 to f15.
var allSquares = func() (out []square) {
	for rank, row := range rows {
		for file := range row.Files {
			out = append(out, at(row.FirstFile+file, rank))
		}
	}
	return out
}()
