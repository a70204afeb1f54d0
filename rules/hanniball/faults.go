package hanniball

import (
	"turnpost/rules"
	"turnpost/rules/phrase"
)

// Codes of illegal turns in addition to the shared ones.
const (
	noPiece           = "no_piece"
	notYourPiece      = "not_your_piece"
	wrongPieceLetter  = "wrong_piece_letter"
	badGeometry       = "bad_geometry"
	horseBlocked      = "horse_blocked"
	occupied          = "occupied"
	monkeyArea        = "monkey_area"
	monkeyKeepsBall   = "monkey_keeps_ball"
	noBall            = "no_ball"
	monkeyShotArea    = "monkey_shot_area"
	ricochetNeeded    = "ricochet_needed"
	ricochetNotNeeded = "ricochet_not_needed"
	ricochetIllegal   = "ricochet_illegal"
	tooManySteps      = "too_many_steps"
	noChange          = "no_change"
)

// explain converts the fault code of a step to an error that names the squares and the rule.
func (s *state) explain(code string, st step) error {
	p := s.board[st.from]
	k, side := p.kind(), p.seat()
	illegal := func(key string, args ...any) error {
		return rules.Illegal(code, key, append(args, "piece", k.name(), "from", st.from, "to", st.to)...)
	}
	switch code {
	case noPiece:
		return rules.Illegal(code, "turn.no_piece", "from", st.from)
	case notYourPiece:
		return illegal("turn.not_yours", "owner", sideName(side), "mover", sideName(side.Other()))
	case wrongPieceLetter:
		return rules.Illegal(code, "turn.wrong_letter", "from", st.from,
			"piece", phrase.New("a."+k.String()), "written", phrase.New("a."+st.letter.String()))
	case badGeometry:
		if st.kind == shoot {
			return illegal("turn.bad_shot", "shoots", phrase.New("shoots."+k.String()))
		}
		key := "turn.bad_move"
		if st.from == st.to {
			key = "turn.same"
		}
		return illegal(key, "moves", phrase.New("moves."+k.String()))
	case horseBlocked:
		along, diagonal := between(st.from, st.to)
		return illegal("turn.jump_blocked", "one", along, "other", diagonal)
	case occupied:
		held, key := s.board[st.to], "turn.enemy_piece"
		if held.seat() == side {
			key = "turn.own_piece"
		}
		return illegal(key, "owner", sideName(held.seat()), "held", held.kind().name())
	case monkeyArea:
		return illegal("turn.monkey_area", "home", homeName(side))
	case monkeyKeepsBall:
		return illegal("turn.monkey_keeps")
	case noBall:
		return illegal("turn.no_ball", "ball", s.ball)
	case monkeyShotArea:
		return illegal("turn.monkey_shot", "home", homeName(side))
	}
	return s.explainRicochet(code, st)
}

func (s *state) explainRicochet(code string, st step) error {
	key, bounce := "turn.ricochet_way", st.bounce
	switch {
	case code == ricochetNeeded:
		key, st.bounce = "turn.ricochet_needed", reach.ricochets[st.to][0]
	case code == ricochetNotNeeded:
		key, st.bounce = "turn.ricochet_not_needed", nowhere
	case goalOf(st.bounce) != rules.NoSeat:
		key = "turn.ricochet_goal"
	}
	return rules.Illegal(code, key,
		"to", st.to, "owner", sideName(s.board[st.to].seat()), "bounce", bounce, "example", st)
}

// over returns the refusal of all turns in a finished position, and nil in any other.
func (p *position) over() error {
	result := p.Result()
	switch {
	case !result.Over():
		return nil
	case result.Reason == rules.ReasonNoMoves:
		return rules.Illegal(rules.CodeGameOver, "turn.over_stuck", "side", sideName(p.ToMove()))
	}
	return rules.Illegal(rules.CodeGameOver, "turn.over_goal", "owner", sideName(goalOf(p.ball)), "ball", p.ball)
}
