package play

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/core"
	"turnpost/models/db"
	"turnpost/models/notice"
	"turnpost/models/schema"
)

// storeBulk returns what does the same as showBulk and stores what is outside the game's row: log entries, notices. The
// caller stores the row. The transaction's time is the instant at which the change was accepted.
func storeBulk(kind schema.BulkKind) func(tx *core.Tx, row *core.GameRow, c *schema.BulkChange) error {
	switch kind {
	case schema.BulkOutage:
		return storeOutage
	case schema.BulkVacation:
		return storeVacation
	case schema.BulkReminders:
		return storeReminders
	case schema.BulkMailFailing:
		return storeMailFailing
	case schema.BulkMailArrives:
		return account.StoreMailArrives
	case schema.BulkDeparture:
		return storeDeparture
	}
	return nil
}

// applyPending applies the changes that the row of a locked game does not contain, and stores the row.
func applyPending(tx *core.Tx, row *core.GameRow) error {
	if row.Pending == 0 {
		return nil
	}
	list, ok, err := core.ChangesOf(tx.DB, row)
	if err != nil {
		return err
	}
	if !ok {
		return fmt.Errorf("game %s: change %d is gone", row.ID, row.Pending)
	}
	past := *tx
	err = row.Apply(list, func(c *schema.BulkChange) error {
		store := storeBulk(c.Kind)
		c.Fresh, past.At, past.Now = c.ID == tx.Accepted, c.At, c.At.Time()
		switch {
		case store == nil:
			return nil
		case c.Kind == schema.BulkDeparture: // the game ends now, even if the clock was ahead then
			return store(tx, row, c)
		}
		return store(&past, row, c)
	})
	if err != nil {
		return err
	}
	row.Related, row.Waiting = nil, nil // plans and notices may have changed
	return tx.UpdateGame(row, row.Ply)
}

// bringUpToDate applies pending changes to a game, for a reader of rows outside the game's row.
func (s *Store) bringUpToDate(ctx context.Context, id string) error {
	found, pending := false, int64(0)
	err := db.Query(s.Read(ctx), func(c *db.Columns) error {
		found, pending = true, c.Number()
		return nil
	}, "SELECT "+schema.PendingChange+" FROM games g WHERE g.id = ?", id)
	switch {
	case err != nil:
		return err
	case !found:
		return noGame(id)
	case pending == 0:
		return nil
	}
	err = s.Write(ctx, func(tx *core.Tx) error {
		_, err := LockGame(tx, id)
		return err
	})
	if db.Unavailable(err) { // a reader can be shown the stored state
		return nil
	}
	return err
}

// notifyOpponent queues the one notice to an opponent that a change of many games causes. If the change is already
// accepted, it is kept even if its sender has exceeded a limit of mail.
func notifyOpponent(tx *core.Tx, c *schema.BulkChange, n schema.Notice) error {
	n.Key = fmt.Sprintf("%s.%d.%d", n.Kind, c.ID, n.PlayerID)
	var known []int64
	if err := tx.Raw("SELECT id FROM notices WHERE key = ?", n.Key).Scan(&known).Error; err != nil || len(known) > 0 {
		return err
	}
	err := notice.Notify(tx, n)
	if models.CodeOf(err) == models.CodeTooMany && (!c.Fresh || c.Detail.Auto) {
		return nil
	}
	return err
}

// BulkKept is how long a change is kept after it was applied to all games, on PostgreSQL. A game created by a
// transaction that did not see the change applies it within that time.
const BulkKept = 10 * time.Minute

// bulkHeartbeat is the maximum age of the last heartbeat while changes are applied.
const bulkHeartbeat = 10 * time.Second

// BulkStep returns nil for a kind that changes games.
func bulkStep(tx *core.Tx, kind schema.BulkKind) core.BulkStep {
	switch kind {
	case schema.BulkErasure:
		return tx.Store.Follow.Erase
	case schema.BulkMailDrop:
		return dropMailPart
	case schema.BulkReschedule:
		return reschedulePart
	}
	return nil
}

