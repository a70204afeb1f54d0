package admin

import (
	"context"
	"fmt"

	"turnpost/models/core"
	"turnpost/models/db"
	"turnpost/models/mailaddr"
	"turnpost/models/names"
	"turnpost/models/pace"
	"turnpost/models/schema"
)

// checkDerived reports values that do not follow from those from which they are computed.
func (a Admin) checkDerived(ctx context.Context, report func(fault string)) error {
	for _, d := range schema.DerivedRows {
		err := db.Query(a.store.Read(ctx), func(c *db.Columns) error {
			report(schema.DerivedFault(d.Table, c.Text(), d.Column, c.Text(), c.Text()))
			return nil
		}, d.Query)
		if err != nil && !db.IsTypeError(err) {
			return fmt.Errorf("%s.%s: %w", d.Table, d.Column, err)
		}
	}
	if err := a.checkKeys(ctx, report); err != nil {
		return err
	}
	return a.checkClocks(ctx, report)
}

// checkKeys reports names and addresses whose keys are those of others.
func (a Admin) checkKeys(ctx context.Context, report func(fault string)) error {
	for _, of := range []struct{ table, row, text, key string }{
		{"players", "id", "email", "email_key"},
		{"players", "id", "name", "name_key"},
		{"registrations", "id", "email", "email_key"},
		{"address_changes", "player_id", "email", "email_key"},
		{"address_changes", "player_id", "former_email", "former_key"},
	} {
		err := db.Query(a.store.Read(ctx), func(c *db.Columns) error {
			row, text, key := c.Text(), c.Text(), c.Text()
			want := names.Key(text)
			if of.text != "name" {
				_, want, _ = mailaddr.Parse(text)
			}
			if text != "" && key != want {
				report(schema.DerivedFault(of.table, of.row+" "+row, of.key, fmt.Sprintf("%+q", key), fmt.Sprintf("%+q", want)))
			}
			return nil
		}, fmt.Sprintf("SELECT CAST(%s AS TEXT), %s, %s FROM %s", of.row, of.text, of.key, of.table))
		if err != nil && !db.IsTypeError(err) {
			return fmt.Errorf("%s.%s: %w", of.table, of.key, err)
		}
	}
	return nil
}

// checkClocks reports clocks that the pace of their game does not allow, and deadlines of running ones that neither
// follow from them, nor were moved by a vacation or by what the log of the game tells.
func (a Admin) checkClocks(ctx context.Context, report func(fault string)) error {
	var moved []core.ClockRow // whose deadlines must have been moved by something
	err := db.Query(a.store.Read(ctx), func(c *db.Columns) error {
		r := core.ClockRow{
			ID: c.Text(), Pace: c.Text(), ClockDays: c.Text(), Left: [2]int64{c.Number(), c.Number()}, Ply: c.Number(),
			ToMove: int(c.Number()), Mover: c.Number(), Ongoing: c.Bool(), House: c.Bool(), Updated: schema.Millis(c),
			Deadline: schema.Millis(c),
		}
		if c.TypeError() != nil {
			return nil //nolint:nilerr // CheckValues reports it
		}
		p, ok := pace.Parse(r.Pace)
		if !ok {
			report(schema.DerivedFault("games", "id "+r.ID, "pace", fmt.Sprintf("%+q", r.Pace), "a pace"))
			return nil
		}
		for seat, column := range []string{"first_left", "second_left"} {
			if least, most := schema.ClockBounds(p, r.Ply); r.Left[seat] < least || r.Left[seat] > most {
				report(schema.DerivedFault("games", "id "+r.ID, column, fmt.Sprint(r.Left[seat]),
					fmt.Sprintf("%d to %d", least, most)))
				return nil
			}
		}
		if r.Ongoing && !r.House && r.Deadline != r.UsualDeadline() {
			moved = append(moved, r)
		}
		return nil
	}, `SELECT id, pace, days_off, first_left, second_left, ply, to_move, to_move_id, status = 'ongoing',
		to_move_id IN `+schema.HouseIDs+`, updated_at, deadline_at FROM games`)
	if err != nil {
		return err
	}
	for _, r := range moved {
		if err := a.checkMovedClock(ctx, &r, report); err != nil {
			return err
		}
	}
	return nil
}

// checkMovedClock reports a deadline that nothing has moved.
func (a Admin) checkMovedClock(ctx context.Context, r *core.ClockRow, report func(fault string)) error {
	return db.Query(a.store.Read(ctx), func(c *db.Columns) error {
		if !c.Bool() {
			report(schema.DerivedFault("games", "id "+r.ID, "deadline_at", fmt.Sprint(r.Deadline),
				fmt.Sprint(r.UsualDeadline())))
		}
		return nil
	}, `SELECT EXISTS (SELECT 1 FROM game_log WHERE game_id = ? AND at >= ?)
		OR EXISTS (SELECT 1 FROM vacations WHERE player_id = ? AND until_at > ?)`, r.ID, r.Updated, r.Mover, r.Updated)
}
