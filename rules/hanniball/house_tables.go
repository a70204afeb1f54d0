package hanniball

import "turnpost/rules"

// jump is a knight's move with the squares that can block it.
type jump struct{ to, along, diagonal square }

// distances holds numbers of steps on an empty board by squares.
type distances [files * ranks][files * ranks]uint8

var (
	jumps = listJumps()
	// stepsTo counts the steps from one square to another, by kind. A Monkey's do not regard that it stays at home.
	stepsTo = [kinds]*distances{
		monkey: measure(lion.moves), lion: measure(lion.moves),
		elephant: measure(elephant.moves), horse: measure(horse.moves),
	}
	// ballSteps is the least number of steps that carry or shoot the Ball from a square into the goal of a seat. Monkeys
	// cannot shorten it: the one beside that goal sends the Ball to where it must come anyway, and from the other one,
	// five squares nearer, it still needs four steps.
	ballSteps = [2][files * ranks]uint8{ballStepsTo(rules.First), ballStepsTo(rules.Second)}
)

func listJumps() (out [files * ranks][]jump) {
	for from, targets := range reach.moves[horse] {
		for _, to := range targets {
			j := jump{to: to}
			j.along, j.diagonal = between(square(from), to)
			out[from] = append(out[from], j)
		}
	}
	return out
}

// measure counts the steps of a kind between all squares.
func measure(reaches func(from, to square) bool) *distances {
	next := list(reaches)
	var out distances
	for _, from := range allSquares {
		var seen [files * ranks]bool
		seen[from] = true
		queue := []square{from}
		for len(queue) > 0 {
			s := queue[0]
			queue = queue[1:]
			for _, to := range next[s] {
				if !seen[to] {
					seen[to] = true
					out[from][to] = out[from][s] + 1
					queue = append(queue, to)
				}
			}
		}
	}
	return &out
}

func ballStepsTo(goal rules.Seat) (out [files * ranks]uint8) {
	for _, s := range allSquares {
		out[s] = files * ranks
		for _, end := range allSquares {
			if goalOf(end) == goal {
				out[s] = min(out[s], stepsTo[lion][s][end])
			}
		}
	}
	return out
}
