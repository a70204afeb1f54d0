package core

import (
	"turnpost/models"
	"turnpost/models/schema"
	"turnpost/rules"
)

// PlanLines validates the lines of a seat's plan on the row's position.
func (s *Store) PlanLines(row *GameRow, seat rules.Seat, lines []models.PlanLine) ([]models.PlanLine, error) {
	if row.ToMove == seat {
		e := models.Fail(models.CodeConflict, "plan_on_own_turn", "opponent", row.Side(seat.Other()).Name)
		e.Field = "plan"
		return nil, e
	}
	p, err := s.PositionOf(row.Ruleset, row.Variant, row.Position)
	if err != nil {
		return nil, err
	}
	return schema.CheckPlan(s.RulesetByID[row.Ruleset], p, seat, lines)
}
