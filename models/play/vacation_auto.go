package play

import (
	"context"
	"errors"
	"fmt"
	"time"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/calendar"
	"turnpost/models/core"
	"turnpost/models/notice"
	"turnpost/models/schema"
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

// timeOutInOrder does what TimeOutOrExtend does, after the player's games that ran out of time before: a vacation has
// to begin at the first deadline, because one that began at a later one would not cover the first, which would take a
// second day. The sweep goes in this order, but a turn or a look at a game may precede it.
func (s *Store) timeOutInOrder(ctx context.Context, id string, player int64) (did bool, err error) {
	var order []string
	err = s.Read(ctx).Raw(`SELECT e.id FROM games e JOIN games g ON g.id = ? AND e.deadline_at < g.deadline_at
		WHERE e.to_move_id = ? AND e.status = 'ongoing' AND e.deadline_at > 0 AND e.vacation <> 0
		ORDER BY e.deadline_at, e.id`, id, player).Scan(&order).Error
	for _, game := range append(order, id) {
		if err == nil {
			did, err = s.TimeOutOrExtend(ctx, game, player)
		}
	}
	return did, err
}

// TimeOutOrExtend ends a game that is out of time or begins a vacation of the player to move. did is true if either
// happened.
func (s *Store) TimeOutOrExtend(ctx context.Context, id string, player int64) (did bool, err error) {
	err = s.Write(ctx, func(tx *core.Tx) error {
		did = false
		p, err := account.LockPlayer(tx, player)
		if err != nil && models.CodeOf(err) != models.CodeNotFound {
			return err
		}
		if err := lockBulkChanges(tx); err != nil {
			return err
		}
		row, err := LockGame(tx, id)
		if err != nil || row.ToMoveID != player {
			return err
		}
		overdue, err := overdue(tx, row) // never of a game that is over, which has no deadline
		if err != nil || !overdue {
			return err
		}
		did = true
		if row.Extends(row.ToMove) {
			if taken, err := takeDay(tx, p, row); taken || err != nil {
				return err
			}
		}
		if err := endOnTime(tx, row); err != nil {
			return err
		}
		return tx.UpdateGame(row, row.Ply)
	})
	return did && err == nil, err
}

// takeDay begins a vacation at a game's deadline. taken is false if no day is left.
func takeDay(tx *core.Tx, p *schema.PlayerRow, row *core.GameRow) (taken bool, err error) {
	deadline := row.DeadlineAt
	if a := p.Away(); a.From <= deadline && deadline < a.Until { // it ran out as a vacation began
		row.DeadlineAt = row.Clock().RunOut(deadline, 0)
		row.SetReminder(tx.At)
		return true, tx.UpdateGame(row, row.Ply)
	}
	period := schema.Away{From: deadline, Until: deadline.Add(autoVacation)}
	days, err := DaysOfVacations(tx, p.ID)
	if err != nil {
		return false, err
	}
	planned, err := plannedVacation(tx, p.ID, deadline)
	if err != nil {
		return false, err
	}
	zone := p.Zone()
	day := vacationDay{calendar.Day(deadline.Time(), zone), zone.String()}
	if tomorrow := (vacationDay{day.day.AddDate(0, 0, 1), day.zone}); days[day] && !days[tomorrow] {
		day = tomorrow // today was paid for by a vacation that has ended
	}
	used := countDays(days, day.day.Year())
	if !days[day] {
		if used++; used > VacationDays {
			return false, nil
		}
		row := period
		if planned.From > 0 {
			row.Until = min(row.Until, planned.From)
		}
		if err := insertVacation(tx, p.ID, vacationPlan{day.day, day.day, zone, row}); err != nil {
			return false, err
		}
	}
	if planned.From <= period.Until { // none is planned at 0 and changes nothing
		period.Until = max(period.Until, planned.Until)
	}
	n := row.Notice(models.KindAutoVacation, row.ToMove)
	n.Key = fmt.Sprintf("auto_vacation.%d.%d", p.ID, deadline)
	n.Detail.Away, n.Detail.DaysLeft = period, VacationDays-used
	if err := notice.Notify(tx, n); err != nil {
		return false, err
	}
	return true, changeVacationPeriod(tx, p, period, true)
}

// ResumeVacations sets the periods of players with a planned vacation that one that began by itself has preceded.
func (s *Store) ResumeVacations(ctx context.Context) error {
	var players []int64
	now := models.ToMillis(s.Clock())
	// The sign keeps SQLite from reading all vacations by player instead of those that are not over.
	const waiting = `SELECT DISTINCT +v.player_id FROM vacations v JOIN players p ON p.id = v.player_id
		WHERE v.until_at > ? AND p.away_until <= ? AND p.away_until < v.from_at AND p.deleted_at = 0
			AND p.away_from BETWEEN 0 AND p.away_until
		ORDER BY 1 LIMIT 100`
	if err := s.Read(ctx).Raw(waiting, now, now).Scan(&players).Error; err != nil {
		return err
	}
	var failures error
	for _, player := range players {
		failures = errors.Join(failures, s.Write(ctx, func(tx *core.Tx) error { return ResumeVacation(tx, player) }))
	}
	return failures
}

// ResumeVacation sets a player's period to the next planned vacation, unless the player is away or none is left.
func ResumeVacation(tx *core.Tx, player int64) error {
	p, err := account.LockPlayer(tx, player)
	if err != nil || p.Away().Until > tx.At {
		return err
	}
	planned, err := plannedVacation(tx, player, p.Away().Until)
	if err != nil || planned.Until == 0 {
		return err
	}
	return changeVacationPeriod(tx, p, planned, true)
}
