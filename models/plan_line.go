package models

import (
	"errors"
	"fmt"
	"strings"

	"turnpost/rules"
)

// A plan is a tree, written as its ways from the root: lines on which a turn of
// the opponent and the answer to it follow each other. Lines with the same
// beginning have the same answer to it, so that no turn ever has two answers.

// planLine is one line of a plan.
type planLine struct {
	number int      // of the line in what the player wrote, from 0
	turns  []string // at even places a turn of the opponent or anyTurn, at odd ones the answer
}

// anyTurn stands for every turn of the opponent that no other line names.
const anyTurn = "*"

// The bounds of a plan.
const (
	planLinesMost = 50
	planTurnsMost = 20  // on one line
	planTurnSize  = 200 // characters of one turn
)

// String is the text that parsePlanLine reads.
func (l planLine) String() string { return strings.Join(l.turns, " : ") }

func formatPlan(lines []planLine) []string {
	texts := make([]string, len(lines))
	for i, line := range lines {
		texts[i] = line.String()
	}
	return texts
}

// parsePlan reads the lines of a plan; empty ones are passed over.
func parsePlan(texts []string) ([]planLine, error) {
	var lines []planLine
	for i, text := range texts {
		if strings.TrimSpace(text) == "" {
			continue
		}
		if len(lines) == planLinesMost {
			return nil, inPlan(i, invalid("plan", "a plan has at most %d lines", planLinesMost))
		}
		turns, err := parsePlanLine(text)
		if err != nil {
			return nil, inPlan(i, err)
		}
		lines = append(lines, planLine{i, turns})
	}
	if len(lines) == 0 {
		return nil, invalid("plan", "a plan has at least one line of the form `their turn : my answer`")
	}
	return lines, nil
}

func parsePlanLine(text string) ([]string, error) {
	turns := strings.Split(text, ":")
	for i, turn := range turns {
		turn = strings.Join(strings.Fields(turn), " ")
		switch {
		case turn == "":
			return nil, invalid("plan", "turn %d is empty; turns stand with one colon between them", i+1)
		case turn == anyTurn && i%2 == 1:
			return nil, invalid("plan", "turn %d is an answer of yours; * stands only for turns of the opponent", i+1)
		case len(turn) > planTurnSize:
			return nil, invalid("plan", "turn %d is longer than %d characters", i+1, planTurnSize)
		}
		turns[i] = turn
	}
	if len(turns)%2 == 1 {
		return nil, invalid("plan", "it ends with a turn of the opponent; add your answer after a colon")
	}
	if len(turns) > planTurnsMost {
		return nil, invalid("plan", "it has %d turns; at most %d are possible", len(turns), planTurnsMost)
	}
	return turns, nil
}

// inPlan names the line in an error about one; readers count from 1.
func inPlan(line int, err error) error {
	if e, ok := errors.AsType[*Error](err); ok {
		e.Field, e.Index, e.Message = "plan", line, fmt.Sprintf("line %d: %s", line+1, e.Message)
	}
	return err
}

// checkPlan plays the lines of a seat's plan from a position in which the opponent is
// to move, and returns them in canonical text without those that another one contains.
func checkPlan(start rules.Position, seat rules.Seat, lines []planLine) ([]planLine, error) {
	for i, line := range lines {
		if err := line.check(start, seat); err != nil {
			return nil, inPlan(line.number, err)
		}
		for _, earlier := range lines[:i] {
			if n := line.parts(earlier); n%2 == 1 {
				return nil, inPlan(line.number, invalid("plan", "turn %d: %q differs from %q on line %d; the same turns can have only one answer",
					n+1, line.turns[n], earlier.turns[n], earlier.number+1))
			}
		}
	}
	return withoutBeginnings(lines), nil
}

// check plays a line and makes its turns canonical. The position after anyTurn is
// not known: from there on, turns need only be readable.
func (l planLine) check(p rules.Position, seat rules.Seat) error {
	known := true
	for i, text := range l.turns {
		mover := seat.Other()
		if i%2 == 1 {
			mover = seat
		}
		switch {
		case known && p.Result().Over():
			return inTurn(i, text, refusal(rules.Illegal(rules.CodeGameOver, "the game is over before it")))
		case known && p.ToMove() != mover:
			return inTurn(i, text, invalid("plan", "the same side moves again before it; no line can go on there"))
		case text == anyTurn:
			known = false
			continue
		}
		played, err := p.Play(text)
		switch {
		case !known && !unreadable(err):
			l.turns[i] = strings.ToLower(text)
		case err != nil:
			return inTurn(i, text, refusal(err))
		default:
			l.turns[i], p = played.Turn, played.Next
		}
	}
	return nil
}

// unreadable tells whether an error of Play would be one in every position.
func unreadable(err error) bool {
	code, _, _ := rules.Refusal(err)
	return code == rules.CodeSyntax || code == rules.CodeNoSuchSquare
}

// inTurn names the turn in an error about one of a line.
func inTurn(i int, text string, err error) error {
	if e, ok := errors.AsType[*Error](err); ok {
		e.Message = fmt.Sprintf("turn %d, %s: %s", i+1, text, e.Message)
	}
	return err
}

// parts is where two lines part from each other; -1 where one of them begins the other.
func (l planLine) parts(o planLine) int {
	for i := range min(len(l.turns), len(o.turns)) {
		if l.turns[i] != o.turns[i] {
			return i
		}
	}
	return -1
}

// withoutBeginnings leaves out lines with which a longer one begins, and doubles.
func withoutBeginnings(lines []planLine) []planLine {
	var kept []planLine
	for i, line := range lines {
		contained := false
		for j, other := range lines {
			longer := len(other.turns) > len(line.turns) || (len(other.turns) == len(line.turns) && j < i)
			contained = contained || (longer && line.parts(other) < 0)
		}
		if !contained {
			kept = append(kept, line)
		}
	}
	return kept
}

// answerTo finds the answer to a turn of the opponent, and what is left of the plan after
// both. A line that names the turn counts before anyTurn. It is false where the plan has no answer.
func answerTo(lines []planLine, same func(turn string) bool) (answer string, left []planLine, ok bool) {
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
