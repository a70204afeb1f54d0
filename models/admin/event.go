package admin

import (
	"context"

	"turnpost/models/core"
	"turnpost/models/event"
)

// CreateEvent opens an event of an operator.
// Errors: CodeInvalid for a malformed field.
func (a Admin) CreateEvent(ctx context.Context, n event.NewEvent) (event.Event, error) {
	return a.store.InsertEvent(ctx, n, func(*core.Tx, *event.StoredEvent) error { return nil })
}

// CloseEvent ends an event by decision of an operator. What has been played stays in its table, and a ladder keeps its
// places. Games that wait do not begin; games under way end without a result by ReasonAnnulled, and are unrated. Each
// player who has not left is notified once. A standing event opens no other; one that it has opened stays.
// Errors: CodeNotFound, CodeConflict if the event is over.
func (a Admin) CloseEvent(ctx context.Context, id string) (e event.Event, err error) {
	err = a.store.Write(ctx, func(tx *core.Tx) error {
		row, err := event.LockEvent(tx, id)
		if err != nil {
			return err
		}
		if err := event.CloseEvent(tx, row); err != nil {
			return err
		}
		e, err = event.ChangedEvent(tx, id)
		return err
	})
	if err == nil {
		err = a.store.EndWithdrawn(ctx)
	}
	return e, err
}
