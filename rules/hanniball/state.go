package hanniball

import (
	"iter"

	"turnpost/rules"
)

// state is the part of a position that a step changes and a turn must change: the pieces and the Ball.
type state struct {
	board [files * ranks]piece
	ball  square
}

// after returns the state after a legal step.
func (s state) after(st step) state {
	if st.kind == shoot {
		s.ball = st.to
		if st.bounce != nowhere {
			s.ball = st.bounce
		}
		return s
	}
	if st.kind == move && s.ball == st.from {
		s.ball = st.to
	}
	s.board[st.to], s.board[st.from] = s.board[st.from], empty
	return s
}

// inGoal reports whether the Ball is in a goal, which ends the game.
func (s *state) inGoal() bool { return goalOf(s.ball) != rules.NoSeat }

// fault returns the code of the first rule, in the order of the list of faults, that a side's step breaks, or "" for a
// legal step.
func (s *state) fault(st step, mover rules.Seat) string {
	p := s.board[st.from]
	switch {
	case p == empty:
		return noPiece
	case p.seat() != mover:
		return notYourPiece
	case st.letter != 0 && st.letter != p.kind():
		return wrongPieceLetter
	case st.kind == shoot:
		return s.shotFault(p, st)
	}
	return s.moveFault(p, st)
}

func (s *state) moveFault(p piece, st step) string {
	isMonkey := p.kind() == monkey
	switch {
	case !p.kind().moves(st.from, st.to):
		return badGeometry
	case s.isBlocked(st.from, st.to):
		return horseBlocked
	case !s.mayEnter(p, st.to):
		return occupied
	case isMonkey && !isHome(p.seat(), st.to):
		return monkeyArea
	case isMonkey && st.kind == leave:
		return monkeyKeepsBall
	case st.kind == leave && s.ball != st.from:
		return noBall
	}
	return ""
}

func (s *state) shotFault(p piece, st step) string {
	atMonkey := s.board[st.to].kind() == monkey
	bounces := st.bounce != nowhere
	switch {
	case !p.kind().shoots(st.from, st.to):
		return badGeometry
	case s.ball != st.from:
		return noBall
	case p.kind() == monkey && isHome(p.seat(), st.to):
		return monkeyShotArea
	case atMonkey && !bounces:
		return ricochetNeeded
	case !atMonkey && bounces:
		return ricochetNotNeeded
	case bounces && !isRicochet(st.to, st.bounce):
		return ricochetIllegal
	}
	return ""
}

// isBlocked reports whether both squares that a jump passes are occupied. A square that does not exist is always empty,
// so such a jump is never blocked.
func (s *state) isBlocked(from, to square) bool {
	if !isJump(from, to) {
		return false
	}
	along, diagonal := between(from, to)
	return s.board[along] != empty && s.board[diagonal] != empty
}

// mayEnter reports whether a square is empty or held by the enemy piece that controls the Ball, the only one that can
// be captured.
func (s *state) mayEnter(p piece, to square) bool {
	held := s.board[to]
	return held == empty || (held.seat() != p.seat() && s.ball == to)
}

// steps yields every legal step of a side: by squares from d1 to f15, for each
// piece its moves, then its moves that leave the Ball, then its shots.
func (s *state) steps(mover rules.Seat) iter.Seq[step] {
	return func(yield func(step) bool) {
		for _, from := range allSquares {
			p := s.board[from]
			if p == empty || p.seat() != mover {
				continue
			}
			if !s.moves(p, from, move, yield) {
				return
			}
			if s.ball != from {
				continue
			}
			if !s.moves(p, from, leave, yield) || !s.shots(p, from, yield) {
				return
			}
		}
	}
}

func (s *state) moves(p piece, from square, kind stepKind, yield func(step) bool) bool {
	for _, to := range reach.moves[p.kind()][from] {
		st := step{kind: kind, from: from, to: to}
		if s.moveFault(p, st) == "" && !yield(st) {
			return false
		}
	}
	return true
}

// noBounce is the list of ricochets of a shot without one.
var noBounce = []square{nowhere}

func (s *state) shots(p piece, from square, yield func(step) bool) bool {
	for _, to := range reach.shots[p.kind()][from] {
		st := step{kind: shoot, from: from, to: to}
		bounces := noBounce
		if s.board[to].kind() == monkey {
			bounces = reach.ricochets[to]
		}
		for _, st.bounce = range bounces {
			if s.shotFault(p, st) == "" && !yield(st) {
				return false
			}
		}
	}
	return true
}

// hasTurn reports whether a side has a legal turn. It is enough to look for a single step: if a turn changes the
// position, its first step that does so is a legal turn alone. Only a shot that ricochets back to the shooter
// changes nothing.
func (s *state) hasTurn(mover rules.Seat) bool {
	for st := range s.steps(mover) {
		if s.after(st) != *s {
			return true
		}
	}
	return false
}
