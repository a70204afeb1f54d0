package schema

import (
	"turnpost/models"
	"turnpost/models/db"
	"turnpost/models/rating"
)

// StandingRow is a row of standings. An absence begins with a loss by time and ends with the next turn that the player
// sends: the number is odd while it lasts. It belongs to no game, so that transactions lock it after the game.
type StandingRow struct {
	PlayerID     int64
	EndedAt      models.Millis
	Absence      int64
	AbsenceRated int64 // the last absence in which a loss by time was rated
}

// PostgreSQL locks the rows by writing them. SQLite writes them once, in storeStandings: the upsert with RETURNING took
// 21 µs there. The last column is when the game can end at the earliest.
const (
	SelectStandings = `SELECT player_id, ended_at, absence, absence_rated, ended_at + 1 FROM standings
		WHERE player_id IN `
	InsertStandings = "INSERT INTO standings (player_id, ended_at) VALUES "
	RaiseStandings  = ` ON CONFLICT (player_id) DO UPDATE
		SET ended_at = CASE WHEN standings.ended_at < excluded.ended_at THEN excluded.ended_at
			ELSE standings.ended_at + 1 END
		RETURNING player_id, ended_at, absence, absence_rated, ended_at`
)

// TakeRating takes three columns.
func TakeRating(c *db.Columns) rating.Rating {
	return rating.Rating{Rating: c.Float(), Deviation: c.Float(), Volatility: c.Float()}
}
