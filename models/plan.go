package models

import (
	"database/sql/driver"
	"errors"
	"strings"

	"turnpost/rules"
	"turnpost/rules/phrase"
)

// PlanRefusal is the refused reply of a plan and the reason.
type PlanRefusal struct {
	Turn    string
	Ruleset string // whose rules
	Why     phrase.Message
}

// PlanRefusalRow is stored as JSON, "" for the zero value.
type PlanRefusalRow struct {
	Turn string        `json:"turn"`
	Why  StoredMessage `json:"why"`
}

// Value implements driver.Valuer.
func (r PlanRefusalRow) Value() (driver.Value, error) {
	if r.Turn == "" {
		return "", nil
	}
	return EncodedJSON(r)
}

// Scan implements sql.Scanner.
func (r *PlanRefusalRow) Scan(value any) error { return ScanJSON(value, r) }

// A plan is a tree, written as its paths from the root: lines in which turns of
// the opponent alternate with the replies to them. Lines with the same
// beginning have the same reply to it, so that no turn has two replies.

// PlanLine is one line of a plan.
type PlanLine struct {
	Number int      // of the line in the player's input, from 0
	Turns  []string // at even indexes turns of the opponent or AnyTurn, at odd ones the replies
}

// AnyTurn matches every turn of the opponent that no other line names.
const AnyTurn = "*"

// The limits of a plan.
const (
	MaxPlanLines      = 50
	maxPlanTurns      = 20  // in one line
	MaxPlanTurnLength = 200 // characters of one turn
)

// String formats the line for parsePlanLine.
func (l PlanLine) String() string { return strings.Join(l.Turns, " : ") }

// ParsePlan parses the lines of a plan and ignores empty ones.
func ParsePlan(texts []string) ([]PlanLine, error) {
	var lines []PlanLine
	for i, text := range texts {
		if strings.TrimSpace(text) == "" {
			continue
		}
		if len(lines) == MaxPlanLines {
			return nil, InPlan(i, Invalid("plan", "plan_lines", "max", MaxPlanLines))
		}
		turns, err := parsePlanLine(text)
		if err != nil {
			return nil, InPlan(i, err)
		}
		lines = append(lines, PlanLine{i, turns})
	}
	if len(lines) == 0 {
		return nil, Invalid("plan", "plan_empty")
	}
	return lines, nil
}

// fullWidth replaces the signs of a plan in the width of East Asian letters, as turns are folded by Notation.Fold.
var fullWidth = strings.NewReplacer("：", ":", "＊", AnyTurn)

func parsePlanLine(text string) ([]string, error) {
	turns := strings.Split(fullWidth.Replace(text), ":")
	for i, turn := range turns {
		turn = strings.Join(strings.Fields(turn), " ")
		switch {
		case turn == "":
			return nil, Invalid("plan", "plan_empty_turn", "turn", i+1)
		case turn == AnyTurn && i%2 == 1:
			return nil, Invalid("plan", "plan_any_answer", "turn", i+1)
		case len(turn) > MaxPlanTurnLength:
			return nil, Invalid("plan", "plan_long_turn", "turn", i+1, "max", MaxPlanTurnLength)
		}
		turns[i] = turn
	}
	if len(turns) > maxPlanTurns {
		return nil, Invalid("plan", "plan_long_line", "n", len(turns), "max", maxPlanTurns)
	}
	return turns, nil
}

// InPlan adds the number of the line to an error; readers count from 1.
func InPlan(line int, err error) error {
	if e, ok := errors.AsType[*Error](err); ok {
		e.Field, e.Index = "plan", line
		e.Message = phrase.New("error.plan_line", "line", line+1, "why", e.Message)
	}
	return err
}

// Check plays a line, which must end with a reply, and makes its turns canonical. The position after AnyTurn is
// unknown; from there on, turns only need to be readable.
func (l PlanLine) Check(r rules.Ruleset, p rules.Position, seat rules.Seat) error {
	known, ruleset := true, r.Info(phrase.English).ID
	for i, text := range l.Turns {
		mover := seat.Other()
		if i%2 == 1 {
			mover = seat
		}
		switch {
		case known && p.Result().Over():
			return inTurn(i, text, overBefore(ruleset))
		case known && p.ToMove() != mover:
			return inTurn(i, text, Invalid("plan", "plan_same_side"))
		case text == AnyTurn:
			known = false
			continue
		}
		played, err := p.Play(text)
		switch {
		case !known && !unreadable(err):
			l.Turns[i] = strings.ToLower(r.Fold(text))
		case err != nil:
			return inTurn(i, text, Refusal(ruleset, err))
		default:
			l.Turns[i], p = played.Turn, played.Next
		}
	}
	switch {
	case len(l.Turns)%2 == 0:
		return nil
	case known && (p.Result().Over() || p.ToMove() != seat):
		return Invalid("plan", "plan_nothing_to_answer")
	}
	return Invalid("plan", "plan_no_answer")
}

// overBefore returns the refusal of a turn after the end of the game.
func overBefore(ruleset string) error {
	e := Fail(CodeIllegalTurn, "plan_over_before")
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

// DivergesAt returns the index of the first turn in which two lines differ; -1 if one is a prefix of the other.
func (l PlanLine) DivergesAt(o PlanLine) int {
	for i := range min(len(l.Turns), len(o.Turns)) {
		if l.Turns[i] != o.Turns[i] {
			return i
		}
	}
	return -1
}

// CheckPlan plays the lines of a seat's plan from a position in which the opponent is
// to move. It returns them in canonical text, without lines that are prefixes of others.
func CheckPlan(
	r rules.Ruleset, start rules.Position, seat rules.Seat, lines []PlanLine,
) ([]PlanLine, error) {
	for i, line := range lines {
		if err := line.Check(r, start, seat); err != nil {
			return nil, InPlan(line.Number, err)
		}
		for _, earlier := range lines[:i] {
			if n := line.DivergesAt(earlier); n%2 == 1 {
				return nil, InPlan(line.Number, Invalid("plan", "plan_two_answers",
					"turn", n+1, "answer", line.Turns[n], "other", earlier.Turns[n], "line", earlier.Number+1))
			}
		}
	}
	return withoutBeginnings(lines), nil
}

// withoutBeginnings removes duplicates and lines that are prefixes of longer ones.
func withoutBeginnings(lines []PlanLine) []PlanLine {
	var kept []PlanLine
	for i, line := range lines {
		contained := false
		for j, other := range lines {
			longer := len(other.Turns) > len(line.Turns) || (len(other.Turns) == len(line.Turns) && j < i)
			contained = contained || (longer && line.DivergesAt(other) < 0)
		}
		if !contained {
			kept = append(kept, line)
		}
	}
	return kept
}
