package models

import (
	"context"
	"database/sql/driver"
	"fmt"

	"gorm.io/gorm"

	"turnpost/models/db"

	"turnpost/rules"
)

// A bulk change concerns many games: an outage all of them, a vacation those of one player. Accepting it inserts one
// row and costs the same for any number of games. A game that is loaded for a change first applies the bulk changes
// that its row does not contain yet, in order and in the same transaction; a game that is only read is shown as if it
// had; and a worker applies the changes to the other games in small batches. Each row records the last change it
// contains, so that a kill between two batches neither loses a change nor applies it twice.
//
// The alternative, one transaction for all games, took 61 µs a game: 27 s for 441,000 games after an outage, during
// which no request was served, and 1.0 s for a vacation of a player with 5,000.

// bulkKind is the kind of a bulk change.
type bulkKind string

// Kinds of changes to games.
const (
	bulkOutage      bulkKind = "outage"       // credits the time in which no server ran
	bulkVacation    bulkKind = "vacation"     // of the player
	bulkReminders   bulkKind = "reminders"    // the player's reminders changed
	bulkMailFailing bulkKind = "mail_failing" // mail does not reach the player
	bulkMailArrives bulkKind = "mail_arrives" // mail reaches the player again
	bulkDeparture   bulkKind = "departure"    // the player was deleted or banned
)

// Kinds of changes to other rows of a player: see bulkSteps.
const (
	bulkErasure    bulkKind = "erasure"    // the account is deleted
	bulkMailDrop   bulkKind = "mail_drop"  // queued mail to the player is dropped for a reason
	bulkReschedule bulkKind = "reschedule" // queued mail is due at other times
)

// bulkChange is one row of bulk_changes.
type bulkChange struct {
	ID       int64
	PlayerID int64 // whose games; 0: all ongoing ones
	Kind     bulkKind
	At       Millis
	Detail   bulkDetail
	WalkedAt Millis // when it was applied to all games
	fresh    bool   // accepted in the transaction that applies it, which may still refuse it
}

// bulkDetail is the detail of a change: JSON in the database.
type bulkDetail struct {
	From Millis `json:"from,omitempty"` // start of an outage, which ends with the change
	Was  away   `json:"was,omitzero"`   // the player's period before a vacation is changed
	To   away   `json:"to,omitzero"`    // the period after it
	Auto bool   `json:"auto,omitempty"` // it began by itself, and counts from its begin
	// Reason is the reason for which mail is dropped, and LastNotice the newest notice to drop.
	Reason     NoticeReason `json:"reason,omitempty"`
	LastNotice int64        `json:"last_notice,omitempty"`
}

// Value implements driver.Valuer.
func (d bulkDetail) Value() (driver.Value, error) { return storedJSON(d) }

// Scan implements sql.Scanner.
func (d *bulkDetail) Scan(value any) error { return scanJSON(value, d) }

// bulkEffect applies a kind of change to one ongoing game.
type bulkEffect struct {
	// show changes the part of the game that readers see. It does not write.
	show func(from *gorm.DB, row *gameRow, c *bulkChange) error
	// store does the same and stores what is outside the game's row: log entries, notices. The caller stores the row.
	// The transaction's time is the instant at which the change was accepted.
	store func(tx *Tx, row *gameRow, c *bulkChange) error
}

func bulkEffects(kind bulkKind) bulkEffect {
	switch kind {
	case bulkOutage:
		return bulkEffect{showOutage, (*Tx).storeOutage}
	case bulkVacation:
		return bulkEffect{showVacation, (*Tx).storeVacation}
	case bulkReminders:
		return bulkEffect{store: (*Tx).storeReminders}
	case bulkMailFailing:
		return bulkEffect{store: (*Tx).storeMailFailing}
	case bulkMailArrives:
		return bulkEffect{showMailArrives, (*Tx).storeMailArrives}
	case bulkDeparture:
		return bulkEffect{showDeparture, (*Tx).storeDeparture}
	}
	return bulkEffect{}
}

// pendingChange is the ID of the last change that a game's row does not contain, or 0. It is read in one
// statement with the players' rows, so that their periods and the changes are consistent. The newest change of all is
// compared first, because looking for those of three players costs SQLite a fifth of loading the game.
const pendingChange = `CASE WHEN g.status = 'ongoing' AND g.applied_change < (SELECT MAX(id) FROM bulk_changes)
	THEN COALESCE((SELECT MAX(change.id) FROM bulk_changes change
	WHERE change.player_id IN (0, g.first_id, g.second_id) AND change.id > g.applied_change), 0) ELSE 0 END`

