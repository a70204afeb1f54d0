package schema

import (
	"math"
	"time"

	"turnpost/models"
	"turnpost/models/db"
)

// A player's period away may hold instants that no vacation has, which somebody has written by hand. It is read as no
// vacation: a clock that it stopped for years would make the opponents wait, and games refuse such deadlines. Deadlines
// that are set do not change, and no vacation is resumed, which could move them twice. The check reports the row.

// AwayTime is an end of a period as stored. A value of another type is read as one that no period has.
type AwayTime int64

// NoAwayTime stands for a stored value that is no time.
const NoAwayTime AwayTime = math.MinInt64

// Scan implements sql.Scanner.
func (t *AwayTime) Scan(value any) error {
	if n, is := value.(int64); is {
		*t = AwayTime(n)
	} else {
		*t = NoAwayTime
	}
	return nil
}

// TakeAwayTime takes the beginning or the end of an absence.
func TakeAwayTime(c *db.Columns) (t AwayTime) {
	_ = t.Scan(c.Any()) // it never fails
	return t
}

// LongestAway is more than a vacation can last: VacationDays at the end of one year and as many at the start of the
// next.
const LongestAway = 100 * 24 * time.Hour

// ReadAway returns a stored period. ok is false if no player can have it; it is then none.
func ReadAway(from, until AwayTime) (a Away, ok bool) {
	a = Away{models.Millis(from), models.Millis(until)}
	if from < 0 || until < from || a.Until > models.LatestDeadline || a.Until > a.From.Add(LongestAway) {
		return Away{}, false
	}
	return a, true
}

// Away returns the player's current, planned or last period.
func (r *PlayerRow) Away() Away {
	a, _ := ReadAway(r.AwayFrom, r.AwayUntil)
	return a
}

// MaxAbsence is more than the number of any absence.
const (
	MaxAbsence     = 1 << 40
	MaxAbsenceText = "1099511627776"
)

// IsAbsence reports whether an absence can have a number.
func IsAbsence(n int64) bool { return 0 <= n && n < MaxAbsence }

// TakeAbsence takes the number of an absence. A value of another type is read as one that no absence has.
func TakeAbsence(c *db.Columns) int64 {
	if n, is := c.Any().(int64); is {
		return n
	}
	return -1
}
