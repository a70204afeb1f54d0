package models

import (
	"context"
	"fmt"
	"math"
	"time"

	"gorm.io/gorm"

	"turnpost/models/calendar"
	"turnpost/models/visible"
)

// Vacation is a period in which a player's clocks are stopped.
type Vacation struct{ From, Until time.Time }

// VacationDays is the number of days a year that a player may be away, counted by the
// player's calendar.
const VacationDays = 30

// vacationAhead is how far in the future a vacation may begin.
const vacationAhead = 366 * 24 * time.Hour

// SetVacation plans a vacation from one day to another, both included, in the
// player's time zone. It replaces one that has not begun and changes the end of one that
// has. A vacation that begins today begins now.
// Errors: CodeInvalid for invalid days.
func (s *Store) SetVacation(ctx context.Context, player int64, from, until string) (Vacation, error) {
	var v Vacation
	err := s.write(ctx, func(tx *Tx) error {
		p, err := tx.lockActor(player)
		if err != nil {
			return err
		}
		v, err = tx.setVacation(p, from, until)
		tx.setResult(v)
		return err
	})
	return v, err
}

// setVacation plans a vacation of a locked player.
func (tx *Tx) setVacation(p *playerRow, from, until string) (Vacation, error) {
	plan, err := tx.planVacation(p.player(), from, until)
	if err != nil {
		return Vacation{}, err
	}
	if err := tx.endVacation(p, noEnd); err != nil {
		return Vacation{}, err
	}
	if err := tx.checkBudget(p.ID, plan); err != nil {
		return Vacation{}, err
	}
	if err := tx.insertVacation(p.ID, plan); err != nil {
		return Vacation{}, err
	}
	return plan.period.vacation(), tx.moveVacation(p, plan.period)
}

func (tx *Tx) insertVacation(player int64, plan vacationPlan) error {
	return tx.Exec(
		"INSERT INTO vacations (player_id, first_day, last_day, from_at, until_at) VALUES (?, ?, ?, ?, ?)",
		player, plan.first.Format(calendar.DayLayout), plan.last.Format(calendar.DayLayout),
		plan.period.From, plan.period.Until,
	).Error
}

// VacationAhead returns the player's current or next vacation.
func (s *Store) VacationAhead(p Player) (v Vacation, ok bool) {
	return p.Away, p.Away.Until.After(s.now())
}

// EndVacation ends the player's vacation now, or cancels the planned one. Unused days do not count.
// Errors: CodeConflict if there is none.
func (s *Store) EndVacation(ctx context.Context, player int64) error {
	return s.write(ctx, func(tx *Tx) error {
		p, err := tx.lockActor(player)
		if err != nil {
			return err
		}
		if p.away().Until <= tx.at {
			return fail(CodeConflict, "not_away")
		}
		return tx.cancelVacation(p)
	})
}

// cancelVacation ends the player's vacation now, or cancels the planned one. One that a vacation has preceded that
// began by itself remains.
func (tx *Tx) cancelVacation(p *playerRow) error {
	if err := tx.endVacation(p, p.away().Until); err != nil {
		return err
	}
	planned, err := tx.plannedVacation(p.ID, tx.at)
	if err != nil {
		return err
	}
	return tx.moveVacation(p, planned)
}

// vacationPlan is a vacation by calendar days, as instants at midnight UTC, with
// the resulting period.
type vacationPlan struct {
	first, last time.Time
	period      away
}

func (tx *Tx) planVacation(p Player, from, until string) (vacationPlan, error) {
	var plan vacationPlan
	var err error
	if plan.first, err = time.Parse(calendar.DayLayout, from); err != nil {
		return plan, invalid("from", "bad_day", "day", visible.Clip(from, 20))
	}
	if plan.last, err = time.Parse(calendar.DayLayout, until); err != nil {
		return plan, invalid("until", "bad_day", "day", visible.Clip(until, 20))
	}
	if plan.last.Before(plan.first) {
		return plan, invalid("until", "day_before", "day", until, "first", from)
	}
	start, end := calendar.Midnight(plan.first, p.TimeZone), calendar.Midnight(plan.last.AddDate(0, 0, 1), p.TimeZone)
	running := ToMillis(p.Away.From) <= tx.at && tx.at < ToMillis(p.Away.Until)
	today := calendar.Midnight(calendar.Day(tx.now, p.TimeZone), p.TimeZone)
	switch {
	case !end.After(tx.now):
		return plan, invalid("until", "day_over", "day", until)
	case start.Before(today) && (!running ||
		start.Before(calendar.Midnight(calendar.Day(p.Away.From, p.TimeZone), p.TimeZone))):
		return plan, invalid("from", "day_past", "day", from)
	case start.Sub(tx.now) > vacationAhead:
		return plan, invalid("from", "day_far", "day", from)
	}
	plan.period = away{max(ToMillis(start), tx.at), ToMillis(end)}
	if today := calendar.Day(tx.now, p.TimeZone); plan.first.Before(today) {
		plan.first = today // earlier days belong to the vacation that it extends
	}
	return plan, nil
}

