package play

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"gorm.io/gorm"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/calendar"
	"turnpost/models/core"
	"turnpost/models/notice"
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
	rows, err := loadToShow(from, `WHERE g.to_move_id = ? AND g.first_id + g.second_id - g.to_move_id = ?
		AND g.status = 'ongoing'`, player, opponent)
	for i := range rows {
		row := &rows[i]
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

// A player may let a vacation begin by itself when their time in a game runs out: 24 hours from the deadline, as often
// as days are left. It is a vacation like others: it stops all clocks of the player and counts as a day. The
// transaction that would end the game takes the day instead. Exactly one does: it locks the player and then the game,
// and checks the deadline again, which the vacation has moved.

// autoVacation is the length of a vacation that begins by itself.
const autoVacation = 24 * time.Hour

// errTakesDay rolls back the transaction that would end a game on time: the player may take a day of vacation.
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
		if row.TakesDay() {
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

// VacationRow is a row of vacations.
type VacationRow struct {
	ID, PlayerID      int64
	FirstDay, LastDay string // of the zone
	FromAt, UntilAt   models.Millis
	Zone              string
}

// Days returns the first and the last day, as midnight UTC. ok is false if they are none, or too many.
func (r VacationRow) Days() (first, last time.Time, ok bool) {
	first, err1 := time.Parse(calendar.DayLayout, r.FirstDay)
	last, err2 := time.Parse(calendar.DayLayout, r.LastDay)
	return first, last, err1 == nil && err2 == nil && !last.Before(first) && last.Sub(first) <= schema.LongestAway
}

// zoneSlack is by how much the days of a vacation and its instants may differ: rows of earlier versions have the zone
// that their player had later, and a day that begins by itself may count as the next one.
const zoneSlack = 72 * time.Hour

// fault returns what is impossible about a row by itself; "" if nothing is.
func (r VacationRow) fault() string {
	first, last, ok := r.Days()
	switch {
	case !ok:
		return fmt.Sprintf("no vacation is from day %q to day %q", r.FirstDay, r.LastDay)
	case !calendar.IsZone(r.Zone):
		return fmt.Sprintf("there is no time zone %q", r.Zone)
	case r.UntilAt < r.FromAt:
		return fmt.Sprintf("no vacation is from %d to %d", r.FromAt, r.UntilAt)
	}
	ends := func(day time.Time) models.Millis { return models.ToMillis(day.AddDate(0, 0, 1).Add(zoneSlack)) }
	if r.FromAt < models.ToMillis(first.Add(-zoneSlack)) || r.FromAt > ends(first) || r.UntilAt > ends(last) {
		return fmt.Sprintf("the days %s to %s are not those of %d to %d", r.FirstDay, r.LastDay, r.FromAt, r.UntilAt)
	}
	return ""
}

// ReportVacations reports what is impossible about the vacations of one player, in the order of their beginnings.
func ReportVacations(rows []VacationRow, report func(fault string)) {
	days, until := map[vacationDay]bool{}, models.Millis(0)
	for _, r := range rows {
		fault := r.fault()
		if fault == "" && r.FromAt < until {
			fault = "another one has not ended when it begins"
		}
		if fault != "" {
			report(fmt.Sprintf("vacations: %s, in the row with id %d, player_id %d", fault, r.ID, r.PlayerID))
			continue
		}
		until = max(until, r.UntilAt)
		first, last, _ := r.Days()
		for day := first; !day.After(last); day = day.AddDate(0, 0, 1) {
			days[vacationDay{day, r.Zone}] = true
		}
	}
	used := map[int]int{}
	for d := range days {
		if used[d.day.Year()]++; used[d.day.Year()] == VacationDays+1 {
			report(fmt.Sprintf("vacations: more than %d days of the year %d, in the rows with player_id %d",
				VacationDays, d.day.Year(), rows[0].PlayerID))
		}
	}
}

// Rest is RestAt now.
func (s *Store) Rest(p models.Player) (rest models.Rest, changed time.Time) {
	return p.RestAt(s.Clock())
}
