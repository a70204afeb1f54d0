package models

import (
	"errors"
	"strings"

	"turnpost/rules"
	"turnpost/rules/phrase"
)

// A plan is a tree, written as its paths from the root: lines in which turns of
// the opponent alternate with the replies to them. Lines with the same
// beginning have the same reply to it, so that no turn has two replies.

// planLine is one line of a plan.
type planLine struct {
	number int      // of the line in the player's input, from 0
	turns  []string // at even indexes turns of the opponent or anyTurn, at odd ones the replies
}

// anyTurn matches every turn of the opponent that no other line names.
const anyTurn = "*"

// The limits of a plan.
const (
	maxPlanLines      = 50
	maxPlanTurns      = 20  // in one line
	maxPlanTurnLength = 200 // characters of one turn
)

// String formats the line for parsePlanLine.
func (l planLine) String() string { return strings.Join(l.turns, " : ") }

func formatPlan(lines []planLine) []string {
	texts := make([]string, len(lines))
	for i, line := range lines {
		texts[i] = line.String()
	}
	return texts
}

// parsePlan parses the lines of a plan and ignores empty ones.
func parsePlan(texts []string) ([]planLine, error) {
	var lines []planLine
	for i, text := range texts {
		if strings.TrimSpace(text) == "" {
			continue
		}
		if len(lines) == maxPlanLines {
			return nil, inPlan(i, invalid("plan", "plan_lines", "max", maxPlanLines))
		}
		turns, err := parsePlanLine(text)
		if err != nil {
			return nil, inPlan(i, err)
		}
		lines = append(lines, planLine{i, turns})
	}
	if len(lines) == 0 {
		return nil, invalid("plan", "plan_empty")
	}
	return lines, nil
}

func parsePlanLine(text string) ([]string, error) {
	turns := strings.Split(text, ":")
	for i, turn := range turns {
		turn = strings.Join(strings.Fields(turn), " ")
		switch {
		case turn == "":
			return nil, invalid("plan", "plan_empty_turn", "turn", i+1)
		case turn == anyTurn && i%2 == 1:
			return nil, invalid("plan", "plan_any_answer", "turn", i+1)
		case len(turn) > maxPlanTurnLength:
			return nil, invalid("plan", "plan_long_turn", "turn", i+1, "max", maxPlanTurnLength)
		}
		turns[i] = turn
	}
	if len(turns)%2 == 1 {
		return nil, invalid("plan", "plan_no_answer")
	}
	if len(turns) > maxPlanTurns {
		return nil, invalid("plan", "plan_long_line", "n", len(turns), "max", maxPlanTurns)
	}
	return turns, nil
}

// inPlan adds the number of the line to an error; readers count from 1.
func inPlan(line int, err error) error {
	if e, ok := errors.AsType[*Error](err); ok {
		e.Field, e.Index = "plan", line
		e.Message = phrase.New("error.plan_line", "line", line+1, "why", e.Message)
	}
	return err
}

// checkPlan plays the lines of a seat's plan from a position in which the opponent is
// to move. It returns them in canonical text, without lines that are prefixes of others.
func checkPlan(r rules.Ruleset, start rules.Position, seat rules.Seat, lines []planLine) ([]planLine, error) {
	for i, line := range lines {
		if err := line.check(r, start, seat); err != nil {
			return nil, inPlan(line.number, err)
		}
		for _, earlier := range lines[:i] {
			if n := line.divergesAt(earlier); n%2 == 1 {
				return nil, inPlan(line.number, invalid("plan", "plan_two_answers",
					"turn", n+1, "answer", line.turns[n], "other", earlier.turns[n], "line", earlier.number+1))
			}
		}
	}
	return withoutBeginnings(lines), nil
}

// check plays a line and makes its turns canonical. The position after anyTurn is unknown; from there on, turns only
// need to be readable.
func (l planLine) check(r rules.Ruleset, p rules.Position, seat rules.Seat) error {
	known, ruleset := true, r.Info(phrase.English).ID
	for i, text := range l.turns {
		mover := seat.Other()
		if i%2 == 1 {
			mover = seat
		}
		switch {
		case known && p.Result().Over():
			return inTurn(i, text, overBefore(ruleset))
		case known && p.ToMove() != mover:
			return inTurn(i, text, invalid("plan", "plan_same_side"))
		case text == anyTurn:
			known = false
			continue
		}
		played, err := p.Play(text)
		switch {
		case !known && !unreadable(err):
			l.turns[i] = strings.ToLower(r.Fold(text))
		case err != nil:
			return inTurn(i, text, refusal(ruleset, err))
		default:
			l.turns[i], p = played.Turn, played.Next
		}
	}
	return nil
}

// overBefore returns the refusal of a turn after the end of the game.
func overBefore(ruleset string) error {
	e := fail(CodeIllegalTurn, "plan_over_before")
	e.Ruleset, e.Reason = ruleset, rules.CodeGameOver
	return e
}

// unreadable reports whether an error of Play would occur in every position.
func unreadable(err error) bool {
	refused, _ := rules.RefusalOf(err)
	return refused.Code == rules.CodeSyntax || refused.Code == rules.CodeNoSuchSquare
}

// inTurn adds the turn to an error about a line.
func inTurn(i int, text string, err error) error {
	if e, ok := errors.AsType[*Error](err); ok {
		e.Message = phrase.New("error.plan_turn", "turn", i+1, "text", text, "why", e.Message)
	}
	return err
}

// divergesAt returns the index of the first turn in which two lines differ; -1 if one is a prefix of the other.
func (l planLine) divergesAt(o planLine) int {
	for i := range min(len(l.turns), len(o.turns)) {
		if l.turns[i] != o.turns[i] {
			return i
		}
	}
	return -1
}

// withoutBeginnings removes duplicates and lines that are prefixes of longer ones.
func withoutBeginnings(lines []planLine) []planLine {
	var kept []planLine
	for i, line := range lines {
		contained := false
		for j, other := range lines {
			longer := len(other.turns) > len(line.turns) || (len(other.turns) == len(line.turns) && j < i)
			contained = contained || (longer && line.divergesAt(other) < 0)
		}
		if !contained {
			kept = append(kept, line)
		}
	}
	return kept
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
