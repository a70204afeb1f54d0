package rulestest

import (
	"turnpost/rules"
)

// Mirror is a way to turn or to reflect a board of squares, under the name of its constant.
type Mirror string

// The mirrors. Those that exchange files and ranks are for boards with as many files as ranks.
const (
	Unturned     Mirror = "Unturned"     // for Suite.Exchanges: the sides alone are exchanged
	LeftRight    Mirror = "LeftRight"    // a1 becomes h1, on eight by eight squares
	TopBottom    Mirror = "TopBottom"    // a1 becomes a8
	HalfTurn     Mirror = "HalfTurn"     // a1 becomes h8, a2 h7
	QuarterTurn  Mirror = "QuarterTurn"  // a1 becomes a8, a2 b8
	Diagonal     Mirror = "Diagonal"     // a1 stays, a2 becomes b1
	AntiDiagonal Mirror = "AntiDiagonal" // a1 becomes h8, a2 g8
)

// threeQuarters undoes QuarterTurn.
const threeQuarters Mirror = "threeQuarters"

// AllMirrors returns all of them, for a game without directions.
func AllMirrors() []Mirror {
	return []Mirror{Unturned, LeftRight, TopBottom, HalfTurn, QuarterTurn, Diagonal, AntiDiagonal}
}

// mirrors lists where a mirror brings a square, by the largest file and rank.
var mirrors = map[Mirror]func(s rules.Square, file, rank int) rules.Square{
	Unturned:    func(s rules.Square, _, _ int) rules.Square { return s },
	LeftRight:   func(s rules.Square, file, _ int) rules.Square { return rules.Square{File: file - s.File, Rank: s.Rank} },
	TopBottom:   func(s rules.Square, _, rank int) rules.Square { return rules.Square{File: s.File, Rank: rank - s.Rank} },
	HalfTurn:    func(s rules.Square, f, r int) rules.Square { return rules.Square{File: f - s.File, Rank: r - s.Rank} },
	QuarterTurn: func(s rules.Square, file, _ int) rules.Square { return rules.Square{File: s.Rank, Rank: file - s.File} },
	threeQuarters: func(s rules.Square, _, rank int) rules.Square {
		return rules.Square{File: rank - s.Rank, Rank: s.File}
	},
	Diagonal:     func(s rules.Square, _, _ int) rules.Square { return rules.Square{File: s.Rank, Rank: s.File} },
	AntiDiagonal: func(s rules.Square, f, r int) rules.Square { return rules.Square{File: r - s.Rank, Rank: f - s.File} },
}
