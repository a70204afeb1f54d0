package hanniball

import "turnpost/rules"

// Codes of illegal turns, beside those that all rulesets share.
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

// explain turns the code of a step's fault into an error that names the squares and the rule.
func (s *state) explain(code string, st step) error {
	p := s.board[st.from]
	k, side := p.kind(), sideNames[p.seat()]
	illegal := func(format string, args ...any) error { return rules.Illegal(code, format, args...) }
	switch code {
	case noPiece:
		return illegal(stepNoPiece, st.from)
	case notYourPiece:
		return illegal(stepNotYours, k, st.from, side, sideNames[p.seat().Other()])
	case wrongPieceLetter:
		return illegal(stepWrongLetter, st.from, withArticle[k], withArticle[st.letter])
	case badGeometry:
		return s.explainGeometry(st)
	case horseBlocked:
		along, diagonal := between(st.from, st.to)
		return illegal(stepBlocked, k, st.from, st.to, along, diagonal)
	case occupied:
		return s.explainOccupied(st)
	case monkeyArea:
		return illegal(stepMonkeyArea, st.from, st.to, homeNames[p.seat()])
	case monkeyKeepsBall:
		return illegal(stepMonkeyKeeps, st.from)
	case noBall:
		return illegal(stepNoBall, k, st.from, s.ball)
	case monkeyShotArea:
		return illegal(stepMonkeyShot, st.from, st.to, homeNames[p.seat()])
	}
	return s.explainRicochet(code, st)
}

func (s *state) explainGeometry(st step) error {
	k := s.board[st.from].kind()
	if st.kind == shoot {
		return rules.Illegal(badGeometry, stepBadShot, k, st.from, st.to, waysToShoot[k])
	}
	return rules.Illegal(badGeometry, stepBadMove, k, st.from, st.to, waysToMove[k])
}

func (s *state) explainOccupied(st step) error {
	p, held := s.board[st.from], s.board[st.to]
	if held.seat() == p.seat() {
		return rules.Illegal(occupied, stepOwnPiece, p.kind(), st.from, st.to, sideNames[held.seat()], held.kind())
	}
	return rules.Illegal(occupied, stepEnemyPiece, p.kind(), st.from, st.to, sideNames[held.seat()], held.kind())
}

func (s *state) explainRicochet(code string, st step) error {
	whose := sideNames[s.board[st.to].seat()]
	switch {
	case code == ricochetNeeded:
		st.bounce = reach.ricochets[st.to][0]
		return rules.Illegal(code, stepRicochetNeeded, st.to, whose, st)
	case code == ricochetNotNeeded:
		st.bounce = nowhere
		return rules.Illegal(code, stepRicochetNotNeeded, st.to, st)
	case goalOf(st.bounce) != rules.NoSeat:
		return rules.Illegal(code, stepRicochetGoal, whose, st.to, st.bounce)
	}
	return rules.Illegal(code, stepRicochetWay, whose, st.to, st.bounce)
}

// over is the refusal of every turn in a finished position, nil in any other.
func (p *position) over() error {
	result := p.Result()
	switch {
	case !result.Over():
		return nil
	case result.Reason == rules.ReasonNoMoves:
		return rules.Illegal(rules.CodeGameOver, overNoMoves, sideNames[p.ToMove()])
	}
	return rules.Illegal(rules.CodeGameOver, overGoal, sideNames[goalOf(p.ball)], p.ball)
}
