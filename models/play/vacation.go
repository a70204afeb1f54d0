package play

import (
	"context"
	"fmt"
	"math"
	"time"

	"gorm.io/gorm"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/calendar"
	"turnpost/models/core"
	"turnpost/models/schema"
	"turnpost/models/visible"
)

// VacationDays is the number of days a year that a player may be away. A vacation counts each day that it touches in
// the time zone in which it was planned, and at least one. A day that was counted in one zone counts again in another,
// since it is another time there.
const VacationDays = 30

// A vacation over the turn of a year may have the days of both, and is read as none if it is longer than LongestAway.
const _ = uint(schema.LongestAway/(24*time.Hour) - 2*VacationDays - 1)

// vacationAhead is how far in the future a vacation may begin.
const vacationAhead = 366 * 24 * time.Hour

// SetVacation plans a vacation from one day to another, both included, in the
// player's time zone. It replaces one that has not begun and changes the end of one that
// has. A vacation that begins today begins now.
// Errors: CodeInvalid for invalid days.
func (s *Store) SetVacation(ctx context.Context, player int64, from, until string) (models.Vacation, error) {
	var v models.Vacation
	err := s.Write(ctx, func(tx *core.Tx) error {
		p, err := account.LockActor(tx, player)
		if err != nil {
			return err
		}
		v, err = SetVacation(tx, p, from, until)
		tx.SetResult(v)
		return err
	})
	return v, err
}

// SetVacation plans a vacation of a locked player.
func SetVacation(tx *core.Tx, p *schema.PlayerRow, from, until string) (models.Vacation, error) {
	plan, err := planVacation(tx, p.Player(), from, until)
	if err != nil {
		return models.Vacation{}, err
	}
	if err := endVacation(tx, p, noEnd); err != nil {
		return models.Vacation{}, err
	}
	if err := checkBudget(tx, p.ID, plan); err != nil {
		return models.Vacation{}, err
	}
	if err := insertVacation(tx, p.ID, plan); err != nil {
		return models.Vacation{}, err
	}
	return plan.period.Vacation(), moveVacation(tx, p, plan.period)
}

func insertVacation(tx *core.Tx, player int64, plan vacationPlan) error {
	return tx.Exec(
		"INSERT INTO vacations (player_id, first_day, last_day, from_at, until_at, zone) VALUES (?, ?, ?, ?, ?, ?)",
		player, plan.first.Format(calendar.DayLayout), plan.last.Format(calendar.DayLayout),
		plan.period.From, plan.period.Until, plan.zone.String(),
	).Error
}

// VacationAhead returns the player's current or next vacation.
func (s *Store) VacationAhead(p models.Player) (v models.Vacation, ok bool) {
	return p.Away, p.Away.Until.After(s.Clock())
}

// VacationLeft returns the number of days of vacation that a player has left this year.
func (s *Store) VacationLeft(ctx context.Context, p models.Player) (int, error) {
	days, err := DaysOfVacations(s.ReadTx(ctx), p.ID)
	return max(0, VacationDays-countDays(days, s.Clock().In(p.TimeZone).Year())), err
}

// Now returns the time of the store's clock.
func (s *Store) Now() time.Time { return s.Clock() }

// EndVacation ends the player's vacation now, or cancels the planned one. Unused days do not count.
// Errors: CodeConflict if there is none.
func (s *Store) EndVacation(ctx context.Context, player int64) error {
	return s.Write(ctx, func(tx *core.Tx) error {
		p, err := account.LockActor(tx, player)
		if err != nil {
			return err
		}
		if p.Away().Until <= tx.At {
			return models.Fail(models.CodeConflict, "not_away")
		}
		return cancelVacation(tx, p)
	})
}

// cancelVacation ends the player's vacation now, or cancels the planned one. One that a vacation has preceded that
// began by itself remains.
func cancelVacation(tx *core.Tx, p *schema.PlayerRow) error {
	if err := endVacation(tx, p, p.Away().Until); err != nil {
		return err
	}
	planned, err := plannedVacation(tx, p.ID, tx.At)
	if err != nil {
		return err
	}
	return moveVacation(tx, p, planned)
}

