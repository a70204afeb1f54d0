package schema

import (
	"turnpost/models"
	"turnpost/rules"
)

// CheckPlan plays the lines of a seat's plan from a position in which the opponent is
// to move. It returns them in canonical text, without lines that are prefixes of others.
func CheckPlan(
	r rules.Ruleset, start rules.Position, seat rules.Seat, lines []models.PlanLine,
) ([]models.PlanLine, error) {
	for i, line := range lines {
		if err := line.Check(r, start, seat); err != nil {
			return nil, models.InPlan(line.Number, err)
		}
		for _, earlier := range lines[:i] {
			if n := line.DivergesAt(earlier); n%2 == 1 {
				return nil, models.InPlan(line.Number, models.Invalid("plan", "plan_two_answers",
					"turn", n+1, "answer", line.Turns[n], "other", earlier.Turns[n], "line", earlier.Number+1))
			}
		}
	}
	return withoutBeginnings(lines), nil
}

// withoutBeginnings removes duplicates and lines that are prefixes of longer ones.
func withoutBeginnings(lines []models.PlanLine) []models.PlanLine {
	var kept []models.PlanLine
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
