package models

import (
	"context"
	"errors"
	"slices"
	"time"

	"turnpost/models/db"
)

// bulkPart is the number of games, or rows of a player, that one transaction changes, in a few milliseconds at most.
const bulkPart = 20

// bulkKept is how long a change is kept after it was applied to all games, on PostgreSQL. A game created by a
// transaction that did not see the change applies it within that time.
const bulkKept = 10 * time.Minute

// bulkHeartbeat is the maximum age of the last heartbeat while changes are applied.
const bulkHeartbeat = 10 * time.Second

// bulkStep changes a part of a player's rows, starting after an ID.
type bulkStep func(tx *Tx, c *bulkChange, after int64) (next int64, done bool, err error)

// bulkSteps returns nil for a kind that changes games.
func bulkSteps(kind bulkKind) bulkStep {
	switch kind {
	case bulkErasure:
		return (*Tx).erase
	case bulkMailDrop:
		return (*Tx).dropMailPart
	case bulkReschedule:
		return (*Tx).reschedulePart
	}
	return nil
}

// bulkCursor is the last game that a walk has visited, in the order of games_first_ongoing and, for a player, then of
// games_second_ongoing.
type bulkCursor struct {
	first, second int64 // its players
	game          string
	asSecond      bool // the player has the second seat
}

// addChange accepts a change and applies the first part of it, which usually is all of it. The worker applies the rest.
func (tx *Tx) addChange(c *bulkChange) error {
	if err := tx.lockBulkChanges(); err != nil {
		return err
	}
	c.At, c.fresh = tx.at, true
	err := tx.Raw("INSERT INTO bulk_changes (player_id, kind, at, detail) VALUES (?, ?, ?, ?) RETURNING id",
		c.PlayerID, c.Kind, c.At, c.Detail).Scan(&c.ID).Error
	tx.changed, tx.accepted = true, c.ID
	if err != nil || c.Kind == bulkOutage { // other transactions wait for the one that detects an outage
		return err
	}
	done, err := tx.applyPart(c)
	if err != nil || !done {
		return err
	}
	return tx.endChange(c)
}

// lockBulkChanges lets changes become visible in the order of their IDs. A transaction that locks a game before it adds
// a change calls it before it locks the game.
func (tx *Tx) lockBulkChanges() error {
	if !tx.IsPostgres() {
		return nil
	}
	return tx.Exec("LOCK TABLE bulk_changes IN EXCLUSIVE MODE").Error
}

// applyPart applies the first part of a change. done is true if nothing remains.
func (tx *Tx) applyPart(c *bulkChange) (done bool, err error) {
	if step := bulkSteps(c.Kind); step != nil {
		_, done, err = step(tx, c, 0)
		return done, err
	}
	ids, _, err := tx.gamesToChange(c, bulkCursor{})
	if err != nil {
		return false, err
	}
	changed, err := tx.changeGames(ids)
	return changed == len(ids) && len(ids) < bulkPart, err
}

// changeGames applies pending changes to games and returns the number of changed ones. It skips games that are locked
// by other transactions.
func (tx *Tx) changeGames(ids []string) (int, error) {
	slices.Sort(ids)
	rows, err := tx.loadLocked(ids, " SKIP LOCKED")
	if err != nil {
		return 0, err
	}
	for i := range rows {
		if err := tx.applyPending(&rows[i]); err != nil {
			return 0, err
		}
	}
	return len(rows), nil
}

// gamesToChange lists a part of the ongoing games that do not contain a change, in an order that no turn affects.
func (tx *Tx) gamesToChange(c *bulkChange, after bulkCursor) (ids []string, next bulkCursor, err error) {
	next = after
	if c.PlayerID == 0 {
		return tx.nextGames("games_first_ongoing",
			"(first_id, second_id, id) > (?, ?, ?) AND applied_change < ? ORDER BY first_id, second_id, id",
			bulkPart, after, after.first, after.second, after.game, c.ID)
	}
	if !after.asSecond {
		ids, next, err = tx.nextGames("games_first_ongoing",
			"first_id = ? AND (second_id, id) > (?, ?) AND applied_change < ? ORDER BY second_id, id",
			bulkPart, after, c.PlayerID, after.second, after.game, c.ID)
		if err != nil || len(ids) == bulkPart {
			return ids, next, err
		}
		next = bulkCursor{asSecond: true}
	}
	others, next, err := tx.nextGames("games_second_ongoing",
		"second_id = ? AND id > ? AND applied_change < ? ORDER BY id",
		bulkPart-len(ids), next, c.PlayerID, next.game, c.ID)
	return append(ids, others...), next, err
}