// vacationDays returns the days of all vacations of a player, as midnight UTC.
func (tx *Tx) vacationDays(player int64) (map[time.Time]bool, error) {
	var rows []struct{ FirstDay, LastDay string }
	err := tx.Raw("SELECT first_day, last_day FROM vacations WHERE player_id = ?", player).Scan(&rows).Error
	taken := map[time.Time]bool{}
	for _, r := range rows {
		first, err1 := time.Parse(calendar.DayLayout, r.FirstDay)
		last, err2 := time.Parse(calendar.DayLayout, r.LastDay)
		if err1 != nil || err2 != nil {
			return nil, fmt.Errorf("vacation %s to %s of player %d", r.FirstDay, r.LastDay, player)
		}
		for day := first; !day.After(last); day = day.AddDate(0, 0, 1) {
			taken[day] = true
		}
	}
	return taken, err
}

// countDays returns the number of days in a year.
func countDays(days map[time.Time]bool, year int) (n int) {
	for day := range days {
		if day.Year() == year {
			n++
		}
	}
	return n
}

// checkBudget counts the days of each year that the plan touches.
func (tx *Tx) checkBudget(player int64, plan vacationPlan) error {
	taken, err := tx.vacationDays(player)
	if err != nil {
		return err
	}
	used := map[int]int{}
	for day := range taken {
		used[day.Year()]++
	}
	for day := plan.first; !day.After(plan.last) && day.Sub(plan.first) <= vacationAhead; day = day.AddDate(0, 0, 1) {
		if taken[day] {
			continue
		}
		if used[day.Year()]++; used[day.Year()] > VacationDays {
			return invalid("until", "too_many_days", "max", VacationDays, "year", day.Year())
		}
	}
	return nil
}

// endVacation cancels the rest of the player's vacation: all of one that has not begun, the days after today of one
// that has. Planned ones that begin at an instant or later remain.
func (tx *Tx) endVacation(p *playerRow, before Millis) error {
	if p.away().Until <= tx.at {
		return nil
	}
	today := calendar.Day(tx.now, p.player().TimeZone).Format(calendar.DayLayout)
	err := tx.Exec("DELETE FROM vacations WHERE player_id = ? AND from_at > ? AND from_at < ?",
		p.ID, tx.at, before).Error
	if err != nil {
		return err
	}
	return tx.Exec(`UPDATE vacations SET until_at = ?, last_day = ?
		WHERE player_id = ? AND until_at > ? AND last_day >= ?`, tx.at, today, p.ID, tx.at, today).Error
}

// noEnd is later than every vacation.
const noEnd = Millis(math.MaxInt64)

// moveVacation changes the player's period. Running clocks of theirs keep the time they show now, the logs of
// their games record the change, and the opponents are notified.
func (tx *Tx) moveVacation(p *playerRow, to away) error { return tx.changeVacationPeriod(p, to, false) }

// changeVacationPeriod is moveVacation also for a vacation that began by itself: running clocks keep the time that they
// showed when it began.
func (tx *Tx) changeVacationPeriod(p *playerRow, to away, auto bool) error {
	err := tx.Exec("UPDATE players SET away_from = ?, away_until = ? WHERE id = ?", to.From, to.Until, p.ID).Error
	if err != nil {
		return err
	}
	was := p.away()
	return tx.addChange(&bulkChange{PlayerID: p.ID, Kind: bulkVacation, Detail: bulkDetail{Was: was, To: to, Auto: auto}})
}

// showVacation sets a running clock of the player to the time it showed when their period was changed. The wait of its
// notice is counted by the previous period.
func showVacation(from *gorm.DB, row *gameRow, c *bulkChange) error {
	if row.ToMoveID == c.PlayerID {
		if _, err := row.showWait(from, row.appliesFrom(c)); err != nil {
			return err
		}
	}
	row.moveAway(c)
	return nil
}

func (tx *Tx) storeVacation(row *gameRow, c *bulkChange) error {
	if row.ToMoveID == c.PlayerID {
		if err := tx.creditWait(row, row.appliesFrom(c)); err != nil {
			return err
		}
	}
	row.moveAway(c)
	if row.ToMoveID == c.PlayerID {
		row.setReminder(c.At)
	}
	seat, detail, ahead := row.seat(c.PlayerID), logDetail{}, c.Detail.To.Until > c.At
	if ahead {
		detail.Away = c.Detail.To
	}
	if err := tx.logGame(row, LogAway, seat, detail); err != nil || !ahead {
		return err
	}
	n := row.notice(KindAway, seat.Other())
	n.Detail.Away = c.Detail.To
	return tx.notifyOpponent(c, n)
}

// moveAway changes the player's period; their clock keeps the time it shows.
func (r *gameRow) moveAway(c *bulkChange) {
	from := r.appliesFrom(c)
	left := r.timeLeft(from)
	r.setAway(c.PlayerID, c.Detail.To)
	if r.ToMoveID == c.PlayerID {
		r.DeadlineAt = r.clock().runOut(from, left)
	}
}