// BulkCursor is the last game that a walk has visited, in the order of games_first_ongoing and, for a player, then of
// games_second_ongoing.
type BulkCursor struct {
	first, second int64 // its players
	game          string
	asSecond      bool // the player has the second seat
}

// AddChange accepts a change and applies the first part of it, which usually is all of it. The worker applies the rest.
func AddChange(tx *core.Tx, c *schema.BulkChange) error {
	if err := lockBulkChanges(tx); err != nil {
		return err
	}
	c.At, c.Fresh = tx.At, true
	err := tx.Raw("INSERT INTO bulk_changes (player_id, kind, at, detail) VALUES (?, ?, ?, ?) RETURNING id",
		c.PlayerID, c.Kind, c.At, c.Detail).Scan(&c.ID).Error
	tx.Accepted = c.ID
	tx.Wake(schema.ChangeWorker)
	if err != nil || c.Kind == schema.BulkOutage { // other transactions wait for the one that detects an outage
		return err
	}
	done, err := applyPart(tx, c)
	if err != nil || !done {
		return err
	}
	return EndChange(tx, c)
}

// lockBulkChanges lets changes become visible in the order of their IDs. A transaction that locks a game before it adds
// a change calls it before it locks the game.
func lockBulkChanges(tx *core.Tx) error {
	if !tx.IsPostgres() {
		return nil
	}
	return tx.Exec("LOCK TABLE bulk_changes IN EXCLUSIVE MODE").Error
}

// applyPart applies the first part of a change. done is true if nothing remains.
func applyPart(tx *core.Tx, c *schema.BulkChange) (done bool, err error) {
	if !c.Kind.OfGames() {
		_, done, err = bulkStep(tx, c.Kind)(tx, c, 0)
		return done, err
	}
	ids, _, err := GamesToChange(tx, c, BulkCursor{})
	if err != nil {
		return false, err
	}
	changed, err := changeGames(tx, ids)
	return changed == len(ids) && len(ids) < schema.BulkPart, err
}

// changeGames applies pending changes to games and returns the number of changed ones. It skips games that are locked
// by other transactions.
func changeGames(tx *core.Tx, ids []string) (int, error) {
	slices.Sort(ids)
	rows, err := loadLocked(tx, ids, " SKIP LOCKED")
	if err != nil {
		return 0, err
	}
	for i := range rows {
		if err := applyPending(tx, &rows[i]); err != nil {
			return 0, err
		}
	}
	return len(rows), nil
}

// GamesToChange lists a part of the ongoing games that do not contain a change, in an order that no turn affects.
func GamesToChange(tx *core.Tx, c *schema.BulkChange, after BulkCursor) (ids []string, next BulkCursor, err error) {
	next = after
	if c.PlayerID == 0 {
		return nextGames(tx, "games_first_ongoing",
			"(first_id, second_id, id) > (?, ?, ?) AND applied_change < ? ORDER BY first_id, second_id, id",
			schema.BulkPart, after, after.first, after.second, after.game, c.ID)
	}
	if !after.asSecond {
		ids, next, err = nextGames(tx, "games_first_ongoing",
			"first_id = ? AND (second_id, id) > (?, ?) AND applied_change < ? ORDER BY second_id, id",
			schema.BulkPart, after, c.PlayerID, after.second, after.game, c.ID)
		if err != nil || len(ids) == schema.BulkPart {
			return ids, next, err
		}
		next = BulkCursor{asSecond: true}
	}
	others, next, err := nextGames(tx, "games_second_ongoing",
		"second_id = ? AND id > ? AND applied_change < ? ORDER BY id",
		schema.BulkPart-len(ids), next, c.PlayerID, next.game, c.ID)
	return append(ids, others...), next, err
}