// nextGames lists ongoing games by an index, and the last of them.
func (tx *Tx) nextGames(
	index, where string, limit int, after bulkCursor, args ...any,
) (ids []string, next bulkCursor, err error) {
	next = after
	query := "SELECT first_id, second_id, id FROM games" + tx.By(index) + " WHERE status = 'ongoing' AND " + where
	err = db.Query(tx.DB, func(c *db.Columns) error {
		next.first, next.second, next.game = c.Number(), c.Number(), c.Text()
		ids = append(ids, next.game)
		return nil
	}, query+db.Limit(limit), args...)
	return ids, next, err
}

// endChange completes a change that was applied to all rows.
func (tx *Tx) endChange(c *bulkChange) error {
	if tx.IsPostgres() && bulkSteps(c.Kind) == nil && c.WalkedAt == 0 {
		return tx.Exec("UPDATE bulk_changes SET walked_at = ? WHERE id = ?", tx.at, c.ID).Error
	}
	return tx.Exec("DELETE FROM bulk_changes WHERE id = ?", c.ID).Error
}

// ApplyBulkChanges applies the accepted bulk changes, begins the games of events that have begun, and ends the games of
// players who have withdrawn from events, in small transactions, and continues heartbeats meanwhile. A change that
// fails for one game is tried again in the next call.
func (s *Store) ApplyBulkChanges(ctx context.Context) error {
	var list []bulkChange
	now := ToMillis(s.now())
	err := s.read(ctx).Raw(`SELECT id, player_id, kind, at, detail, walked_at FROM bulk_changes
		WHERE walked_at = 0 OR walked_at < ? ORDER BY id`, now.Add(-bulkKept)).Scan(&list).Error
	err = errors.Join(err, s.beginEvents(ctx), s.endWithdrawn(ctx))
	for i := range list {
		c, apply := &list[i], s.applyToGames
		if bulkSteps(c.Kind) != nil {
			apply = s.applyToPlayer
		}
		whole, failure := apply(ctx, c)
		if err = errors.Join(err, failure); ctx.Err() != nil {
			return err
		}
		if whole {
			err = errors.Join(err, s.write(ctx, func(tx *Tx) error { return tx.endChange(c) }))
		}
	}
	return err
}

// applyToPlayer applies a change to the rows of its player.
func (s *Store) applyToPlayer(ctx context.Context, c *bulkChange) (whole bool, err error) {
	for after := int64(0); !whole && err == nil; {
		if err = s.keepHeartbeat(ctx); err == nil {
			err = s.write(ctx, func(tx *Tx) (err error) {
				after, whole, err = bulkSteps(c.Kind)(tx, c, after)
				return err
			})
		}
	}
	return whole && err == nil, err
}

// applyToGames applies a change to all ongoing games that do not contain it. whole is false if a game was locked or
// could not be changed.
func (s *Store) applyToGames(ctx context.Context, c *bulkChange) (whole bool, err error) {
	whole = true
	for ids, cursor := []string(nil), (bulkCursor{}); ; {
		if err := s.keepHeartbeat(ctx); err != nil {
			return false, err
		}
		if ids, cursor, err = s.readTx(ctx).gamesToChange(c, cursor); err != nil {
			return false, err
		}
		changed, failure := s.changePart(ctx, ids)
		whole, err = whole && changed == len(ids), errors.Join(err, failure)
		if len(ids) < bulkPart || ctx.Err() != nil {
			return whole, err
		}
	}
}

// changePart changes some games in one transaction or, if one of them fails, each in a separate transaction.
func (s *Store) changePart(ctx context.Context, ids []string) (changed int, err error) {
	change := func(ids []string) (n int, err error) {
		err = s.write(ctx, func(tx *Tx) (err error) {
			n, err = tx.changeGames(ids)
			return err
		})
		return n, err
	}
	if len(ids) == 0 {
		return 0, nil
	}
	if changed, err = change(ids); err == nil || db.Unavailable(err) {
		return changed, err
	}
	changed, err = 0, nil
	for _, id := range ids {
		n, failure := change([]string{id})
		changed, err = changed+n, errors.Join(err, failure)
	}
	return changed, err
}

// keepHeartbeat records a heartbeat if the last one of this process is old: applying a change to all games may take
// longer than the threshold of an outage.
func (s *Store) keepHeartbeat(ctx context.Context) error {
	last := Millis(s.heartbeat.Load())
	if gap := ToMillis(s.now()).Sub(last); last == 0 || (gap >= 0 && gap < bulkHeartbeat) {
		return ctx.Err()
	}
	return s.Heartbeat(ctx)
}
