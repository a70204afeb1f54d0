package upkeep

import (
	"context"
	"errors"

	"turnpost/models"
	"turnpost/models/core"
	"turnpost/models/play"
	"turnpost/models/schema"
)

// ApplyBulkChanges applies the accepted bulk changes, begins the games of events that have begun, and ends the games of
// players who have withdrawn from events, in small transactions, and continues heartbeats meanwhile. A change that
// fails for one game is tried again in the next call.
func (s *Store) ApplyBulkChanges(ctx context.Context) error {
	var list []schema.BulkChange
	now := models.ToMillis(s.Clock())
	err := s.Read(ctx).Raw(`SELECT id, player_id, kind, at, detail, walked_at FROM bulk_changes
		WHERE walked_at = 0 OR walked_at < ? ORDER BY id`, now.Add(-play.BulkKept)).Scan(&list).Error
	err = errors.Join(err, s.BeginEvents(ctx), s.EndWithdrawn(ctx))
	for i := range list {
		c, apply := &list[i], s.ApplyToGames
		if !c.Kind.OfGames() {
			apply = s.ApplyToPlayer
		}
		whole, failure := apply(ctx, c)
		if err = errors.Join(err, failure); ctx.Err() != nil {
			return err
		}
		if whole {
			err = errors.Join(err, s.Write(ctx, func(tx *core.Tx) error { return play.EndChange(tx, c) }))
		}
	}
	return err
}
