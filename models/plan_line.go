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
