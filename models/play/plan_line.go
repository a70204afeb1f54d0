package play

import (
	"errors"
	"strings"

	"turnpost/models"
	"turnpost/models/core"
	"turnpost/models/notice"
	"turnpost/rules"
)

// FormatPlan returns the lines of a plan as text.
func FormatPlan(lines []models.PlanLine) []string {
	texts := make([]string, len(lines))
	for i, line := range lines {
		texts[i] = line.String()
	}
	return texts
}

// playPlanReplies plays the plans' replies to a turn, to the reply, and so on, and returns the last turn.
func playPlanReplies(
	tx *core.Tx, row *core.GameRow, plans [2]*planRow, before string, turn *models.Turn,
) (*models.Turn, error) {
	for row.Status == models.Ongoing {
		answer, err := playPlanReply(tx, row, plans[turn.Seat.Other()], before, turn)
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
func playPlanReply(
	tx *core.Tx, row *core.GameRow, plan *planRow, before string, last *models.Turn,
) (*models.Turn, error) {
	if plan == nil || plan.Lines == "" {
		return nil, nil
	}
	stood, err := tx.Store.PositionOf(row.Ruleset, row.Variant, before)
	if err != nil {
		return nil, err
	}
	seat := last.Seat.Other()
	answer, left, ok := ReplyTo(plan.lines(), func(text string) bool {
		played, err := stood.Play(text)
		return err == nil && played.Turn == last.Text
	})
	switch {
	case !ok:
		return nil, endPlan(tx, plan, PlanUnanswered, models.PlanRefusalRow{})
	case row.DrawBy == last.Seat:
		return nil, endPlan(tx, plan, PlanDrawOffer, models.PlanRefusalRow{})
	case row.ToMove != seat:
		return nil, endPlan(tx, plan, PlanSkipped, models.PlanRefusalRow{})
	}
	played, err := tx.Store.ApplyText(row, answer)
	refused, ok := errors.AsType[*models.Error](err)
	if ok && (refused.Code == models.CodeIllegalTurn || refused.Code == models.CodeUnreadableTurn) {
		return nil, endPlan(tx, plan, PlanRefused, models.PlanRefusalRow{
			Turn: answer,
			Why:  models.StoredMessage(refused.Message),
		})
	}
	if err != nil {
		return nil, err
	}
	turn, err := storeTurn(tx, row, models.TurnInput{Via: models.ViaPlan}, played)
	if err != nil {
		return nil, err
	}
	return turn, planReplied(tx, row, plan, seat, left)
}

// planReplied stores the rest of a plan after a reply and notifies its player.
func planReplied(tx *core.Tx, row *core.GameRow, plan *planRow, seat rules.Seat, left []models.PlanLine) error {
	receipt := row.Notice(models.KindPlan, seat)
	receipt.Key, receipt.Detail.PlanDone = "plan."+row.PlyKey(), len(left) == 0
	if err := notice.Notify(tx, receipt); err != nil || row.Status != models.Ongoing {
		return err
	}
	plan.Ply, plan.Lines = row.Ply, strings.Join(FormatPlan(left), "\n")
	if len(left) > 0 && row.ToMove == seat {
		return endPlan(tx, plan, PlanSkipped, models.PlanRefusalRow{})
	}
	return storePlan(tx, plan)
}

// ReplyTo returns the reply to a turn of the opponent and the rest of the plan after both. A line that names the turn
// takes precedence over AnyTurn. ok is false if the plan has no reply.
func ReplyTo(lines []models.PlanLine, same func(turn string) bool) (answer string, left []models.PlanLine, ok bool) {
	key := ""
	for _, line := range lines {
		first := line.Turns[0]
		if first != models.AnyTurn && same(first) {
			key = first
			break
		}
		if first == models.AnyTurn {
			key = models.AnyTurn
		}
	}
	for _, line := range lines {
		if line.Turns[0] != key {
			continue
		}
		answer, ok = line.Turns[1], true
		if len(line.Turns) > 2 {
			left = append(left, models.PlanLine{Number: len(left), Turns: line.Turns[2:]})
		}
	}
	return answer, left, ok
}
