package core

import (
	"slices"

	"turnpost/models"
	"turnpost/models/schema"
	"turnpost/rules"
)

// Record assembles a record from a game and its rows. The first row is the start.
func (r *GameRow) Record(rows []schema.TurnRow) *models.GameRecord {
	record := &models.GameRecord{
		ID: r.ID, Ruleset: r.Ruleset, Variant: r.Variant, Version: r.Version,
		Players: [2]string{r.First.Name, r.Second.Name}, Pace: r.Pace,
		Begun: r.CreatedAt.Time(), Ended: r.FinishedAt.Time(), Hash: r.Hash,
		Turns: make([]models.Turn, 0, len(rows)),
	}
	if r.Status != models.Ongoing {
		record.Result = rules.Result{Reason: r.Reason, Winner: r.Winner}
	}
	for _, row := range rows {
		record.Turns = append(record.Turns, row.AsTurn())
	}
	if len(record.Turns) > 0 {
		record.Start = record.Turns[0]
		record.Turns = slices.Delete(record.Turns, 0, 1)
	}
	return record
}
