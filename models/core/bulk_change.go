package core

import (
	"fmt"

	"gorm.io/gorm"

	"turnpost/models"
	"turnpost/models/db"
	"turnpost/models/rating"
	"turnpost/models/schema"
	"turnpost/rules"
)

// showBulk returns how a kind of change changes the part of an ongoing game that readers see; nil if it does not. It
// does not write.
func showBulk(kind schema.BulkKind) func(from *gorm.DB, row *GameRow, c *schema.BulkChange) error {
	switch kind {
	case schema.BulkOutage:
		return showOutage
	case schema.BulkVacation:
		return showVacation
	case schema.BulkMailArrives:
		return showMailArrives
	case schema.BulkDeparture:
		return ShowDeparture
	}
	return nil
}

// ChangesOf returns the changes that a row does not contain, oldest first. ok is false if some were deleted
// meanwhile; the row contains them by now.
func ChangesOf(from *gorm.DB, row *GameRow) (list []schema.BulkChange, ok bool, err error) {
	err = db.Query(from, func(c *db.Columns) error {
		change := schema.BulkChange{
			ID: c.Number(), PlayerID: c.Number(), Kind: schema.BulkKind(c.Text()),
			At: schema.Millis(c),
		}
		err := change.Detail.Scan(c.Text())
		list = append(list, change)
		return err
	}, `SELECT id, player_id, kind, at, detail FROM bulk_changes
		WHERE player_id IN (0, ?, ?) AND id > ? AND id <= ? ORDER BY id`,
		row.First.ID, row.Second.ID, row.AppliedChange, row.Pending)
	return list, len(list) > 0 && list[len(list)-1].ID == row.Pending, err
}

// Apply applies changes to the row while its game is ongoing.
func (r *GameRow) Apply(list []schema.BulkChange, effect func(c *schema.BulkChange) error) error {
	for i := len(list) - 1; i >= 0; i-- { // the players' rows hold the periods after the last change
		if c := &list[i]; c.Kind == schema.BulkVacation {
			r.setAway(c.PlayerID, c.Detail.Was)
		}
	}
	for i := range list {
		if r.Status != models.Ongoing {
			break
		}
		if list[i].Kind == schema.BulkVacation && r.NoVacation {
			continue
		}
		if err := effect(&list[i]); err != nil {
			return fmt.Errorf("game %s, change %d: %w", r.ID, list[i].ID, err)
		}
	}
	r.AppliedChange, r.Pending = r.Pending, 0
	return nil
}

// setAway sets the period of a player of the game.
func (r *GameRow) setAway(player int64, to schema.Away) {
	if seat := r.Seat(player); seat != rules.NoSeat && !r.NoVacation {
		r.Side(seat).AwayFrom, r.Side(seat).AwayUntil = to.From, to.Until
	}
}

// ShowChanges applies the changes that a row does not contain yet, for a reader. ok is false if the row must be read
// again.
func (r *GameRow) ShowChanges(from *gorm.DB) (ok bool, err error) {
	if r.Pending == 0 {
		return true, nil
	}
	list, ok, err := ChangesOf(from, r)
	if err != nil || !ok {
		return false, err
	}
	return true, r.Apply(list, func(c *schema.BulkChange) error {
		if show := showBulk(c.Kind); show != nil {
			return show(from, r, c)
		}
		return nil
	})
}

// BulkStep changes a part of a player's rows, starting after an ID.
type BulkStep func(tx *Tx, c *schema.BulkChange, after int64) (next int64, done bool, err error)

// ShowDeparture ends a game of a player who has left.
func ShowDeparture(from *gorm.DB, row *GameRow, c *schema.BulkChange) error {
	abort, err := MayAbort(from, row)
	if err != nil {
		return err
	}
	result := rules.Won(row.Seat(c.PlayerID).Other(), models.ReasonResignation)
	switch {
	case row.EventID != "":
		result.Reason = models.ReasonWithdrawn
	case abort:
		result = rules.Drawn(models.ReasonAborted)
	}
	row.UnratedBecause = rating.CauseDeleted
	row.Finish(c.At, result)
	return nil
}

// showMailArrives restarts the wait of the running turn's notice, if the turn is the player's.
func showMailArrives(_ *gorm.DB, row *GameRow, c *schema.BulkChange) error {
	if row.ToMoveID == c.PlayerID {
		row.Waiting = &schema.PendingNotice{From: c.At, Due: c.At}
	}
	return nil
}
