package models

import (
	"math"
	"time"

	"turnpost/models/db"
)

// A player's period away may hold instants that no vacation has, which somebody has written by hand. It is read as no
// vacation: a clock that it stopped for years would make the opponents wait, and games refuse such deadlines. Deadlines
// that are set stay as they are, and no vacation is resumed, which could move them twice. The check reports the row.

// awayTime is an end of a period as stored. A value of another type is read as one that no period has.
type awayTime int64

const noAwayTime awayTime = math.MinInt64

// Scan implements sql.Scanner.
func (t *awayTime) Scan(value any) error {
	if n, is := value.(int64); is {
		*t = awayTime(n)
	} else {
		*t = noAwayTime
	}
	return nil
}

func takeAwayTime(c *db.Columns) (t awayTime) {
	_ = t.Scan(c.Any()) // it never fails
	return t
}

// longestAway is more than a vacation can last: VacationDays at the end of one year and as many at the start of the
// next.
const longestAway = 100 * 24 * time.Hour

// readAway returns a stored period. ok is false if no player can have it; it is then none.
func readAway(from, until awayTime) (a away, ok bool) {
	a = away{Millis(from), Millis(until)}
	if from < 0 || until < from || a.Until > latestDeadline || a.Until > a.From.Add(longestAway) {
		return away{}, false
	}
	return a, true
}

// away returns the player's current, planned or last period.
func (r *playerRow) away() away {
	a, _ := readAway(r.AwayFrom, r.AwayUntil)
	return a
}

// readAway sets the period of a seat's player, which is none if vacations do not stop the game's clocks.
func (r *gameRow) readAway(s *seatRow, from, until awayTime) {
	a, ok := readAway(from, until)
	if s.awayUnknown = !ok && r.Vacation != 0; r.Vacation == 0 {
		a = away{}
	}
	s.AwayFrom, s.AwayUntil = a.From, a.Until
}

// takeAwayUntil takes the end of a period whose start was taken.
func (r *gameRow) takeAwayUntil(s *seatRow, c *db.Columns) {
	r.readAway(s, awayTime(s.AwayFrom), takeAwayTime(c))
}

// maxAbsence is more than the number of any absence.
const (
	maxAbsence     = 1 << 40
	maxAbsenceText = "1099511627776"
)

func isAbsence(n int64) bool { return 0 <= n && n < maxAbsence }

// takeAbsence takes the number of an absence. A value of another type is read as one that no absence has.
func takeAbsence(c *db.Columns) int64 {
	if n, is := c.Any().(int64); is {
		return n
	}
	return -1
}

// mendAbsence replaces a number that no absence can have, which somebody has written by hand: the player counts as
// present, after all absences that their games name.
func (tx *Tx) mendAbsence(s *standingRow) error {
	if isAbsence(s.Absence) {
		return nil
	}
	s.Absence = 0
	err := db.Query(tx.DB, func(c *db.Columns) error {
		last := c.Number()
		s.Absence = last + last%2
		return nil
	}, `SELECT CAST(COALESCE(MAX(absence), 0) AS BIGINT) FROM games
		WHERE (first_id = ? OR second_id = ?) AND absence > 0 AND absence < ?`, s.PlayerID, s.PlayerID, maxAbsence)
	return err
}
