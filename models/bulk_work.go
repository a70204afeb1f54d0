package models

import (
	"context"
	"errors"
	"slices"
	"time"

	"turnpost/models/db"
)

// bulkPart is how many games, or rows of a player, one transaction changes: for a few milliseconds at most.
const bulkPart = 20

// bulkKept is how long a change stays after every game was walked, on PostgreSQL: a game that was begun by a transaction
// that did not see the change takes it in until then.
const bulkKept = 10 * time.Minute

// bulkHeartbeat is how old the last heartbeat may be while changes are applied.
const bulkHeartbeat = 10 * time.Second

// bulkStep changes a part of what there is of a player, beginning after an ID.
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

// bulkCursor is the last game that a walk has come to, in the order of games_first_ongoing; then, for a player, in
// that of games_second_ongoing.
type bulkCursor struct {
	first, second int64 // its players
	game          string
	asSecond      bool // the player has the second seat
}

// addChange accepts a change and applies a first part of it, which is nearly always all of it. The worker does the rest.
func (tx *Tx) addChange(c *bulkChange) error {
	if tx.IsPostgres() { // so that they become visible in the order of their IDs
		if err := tx.Exec("LOCK TABLE bulk_changes IN EXCLUSIVE MODE").Error; err != nil {
			return err
		}
	}
	c.At, c.fresh = tx.at, true
	err := tx.Raw("INSERT INTO bulk_changes (player_id, kind, at, detail) VALUES (?, ?, ?, ?) RETURNING id",
		c.PlayerID, c.Kind, c.At, c.Detail).Scan(&c.ID).Error
	tx.changed, tx.accepted = true, c.ID
	if err != nil || c.Kind == bulkOutage { // others wait for the transaction that has found it
		return err
	}
	done, err := tx.applyPart(c)
	if err != nil || !done {
		return err
	}
	return tx.endChange(c)
}

// applyPart applies the first part of a change. It is done when nothing is left.
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

// changeGames has games take in what their rows do not contain, and returns how many there were. Those that others have
// locked just now are left out.
func (tx *Tx) changeGames(ids []string) (int, error) {
	slices.Sort(ids)
	rows, err := tx.loadLocked(ids, " SKIP LOCKED")
	if err != nil {
		return 0, err
	}
	for i := range rows {
		if err := tx.takeChanges(&rows[i]); err != nil {
			return 0, err
		}
	}
	return len(rows), nil
}

// gamesToChange lists a part of the games under way that do not contain a change, in an order that no turn changes.
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

// nextGames lists games under way by an index, and the last of them.
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

// endChange ends a change that is applied to all there is.
func (tx *Tx) endChange(c *bulkChange) error {
	if tx.IsPostgres() && bulkSteps(c.Kind) == nil && c.WalkedAt == 0 {
		return tx.Exec("UPDATE bulk_changes SET walked_at = ? WHERE id = ?", tx.at, c.ID).Error
	}
	return tx.Exec("DELETE FROM bulk_changes WHERE id = ?", c.ID).Error
}

// ApplyBulkChanges applies the changes that were accepted for many games, or for many rows of a player, in small
// transactions. Heartbeats go on meanwhile. What fails for one game is tried again the next time.
func (s *Store) ApplyBulkChanges(ctx context.Context) error {
	var list []bulkChange
	now := ToMillis(s.now())
	err := s.read(ctx).Raw(`SELECT id, player_id, kind, at, detail, walked_at FROM bulk_changes
		WHERE walked_at = 0 OR walked_at < ? ORDER BY id`, now.Add(-bulkKept)).Scan(&list).Error
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

// applyToGames applies a change to all games under way that do not contain it. It is not the whole where a game was
// locked or could not be changed.
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

// changePart changes a part of the games in one transaction, or where one cannot be changed, each in its own.
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

// keepHeartbeat records a heartbeat where the last one of this process is old: to apply a change to all games may take
// longer than what counts as an outage.
func (s *Store) keepHeartbeat(ctx context.Context) error {
	last := Millis(s.heartbeat.Load())
	if gap := ToMillis(s.now()).Sub(last); last == 0 || (gap >= 0 && gap < bulkHeartbeat) {
		return ctx.Err()
	}
	return s.Heartbeat(ctx)
}
