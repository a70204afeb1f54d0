package models

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"turnpost/models/calendar"
	"turnpost/models/db"
	"turnpost/rules"
)

// A player may let a vacation begin by itself when their time in a game runs out: 24 hours from the deadline, as often
// as days are left. It is a vacation like others: it stops all clocks of the player and counts as a day. The
// transaction that would end the game takes the day instead. Exactly one does: it locks the player and then the game,
// and checks the deadline again, which the vacation has moved.

// autoVacation is the length of a vacation that begins by itself.
const autoVacation = 24 * time.Hour

// errTakesDay rolls back the transaction that would end a game on time: the player, who has to be locked before the
// game, may take a day of vacation.
var errTakesDay = errors.New("a vacation may begin by itself")

// extends reports whether a vacation begins by itself when a seat's time runs out and a day is left.
func (r *gameRow) extends(seat rules.Seat) bool {
	s := r.side(seat)
	return s.AutoVacation != 0 && r.Vacation != 0 && !s.isHouse()
}

// timeOutInOrder does what timeOutOrExtend does, after the player's games that ran out of time before: a vacation has
// to begin at the first deadline, because one that began at a later one would not cover the first, which would take a
// second day. The sweep goes in this order, but a turn or a look at a game may precede it.
func (s *Store) timeOutInOrder(ctx context.Context, id string, player int64) (did bool, err error) {
	var order []string
	err = s.read(ctx).Raw(`SELECT e.id FROM games e JOIN games g ON g.id = ? AND e.deadline_at < g.deadline_at
		WHERE e.to_move_id = ? AND e.status = 'ongoing' AND e.deadline_at > 0 AND e.vacation <> 0
		ORDER BY e.deadline_at, e.id`, id, player).Scan(&order).Error
	for _, game := range append(order, id) {
		if err == nil {
			did, err = s.timeOutOrExtend(ctx, game, player)
		}
	}
	return did, err
}

// timeOutOrExtend ends a game that is out of time or begins a vacation of the player to move. did is true if either
// happened.
func (s *Store) timeOutOrExtend(ctx context.Context, id string, player int64) (did bool, err error) {
	err = s.write(ctx, func(tx *Tx) error {
		did = false
		p, err := tx.lockPlayer(player)
		if err != nil && CodeOf(err) != CodeNotFound {
			return err
		}
		if err := tx.lockBulkChanges(); err != nil {
			return err
		}
		row, err := tx.loadGame(id)
		if err != nil || row.ToMoveID != player {
			return err
		}
		overdue, err := tx.overdue(row) // never of a game that is over, which has no deadline
		if err != nil || !overdue {
			return err
		}
		did = true
		if row.extends(row.ToMove) {
			if taken, err := tx.takeDay(p, row); taken || err != nil {
				return err
			}
		}
		if err := tx.endOnTime(row); err != nil {
			return err
		}
		return tx.updateGame(row, row.Ply)
	})
	return did && err == nil, err
}

// takeDay begins a vacation at a game's deadline. taken is false if no day is left.
func (tx *Tx) takeDay(p *playerRow, row *gameRow) (taken bool, err error) {
	deadline := row.DeadlineAt
	if a := p.away(); a.From <= deadline && deadline < a.Until { // it ran out as a vacation began
		row.DeadlineAt = row.clock().runOut(deadline, 0)
		row.setReminder(tx.at)
		return true, tx.updateGame(row, row.Ply)
	}
	period := away{deadline, deadline.Add(autoVacation)}
	days, err := tx.vacationDays(p.ID)
	if err != nil {
		return false, err
	}
	day := calendar.Day(deadline.Time(), p.zone())
	if tomorrow := day.AddDate(0, 0, 1); days[day] && !days[tomorrow] {
		day = tomorrow // today was paid for by a vacation that has ended
	}
	used := countDays(days, day.Year())
	if !days[day] {
		if used++; used > VacationDays {
			return false, nil
		}
		if err := tx.insertVacation(p.ID, vacationPlan{day, day, period}); err != nil {
			return false, err
		}
	}
	planned, err := tx.plannedVacation(p.ID, deadline)
	if err != nil {
		return false, err
	}
	if planned.From <= period.Until { // none is planned at 0 and changes nothing
		period.Until = max(period.Until, planned.Until)
	}
	n := row.notice(KindAutoVacation, row.ToMove)
	n.Key = fmt.Sprintf("auto_vacation.%d.%d", p.ID, deadline)
	n.Detail.Away, n.Detail.DaysLeft = period, VacationDays-used
	if err := tx.notify(n); err != nil {
		return false, err
	}
	return true, tx.changeVacationPeriod(p, period, true)
}

// plannedVacation returns the player's first vacation that begins after an instant; the zero value is none.
func (tx *Tx) plannedVacation(player int64, after Millis) (planned away, err error) {
	err = tx.Raw(`SELECT from_at AS "from", until_at AS "until" FROM vacations
		WHERE player_id = ? AND from_at > ? AND until_at > ? ORDER BY from_at LIMIT 1`,
		player, after, tx.at).Scan(&planned).Error
	return planned, err
}

// resumeVacations sets the periods of players with a planned vacation that one that began by itself has preceded.
func (s *Store) resumeVacations(ctx context.Context) error {
	var players []int64
	now := ToMillis(s.now())
	const waiting = `SELECT DISTINCT v.player_id FROM vacations v JOIN players p ON p.id = v.player_id
		WHERE v.until_at > ? AND p.away_until <= ? AND p.away_until < v.from_at AND p.deleted_at = 0
			AND p.away_from BETWEEN 0 AND p.away_until
		ORDER BY v.player_id LIMIT 100`
	if err := s.read(ctx).Raw(waiting, now, now).Scan(&players).Error; err != nil {
		return err
	}
	var failures error
	for _, player := range players {
		failures = errors.Join(failures, s.write(ctx, func(tx *Tx) error { return tx.resumeVacation(player) }))
	}
	return failures
}

// resumeVacation sets a player's period to the next planned vacation, unless the player is away or none is left.
func (tx *Tx) resumeVacation(player int64) error {
	p, err := tx.lockPlayer(player)
	if err != nil || p.away().Until > tx.at {
		return err
	}
	planned, err := tx.plannedVacation(player, p.away().Until)
	if err != nil || planned.Until == 0 {
		return err
	}
	return tx.changeVacationPeriod(p, planned, true)
}

// appliesFrom returns the instant from which a changed period counts in a game: when the change was accepted or, of a
// vacation that began by itself, when it began or the running clock started.
func (r *gameRow) appliesFrom(c *bulkChange) Millis {
	if !c.Detail.Auto {
		return c.At
	}
	return min(c.At, max(c.Detail.To.From, r.UpdatedAt))
}

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
	if r.Vacation == 0 {
		a, ok = away{}, true
	}
	s.awayUnknown = !ok
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
