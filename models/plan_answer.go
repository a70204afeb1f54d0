package models

import (
	"strings"

	"turnpost/rules"
)

// lastAnswer is the Detail of a KindPlan after which the plan is used up.
const lastAnswer = "last"

// playOut plays a turn, stores the plan that comes with it, and plays what the
// plans of both players answer, turn after turn. Then it tells whoever is to move.
func (tx *Tx) playOut(row *gameRow, in TurnInput, lines []planLine) (*Game, error) {
	played, err := tx.store.playOn(row, in.Text)
	if err != nil {
		return nil, err
	}
	before := row.Position
	turn, err := tx.play(row, in, played)
	if err != nil {
		return nil, err
	}
	if row.Status == Ongoing {
		plans, err := tx.plansAfter(row, turn.Seat, lines)
		if err != nil {
			return nil, err
		}
		if turn, err = tx.playPlans(row, plans, before, turn); err != nil {
			return nil, err
		}
	}
	return row.gameAfter(tx.at, turn), tx.noticeTurn(row)
}

// plansAfter is the plans by seat after a turn of a seat, nil where there is none.
// Its player has seen by now why an earlier plan ended.
func (tx *Tx) plansAfter(row *gameRow, mover rules.Seat, lines []planLine) (plans [2]*planRow, err error) {
	var rows []planRow
	if err := tx.Raw("SELECT * FROM plans WHERE game_id = ?", row.ID).Scan(&rows).Error; err != nil {
		return plans, err
	}
	for i := range rows {
		plans[row.seat(rows[i].PlayerID)] = &rows[i]
	}
	switch own := plans[mover]; {
	case len(lines) > 0:
		plans[mover], err = tx.setPlan(row, mover, lines)
	case own != nil && own.Ended != "":
		err = tx.endPlan(own, "", "")
	}
	return plans, err
}

// playPlans plays the answers of the plans to a turn, to the answer, and so on,
// and returns the last turn.
func (tx *Tx) playPlans(row *gameRow, plans [2]*planRow, before string, turn *Turn) (*Turn, error) {
	for row.Status == Ongoing {
		answer, err := tx.playPlan(row, plans[turn.Seat.Other()], before, turn)
		if err != nil {
			return nil, err
		}
		if answer == nil {
			break
		}
		before, turn = turn.Position, answer
	}
	return turn, nil
}

// playPlan plays the answer of a plan to the last turn, which was played in the
// position before. It returns nil where there is none; the plan has then ended.
func (tx *Tx) playPlan(row *gameRow, plan *planRow, before string, last *Turn) (*Turn, error) {
	if plan == nil || plan.Lines == "" {
		return nil, nil
	}
	stood, err := tx.store.position(row.Ruleset, row.Variant, before)
	if err != nil {
		return nil, err
	}
	seat := last.Seat.Other()
	answer, left, ok := answerTo(plan.lines(), func(text string) bool {
		played, err := stood.Play(text)
		return err == nil && played.Turn == last.Text
	})
	switch {
	case !ok:
		return nil, tx.endPlan(plan, PlanUnanswered, "")
	case row.DrawBy == last.Seat:
		return nil, tx.endPlan(plan, PlanDrawOffer, "")
	case row.ToMove != seat:
		return nil, tx.endPlan(plan, PlanSkipped, "")
	}
	played, err := tx.store.playOn(row, answer)
	if code := CodeOf(err); code == CodeIllegalTurn || code == CodeUnreadableTurn {
		return nil, tx.endPlan(plan, PlanRefused, answer+": "+messageOf(err))
	}
	if err != nil {
		return nil, err
	}
	turn, err := tx.play(row, TurnInput{Via: ViaPlan}, played)
	if err != nil {
		return nil, err
	}
	return turn, tx.planAnswered(row, plan, seat, left)
}

// planAnswered stores what is left of a plan after an answer and tells its player.
func (tx *Tx) planAnswered(row *gameRow, plan *planRow, seat rules.Seat, left []planLine) error {
	receipt := notice{
		Key: "plan." + row.plyKey(), Kind: KindPlan,
		PlayerID: row.player(seat), Email: row.email(seat), GameID: row.ID, Ply: row.Ply,
	}
	if len(left) == 0 {
		receipt.Detail = lastAnswer
	}
	if err := tx.notify(receipt); err != nil || row.Status != Ongoing {
		return err
	}
	plan.Ply, plan.Lines = row.Ply, strings.Join(formatPlan(left), "\n")
	if len(left) > 0 && row.ToMove == seat {
		return tx.endPlan(plan, PlanSkipped, "")
	}
	return tx.storePlan(plan)
}
