package play

import (
	"context"
	"fmt"

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
	rows, err := LoadGames(s.Read(ctx), core.SelectGame+"WHERE g.id = ?", id)
	switch {
	case err != nil:
		return err
	case len(rows) == 0:
		return noGame(id)
	case rows[0].Pending == 0:
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
