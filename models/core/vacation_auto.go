package core

import (
	"turnpost/models"
	"turnpost/models/db"
	"turnpost/models/schema"
	"turnpost/rules"
)

// Extends reports whether a vacation begins by itself when a seat's time runs out and a day is left.
func (r *GameRow) Extends(seat rules.Seat) bool {
	s := r.Side(seat)
	return s.AutoVacation != 0 && !bool(r.NoVacation) && !s.IsHouse()
}

// AppliesFrom returns the instant from which a changed period counts in a game: when the change was accepted or, of a
// vacation that began by itself, when it began or the running clock started.
func (r *GameRow) AppliesFrom(c *schema.BulkChange) models.Millis {
	if !c.Detail.Auto {
		return c.At
	}
	return min(c.At, max(c.Detail.To.From, r.UpdatedAt))
}

// ReadAway sets the period of a seat's player, which is none if vacations do not stop the game's clocks.
func (r *GameRow) ReadAway(s *schema.SeatRow, from, until schema.AwayTime) {
	a, ok := schema.ReadAway(from, until)
	if r.NoVacation {
		a, ok = schema.Away{}, true
	}
	s.AwayUnknown = !ok
	s.AwayFrom, s.AwayUntil = a.From, a.Until
}

// takeAwayUntil takes the end of a period whose start was taken.
func (r *GameRow) takeAwayUntil(s *schema.SeatRow, c *db.Columns) {
	r.ReadAway(s, schema.AwayTime(s.AwayFrom), schema.TakeAwayTime(c))
}

// mendAbsence replaces a number that no absence can have, which somebody has written by hand: the player counts as
// present, after all absences that their games name.
func (tx *Tx) mendAbsence(s *schema.StandingRow) error {
	if schema.IsAbsence(s.Absence) {
		return nil
	}
	s.Absence = 0
	err := db.Query(tx.DB, func(c *db.Columns) error {
		last := c.Number()
		s.Absence = last + last%2
		return nil
	}, `SELECT CAST(COALESCE(MAX(absence), 0) AS BIGINT) FROM games
		WHERE (first_id = ? OR second_id = ?) AND absence > 0 AND absence < ?`, s.PlayerID, s.PlayerID, schema.MaxAbsence)
	return err
}