// vacationPlan is a vacation by calendar days of a zone, as instants at midnight UTC, with
// the resulting period.
type vacationPlan struct {
	first, last time.Time
	zone        *time.Location
	period      schema.Away
}

func planVacation(tx *core.Tx, p models.Player, from, until string) (vacationPlan, error) {
	plan := vacationPlan{zone: p.TimeZone}
	var err error
	if plan.first, err = time.Parse(calendar.DayLayout, from); err != nil {
		return plan, models.Invalid("from", "bad_day", "day", visible.Clip(from, 20))
	}
	if plan.last, err = time.Parse(calendar.DayLayout, until); err != nil {
		return plan, models.Invalid("until", "bad_day", "day", visible.Clip(until, 20))
	}
	if plan.last.Before(plan.first) {
		return plan, models.Invalid("until", "day_before", "day", until, "first", from)
	}
	start, end := calendar.Midnight(plan.first, p.TimeZone), calendar.Midnight(plan.last.AddDate(0, 0, 1), p.TimeZone)
	running := models.ToMillis(p.Away.From) <= tx.At && tx.At < models.ToMillis(p.Away.Until)
	today := calendar.Midnight(calendar.Day(tx.Now, p.TimeZone), p.TimeZone)
	switch {
	case !end.After(tx.Now):
		return plan, models.Invalid("until", "day_over", "day", until)
	case start.Before(today) && (!running ||
		start.Before(calendar.Midnight(calendar.Day(p.Away.From, p.TimeZone), p.TimeZone))):
		return plan, models.Invalid("from", "day_past", "day", from)
	case start.Sub(tx.Now) > vacationAhead:
		return plan, models.Invalid("from", "day_far", "day", from)
	}
	plan.period = schema.Away{From: max(models.ToMillis(start), tx.At), Until: models.ToMillis(end)}
	if today := calendar.Day(tx.Now, p.TimeZone); plan.first.Before(today) {
		plan.first = today // earlier days belong to the vacation that it extends
	}
	return plan, nil
}

// vacationDay is a day that counts as vacation, as midnight UTC, in a time zone.
type vacationDay struct {
	day  time.Time
	zone string
}

// DaysOfVacations returns the days of all vacations of a player.
func DaysOfVacations(tx *core.Tx, player int64) (map[vacationDay]bool, error) {
	var rows []VacationRow
	err := tx.Raw("SELECT * FROM vacations WHERE player_id = ?", player).Scan(&rows).Error
	taken := map[vacationDay]bool{}
	for _, r := range rows {
		first, last, ok := r.Days()
		if !ok {
			return nil, fmt.Errorf("vacation %s to %s of player %d", r.FirstDay, r.LastDay, player)
		}
		for day := first; !day.After(last); day = day.AddDate(0, 0, 1) {
			taken[vacationDay{day, r.Zone}] = true
		}
	}
	return taken, err
}

// countDays returns the number of days in a year.
func countDays(days map[vacationDay]bool, year int) (n int) {
	for d := range days {
		if d.day.Year() == year {
			n++
		}
	}
	return n
}

// checkBudget counts the days of each year that the plan touches.
func checkBudget(tx *core.Tx, player int64, plan vacationPlan) error {
	taken, err := DaysOfVacations(tx, player)
	if err != nil {
		return err
	}
	for day := plan.first; !day.After(plan.last) && day.Sub(plan.first) <= vacationAhead; day = day.AddDate(0, 0, 1) {
		taken[vacationDay{day, plan.zone.String()}] = true
		if countDays(taken, day.Year()) > VacationDays {
			return models.Invalid("until", "too_many_days", "max", VacationDays, "year", day.Year())
		}
	}
	return nil
}