// changesOf returns the changes that a row does not contain, oldest first. ok is false if some were deleted
// meanwhile; the row contains them by now.
func changesOf(from *gorm.DB, row *gameRow) (list []bulkChange, ok bool, err error) {
	err = db.Query(from, func(c *db.Columns) error {
		change := bulkChange{ID: c.Number(), PlayerID: c.Number(), Kind: bulkKind(c.Text()), At: millis(c)}
		err := change.Detail.Scan(c.Text())
		list = append(list, change)
		return err
	}, `SELECT id, player_id, kind, at, detail FROM bulk_changes
		WHERE player_id IN (0, ?, ?) AND id > ? AND id <= ? ORDER BY id`,
		row.First.ID, row.Second.ID, row.AppliedChange, row.pending)
	return list, len(list) > 0 && list[len(list)-1].ID == row.pending, err
}

// apply applies changes to the row while its game is ongoing.
func (r *gameRow) apply(list []bulkChange, effect func(c *bulkChange) error) error {
	for i := len(list) - 1; i >= 0; i-- { // the players' rows hold the periods after the last change
		if c := &list[i]; c.Kind == bulkVacation {
			r.setAway(c.PlayerID, c.Detail.Was)
		}
	}
	for i := range list {
		if r.Status != Ongoing {
			break
		}
		if list[i].Kind == bulkVacation && r.Vacation == 0 {
			continue
		}
		if err := effect(&list[i]); err != nil {
			return fmt.Errorf("game %s, change %d: %w", r.ID, list[i].ID, err)
		}
	}
	r.AppliedChange, r.pending = r.pending, 0
	return nil
}

// setAway sets the period of a player of the game.
func (r *gameRow) setAway(player int64, to away) {
	if seat := r.seat(player); seat != rules.NoSeat && r.Vacation != 0 {
		r.side(seat).AwayFrom, r.side(seat).AwayUntil = to.From, to.Until
	}
}

// showChanges applies the changes that a row does not contain yet, for a reader. ok is false if the row must be read
// again.
func (r *gameRow) showChanges(from *gorm.DB) (ok bool, err error) {
	if r.pending == 0 {
		return true, nil
	}
	list, ok, err := changesOf(from, r)
	if err != nil || !ok {
		return false, err
	}
	return true, r.apply(list, func(c *bulkChange) error {
		if show := bulkEffects(c.Kind).show; show != nil {
			return show(from, r, c)
		}
		return nil
	})
}

// applyPending applies the changes that the row of a locked game does not contain, and stores the row.
func (tx *Tx) applyPending(row *gameRow) error {
	if row.pending == 0 {
		return nil
	}
	list, ok, err := changesOf(tx.DB, row)
	if err != nil {
		return err
	}
	if !ok {
		return fmt.Errorf("game %s: change %d is gone", row.ID, row.pending)
	}
	past := *tx
	err = row.apply(list, func(c *bulkChange) error {
		store := bulkEffects(c.Kind).store
		c.fresh, past.at, past.now = c.ID == tx.accepted, c.At, c.At.Time()
		switch {
		case store == nil:
			return nil
		case c.Kind == bulkDeparture: // the game ends now, even if the clock was ahead then
			return store(tx, row, c)
		}
		return store(&past, row, c)
	})
	if err != nil {
		return err
	}
	tx.noticed = tx.noticed || past.noticed
	row.related, row.waiting = nil, nil // plans and notices may have changed
	return tx.updateGame(row, row.Ply)
}

// bringUpToDate applies pending changes to a game, for a reader of rows outside the game's row.
func (s *Store) bringUpToDate(ctx context.Context, id string) error {
	rows, err := loadGames(s.read(ctx), selectGame+"WHERE g.id = ?", id)
	switch {
	case err != nil:
		return err
	case len(rows) == 0:
		return noGame(id)
	case rows[0].pending == 0:
		return nil
	}
	err = s.write(ctx, func(tx *Tx) error {
		_, err := tx.loadGame(id)
		return err
	})
	if db.Unavailable(err) { // a reader can be shown the stored state
		return nil
	}
	return err
}

// notifyOpponent queues the one notice to an opponent that a change of many games causes. If the change is already
// accepted, it is kept even if its sender has exceeded a limit of mail.
func (tx *Tx) notifyOpponent(c *bulkChange, n notice) error {
	n.Key = fmt.Sprintf("%s.%d.%d", n.Kind, c.ID, n.PlayerID)
	var known []int64
	if err := tx.Raw("SELECT id FROM notices WHERE key = ?", n.Key).Scan(&known).Error; err != nil || len(known) > 0 {
		return err
	}
	err := tx.notify(n)
	if CodeOf(err) == CodeTooMany && (!c.fresh || c.Detail.Auto) {
		return nil
	}
	return err
}