// compare returns the order of two cursors.
func (c BulkCursor) compare(other BulkCursor) int {
	if c.asSecond != other.asSecond {
		return map[bool]int{true: 1, false: -1}[c.asSecond]
	}
	return cmp.Or(cmp.Compare(c.first, other.first), cmp.Compare(c.second, other.second),
		strings.Compare(c.game, other.game))
}

// nextGames lists ongoing games by an index, and the last of them.
func nextGames(tx *core.Tx,
	index, where string, limit int, after BulkCursor, args ...any,
) (ids []string, next BulkCursor, err error) {
	next = after
	query := "SELECT first_id, second_id, id FROM games" + tx.By(index) + " WHERE status = 'ongoing' AND " + where
	err = db.Query(tx.DB, func(c *db.Columns) error {
		next.first, next.second, next.game = c.Number(), c.Number(), c.Text()
		ids = append(ids, next.game)
		return nil
	}, query+db.Limit(limit), args...)
	return ids, next, err
}

// EndChange completes a change that was applied to all rows.
func EndChange(tx *core.Tx, c *schema.BulkChange) error {
	if tx.IsPostgres() && c.Kind.OfGames() && c.WalkedAt == 0 {
		return tx.Exec("UPDATE bulk_changes SET walked_at = ? WHERE id = ?", tx.At, c.ID).Error
	}
	return tx.Exec("DELETE FROM bulk_changes WHERE id = ?", c.ID).Error
}

// ApplyToPlayer applies a change to the rows of its player.
func (s *Store) ApplyToPlayer(ctx context.Context, c *schema.BulkChange) (whole bool, err error) {
	for after := int64(0); !whole && err == nil; {
		if err = s.KeepHeartbeat(ctx); err == nil {
			err = s.Write(ctx, func(tx *core.Tx) (err error) {
				after, whole, err = bulkStep(tx, c.Kind)(tx, c, after)
				return err
			})
		}
	}
	return whole && err == nil, err
}

// ApplyToGames applies a change to all ongoing games that do not contain it. whole is false if a game was locked or
// could not be changed.
func (s *Store) ApplyToGames(ctx context.Context, c *schema.BulkChange) (whole bool, err error) {
	whole = true
	for ids, cursor := []string(nil), (BulkCursor{}); ; {
		if err := s.KeepHeartbeat(ctx); err != nil {
			return false, err
		}
		before := cursor
		if ids, cursor, err = GamesToChange(s.ReadTx(ctx), c, cursor); err != nil {
			return false, err
		}
		if len(ids) == schema.BulkPart {
			if err := s.DB.Advanced("the games of a player", cursor.compare(before), before.game); err != nil {
				return false, err
			}
		}
		changed, failure := s.ChangePart(ctx, ids)
		whole, err = whole && changed == len(ids), errors.Join(err, failure)
		if len(ids) < schema.BulkPart || ctx.Err() != nil {
			return whole, err
		}
	}
}

// ChangePart changes some games in one transaction or, if one of them fails, each in a separate transaction.
func (s *Store) ChangePart(ctx context.Context, ids []string) (changed int, err error) {
	change := func(ids []string) (n int, err error) {
		err = s.Write(ctx, func(tx *core.Tx) (err error) {
			n, err = changeGames(tx, ids)
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

// KeepHeartbeat records a heartbeat if the last one of this process is old: applying a change to all games may take
// longer than the threshold of an outage.
func (s *Store) KeepHeartbeat(ctx context.Context) error {
	last := models.Millis(s.LastHeartbeat.Load())
	if gap := models.ToMillis(s.Clock()).Sub(last); last == 0 || (gap >= 0 && gap < bulkHeartbeat) {
		return ctx.Err()
	}
	return s.Heartbeat(ctx)
}

// storeDeparture is ShowDeparture for the stored game.
func storeDeparture(tx *core.Tx, row *core.GameRow, c *schema.BulkChange) error {
	if err := core.ShowDeparture(tx.DB, row, c); err != nil {
		return err
	}
	return notice.End(tx, row, row.Seat(c.PlayerID).Other())
}