// endVacation cancels the rest of the player's vacation: all of one that has not begun, the days after today of one
// that has, whose first day counts in any case. Planned ones that begin at an instant or later remain.
func endVacation(tx *core.Tx, p *schema.PlayerRow, before models.Millis) error {
	err := tx.Exec("DELETE FROM vacations WHERE player_id = ? AND from_at > ? AND from_at < ?",
		p.ID, tx.At, before).Error
	if err != nil {
		return err
	}
	var running []VacationRow
	err = tx.Raw("SELECT * FROM vacations WHERE player_id = ? AND from_at <= ? AND until_at > ?", p.ID, tx.At, tx.At).
		Scan(&running).Error
	for _, r := range running {
		today := calendar.Day(tx.Now, schema.LoadZone(r.Zone)).Format(calendar.DayLayout)
		if err == nil {
			err = tx.Exec("UPDATE vacations SET until_at = ?, last_day = ? WHERE id = ?",
				tx.At, max(r.FirstDay, min(r.LastDay, today)), r.ID).Error
		}
	}
	return err
}

// noEnd is later than every vacation.
const noEnd = models.Millis(math.MaxInt64)

// moveVacation changes the player's period. Running clocks of theirs keep the time they show now, the logs of
// their games record the change, and the opponents are notified.
func moveVacation(tx *core.Tx, p *schema.PlayerRow, to schema.Away) error {
	return changeVacationPeriod(tx, p, to, false)
}

// changeVacationPeriod is moveVacation also for a vacation that began by itself: running clocks keep the time that they
// showed when it began.
func changeVacationPeriod(tx *core.Tx, p *schema.PlayerRow, to schema.Away, auto bool) error {
	err := tx.Exec("UPDATE players SET away_from = ?, away_until = ? WHERE id = ?", to.From, to.Until, p.ID).Error
	if err != nil {
		return err
	}
	was := p.Away()
	return tx.Store.Follow.Change(tx, &schema.BulkChange{
		PlayerID: p.ID, Kind: schema.BulkVacation, Detail: schema.BulkDetail{Was: was, To: to, Auto: auto},
	})
}

func storeVacation(tx *core.Tx, row *core.GameRow, c *schema.BulkChange) error {
	if row.ToMoveID == c.PlayerID {
		if err := creditWait(tx, row, row.AppliesFrom(c)); err != nil {
			return err
		}
	}
	row.MoveAway(c)
	if row.ToMoveID == c.PlayerID {
		row.SetReminder(c.At)
	}
	seat, detail, ahead := row.Seat(c.PlayerID), logDetail{}, c.Detail.To.Until > c.At
	if ahead {
		detail.Away = c.Detail.To
	}
	if err := LogGame(tx, row, LogAway, seat, detail); err != nil || !ahead && c.Detail.Was.Until <= c.At {
		return err
	}
	n := row.Notice(models.KindAway, seat.Other())
	n.Detail.Away = detail.Away
	return notifyOpponent(tx, c, n)
}

// MovesDeadline reports whether the vacation that an opponent was told of gives another deadline than the present one
// in a game of the two that awaits the player.
func MovesDeadline(from *gorm.DB, player, opponent int64, told schema.Away, now models.Millis) (bool, error) {
	var ids []string
	err := from.Raw(`SELECT id FROM games WHERE to_move_id = ? AND first_id + second_id - to_move_id = ?
		AND status = 'ongoing' ORDER BY id`, player, opponent).Scan(&ids).Error
	for _, id := range ids {
		row, err := LoadGame(from, id)
		if err != nil {
			return false, err
		}
		deadline := row.DeadlineAt
		row.MoveAway(&schema.BulkChange{PlayerID: player, At: now, Detail: schema.BulkDetail{To: told}})
		if row.DeadlineAt != deadline {
			return true, nil
		}
	}
	return false, err
}

// plannedVacation returns the player's first vacation that begins after an instant; the zero value is none.
func plannedVacation(tx *core.Tx, player int64, after models.Millis) (planned schema.Away, err error) {
	err = tx.Raw(`SELECT from_at AS "from", until_at AS "until" FROM vacations
		WHERE player_id = ? AND from_at > ? AND until_at > ? ORDER BY from_at LIMIT 1`,
		player, after, tx.At).Scan(&planned).Error
	return planned, err
}
