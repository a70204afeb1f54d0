package play

import (
	"context"
	"strings"

	"gorm.io/gorm"

	"turnpost/models"
	"turnpost/models/db"
	"turnpost/models/schema"
	"turnpost/rules"
)

// AfterStart is the condition that a row of turns is of game g and not of its start.
var AfterStart = strings.ReplaceAll("id > g.number * ? AND id < g.number * ? + ?", "?", schema.TurnsOfGameText)

var selectTurnAt = "SELECT " + schema.TurnColumns("t", "seat", "turn", "position", "events", "message", "via", "at",
	"hash") +
	", " + schema.TurnOccurrence + " FROM games g" + schema.TurnsAt("t", "?") + "WHERE g.id = ?"

// TurnAt returns the turn of a ply, or nil for ply 0.
func TurnAt(from *gorm.DB, game string, ply int) (turn *models.Turn, err error) {
	if ply == 0 {
		return nil, nil
	}
	err = db.Query(from, func(c *db.Columns) error {
		if c.IsNull() {
			return nil
		}
		row := schema.TurnRow{
			Ply: ply, Seat: rules.Seat(c.Number()), Turn: c.Text(), Position: c.Text(), Events: c.Text(),
			Message: c.Text(), Via: models.Via(c.Text()), At: schema.Millis(c), Hash: c.Bytes(), Occurrence: int(c.Number()),
		}
		t := row.AsTurn()
		turn = &t
		return nil
	}, selectTurnAt, ply, ply, game)
	if err == nil && turn == nil {
		err = gorm.ErrRecordNotFound
	}
	return turn, err
}

// Turns lists the turns of a game after a ply, oldest first.
// Errors: CodeNotFound.
func (s *Store) Turns(ctx context.Context, id string, after, limit int) ([]models.Turn, error) {
	if _, err := LoadGame(s.Read(ctx), id); err != nil {
		return nil, err
	}
	var rows []schema.TurnRow
	err := s.Read(ctx).Raw("SELECT * FROM game_turns WHERE game_id = ? AND ply > ? ORDER BY ply"+db.Limit(limit),
		id, max(after, 0)).Scan(&rows).Error
	turns := make([]models.Turn, 0, len(rows))
	for _, r := range rows {
		turns = append(turns, r.AsTurn())
	}
	return turns, err
}
