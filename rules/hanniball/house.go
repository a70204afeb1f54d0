package hanniball

import (
	"strconv"
	"strings"

	"turnpost/rules"
	"turnpost/rules/search"
)

// house returns the opponent that the server provides.
//
// A turn of four steps can be played in more than a million ways, so the house looks at the best few: see beam. Two
// things decide its strength: it finds goals within a turn, and it leaves no goal to the opponent's next turn.
//
// Measured: medium 95 of 100 against easy, hard 100 of 100 against medium, easy 20 of 20 against random turns. A turn
// of the hard level looks at 15,000 turns in 166 ms of CPU time, at most 266.
func house() rules.Thinker {
	b := &beam{}
	return search.New(search.Game[node, plan]{
		Read:  readNode,
		Level: level,
		Mover: func(n *node) rules.Seat { return n.mover },
		Over:  (*node).over,
		Value: (*node).value,
		Moves: func(n *node, width int, list []plan) ([]plan, int) { return b.plans(n, width, list), 0 },
		After: (*node).play,
		Hash:  func(n *node) uint64 { return n.hash },
		Text:  func(_ *node, p plan) string { return p.String() },
		Sure:  b.canScore,
		Seen:  seenNode,
		Cost:  40,
	})
}

// The numbers of turns that each level looks at in a position.
const (
	easyWidth   = 6
	mediumWidth = 5
	hardWidth   = 20
)

// level returns the parameters of a level.
func level(_ *node, l rules.Level) search.Level {
	switch l {
	case rules.Easy:
		return search.Level{Depth: 1, Noise: 150, Overlook: 50, Width: easyWidth}
	case rules.Medium:
		return search.Level{Depth: 2, Noise: 40, Width: mediumWidth}
	}
	return search.Level{Nodes: 600_000, Width: hardWidth}
}

func readNode(p rules.Position) (node, bool) {
	typed, ok := rules.Unwrap(p).(*position)
	if !ok {
		return node{}, false
	}
	return nodeOf(typed), true
}

// seenNode returns the hash of a position by its key, which is its text without the turn number.
func seenNode(_ *node, key string) (uint64, bool) {
	number := 1
	if strings.Contains(key, " b ") {
		number = 2
	}
	p, err := parse(key + " " + strconv.Itoa(number))
	if err != nil {
		return 0, false
	}
	return nodeOf(p).hash, true
}

// over reports whether the game is over by a goal. Pieces that cannot move are left to the rules.
func (n *node) over() (value int, over bool) {
	switch goalOf(n.ball) {
	case rules.NoSeat:
		return 0, false
	case n.mover:
		return search.Loss, true
	}
	return search.Win, true
}

// play stores the node after a turn in next.
func (n *node) play(p plan, next *node) {
	*next = *n
	next.follow(p)
	next.pass()
}

// follow takes the steps of a plan.
func (n *node) follow(p plan) {
	for _, st := range p.steps[:p.taken] {
		n.take(st)
	}
}

// String returns the turn in canonical text.
func (p plan) String() string {
	b := make([]byte, 0, maxSteps*len("a10-a11 "))
	for i, st := range p.steps[:p.taken] {
		if i > 0 {
			b = append(b, ' ')
		}
		b = st.append(b)
	}
	return string(b)
}
