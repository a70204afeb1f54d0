package admin

import (
	"cmp"
	"context"
	"errors"

	"gorm.io/gorm"

	"turnpost/models"
	"turnpost/models/db"
	"turnpost/models/event"
	"turnpost/models/schema"
)

// CheckEvents compares every round robin that has begun with the schedule that follows from the lot, and with the table
// that follows from the ends of its games and the withdrawals in their order; and the places of every ladder with those
// that follow from what has happened on it.
func (a Admin) CheckEvents(ctx context.Context, report func(event.Fault)) (sum event.EventsChecked, err error) {
	for last := ""; ; {
		var ids []string
		err := a.store.Read(ctx).Raw("SELECT id FROM events WHERE kind = ? AND began_at > 0 AND id > ? ORDER BY id"+
			db.Limit(schema.CheckGames), event.RoundRobin, last).Scan(&ids).Error
		if err != nil {
			return sum, err
		}
		if len(ids) == 0 {
			return sum, a.checkLadders(ctx, report, &sum)
		}
		if err := a.store.DB.Advanced("the events by their IDs", cmp.Compare(ids[len(ids)-1], last), last); err != nil {
			return sum, err
		}
		for _, id := range ids {
			c := &event.Check{Fault: func(key string, pairs ...any) {
				sum.Faults++
				report(event.Fault{Event: id, Fault: *models.NewFault(0, event.FaultEvent, key, pairs...)})
			}}
			err := a.store.DB.Snapshot(ctx, func(from *gorm.DB) error { return c.Load(from, id) })
			sum.Events++
			if damage, is := errors.AsType[*event.DamageError](err); is {
				c.Fault("event_damaged", "detail", damage.Detail)
				continue
			}
			if db.IsTypeError(err) {
				c.Fault("unread", "error", err.Error())
				continue
			}
			if err != nil {
				return sum, err
			}
			sum.Games += len(c.State.Games)
			c.Run()
		}
		last = ids[len(ids)-1]
	}
}

// checkLadders plays what has happened on every ladder again, in one state of the database, and reports those whose
// places differ.
func (a Admin) checkLadders(ctx context.Context, report func(event.Fault), sum *event.EventsChecked) error {
	return a.store.DB.Snapshot(ctx, func(from *gorm.DB) error {
		var ids []string
		if err := from.Raw("SELECT id FROM events WHERE kind = ? ORDER BY id", event.Ladder).Scan(&ids).Error; err != nil {
			return err
		}
		for _, id := range ids {
			fault := func(key string, pairs ...any) {
				sum.Faults++
				report(event.Fault{Event: id, Fault: *models.NewFault(0, event.FaultEvent, key, pairs...)})
			}
			stored, want, err := event.ReplayLadder(from, id)
			sum.Events++
			switch {
			case db.IsTypeError(err):
				fault("unread", "error", err.Error())
			case err != nil:
				return err
			case stored != want:
				fault("ladder_places", "stored", stored, "want", want)
			}
		}
		return nil
	})
}
