package models

import (
	"errors"
	"strings"

	"turnpost/models/db"
	"turnpost/rules"
)

// plansAfter returns the plans by seat after a turn of a seat, nil for none. It clears the reason of the mover's ended
// plan, which the mover has seen by now.
func (tx *Tx) plansAfter(row *gameRow, mover rules.Seat, lines []planLine) (plans [2]*planRow, err error) {
	rows, err := tx.plansOf(row)
	if err != nil {
		return plans, err
	}
	for i := range rows {
		plans[row.seat(rows[i].PlayerID)] = &rows[i]
	}
	switch own := plans[mover]; {
	case len(lines) > 0:
		plans[mover], err = tx.setPlan(row, mover, lines)
	case own != nil && own.Ended != "":
		err = tx.endPlan(own, "", planRefusal{})
	}
	return plans, err
}

func (tx *Tx) plansOf(row *gameRow) (rows []planRow, err error) {
	if row.related != nil && row.related.plans == 0 {
		return nil, nil
	}
	err = db.Query(tx.DB, func(c *db.Columns) error {
		var r planRow
		err := r.take(c)
		rows = append(rows, r)
		return err
	}, "SELECT "+planColumns+" FROM plans WHERE game_id = ?", row.ID)
	return rows, err
}

// playPlanReplies plays the plans' replies to a turn, to the reply, and so on, and returns the last turn.
func (tx *Tx) playPlanReplies(row *gameRow, plans [2]*planRow, before string, turn *Turn) (*Turn, error) {
	for row.Status == Ongoing {
		answer, err := tx.playPlanReply(row, plans[turn.Seat.Other()], before, turn)
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

// playPlanReply plays the reply of a plan to the last turn, which was played in the position before. It returns nil if
// there is none; the plan has then ended.
func (tx *Tx) playPlanReply(row *gameRow, plan *planRow, before string, last *Turn) (*Turn, error) {
	if plan == nil || plan.Lines == "" {
		return nil, nil
	}
	stood, err := tx.store.position(row.Ruleset, row.Variant, before)
	if err != nil {
		return nil, err
	}
	seat := last.Seat.Other()
	answer, left, ok := replyTo(plan.lines(), func(text string) bool {
		played, err := stood.Play(text)
		return err == nil && played.Turn == last.Text
	})
	switch {
	case !ok:
		return nil, tx.endPlan(plan, PlanUnanswered, planRefusal{})
	case row.DrawBy == last.Seat:
		return nil, tx.endPlan(plan, PlanDrawOffer, planRefusal{})
	case row.ToMove != seat:
		return nil, tx.endPlan(plan, PlanSkipped, planRefusal{})
	}
	played, err := tx.store.applyText(row, answer)
	refused, ok := errors.AsType[*Error](err)
	if ok && (refused.Code == CodeIllegalTurn || refused.Code == CodeUnreadableTurn) {
		return nil, tx.endPlan(plan, PlanRefused, planRefusal{answer, storedMessage(refused.Message)})
	}
	if err != nil {
		return nil, err
	}
	turn, err := tx.storeTurn(row, TurnInput{Via: ViaPlan}, played)
	if err != nil {
		return nil, err
	}
	return turn, tx.planReplied(row, plan, seat, left)
}

// planReplied stores the rest of a plan after a reply and notifies its player.
func (tx *Tx) planReplied(row *gameRow, plan *planRow, seat rules.Seat, left []planLine) error {
	receipt := row.notice(KindPlan, seat)
	receipt.Key, receipt.Detail.PlanDone = "plan."+row.plyKey(), len(left) == 0
	if err := tx.notify(receipt); err != nil || row.Status != Ongoing {
		return err
	}
	plan.Ply, plan.Lines = row.Ply, strings.Join(formatPlan(left), "\n")
	if len(left) > 0 && row.ToMove == seat {
		return tx.endPlan(plan, PlanSkipped, planRefusal{})
	}
	return tx.storePlan(plan)
}

// replyTo returns the reply to a turn of the opponent and the rest of the plan after both. A line that names the turn
// takes precedence over anyTurn. ok is false if the plan has no reply.
func replyTo(lines []planLine, same func(turn string) bool) (answer string, left []planLine, ok bool) {
	key := ""
	for _, line := range lines {
		first := line.turns[0]
		if first != anyTurn && same(first) {
			key = first
			break
		}
		if first == anyTurn {
			key = anyTurn
		}
	}
	for _, line := range lines {
		if line.turns[0] != key {
			continue
		}
		answer, ok = line.turns[1], true
		if len(line.turns) > 2 {
			left = append(left, planLine{len(left), line.turns[2:]})
		}
	}
	return answer, left, ok
}
