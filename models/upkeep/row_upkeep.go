package upkeep

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/core"
	"turnpost/models/db"
	"turnpost/models/mailbox"
	"turnpost/models/notice"
	"turnpost/models/schema"
)

// responseLife is how long a repeated request gets the stored response.
const responseLife = 7 * 24 * time.Hour

// abandonedEvents selects the open events of players that nobody has joined; they are deleted after abandonedLife.
const (
	abandonedEvents = `status = 'open' AND maker_id > 0
		AND NOT EXISTS (SELECT 1 FROM event_players WHERE event_id = events.id)`
	abandonedLife = 60 * 24 * time.Hour
)

// ExpiredTokenSpan is how long an expired token is reported as expired instead of unknown.
const ExpiredTokenSpan = 30 * 24 * time.Hour

// ExpirySlice is the number of rows that one transaction deletes: some hundred pages, including those of indexes, so
// that a turn waits for a few milliseconds at most.
const ExpirySlice = 50

// expiring selects rows that nobody can see any more: those of a table with a key up to an instant. If they are found
// by their position in time, rows that are still needed may be among them.
type expiring struct {
	table, key, where string
	before            models.Millis
}

// DeleteExpired deletes rows that nobody can see any more: notices beyond the ledger, old responses, expired codes,
// invitations and tokens, unused sessions, free names. It uses steady time, so that a clock that is temporarily ahead
// deletes nothing early, and small transactions, between which others write. It returns part of the freed space.
func (s *Store) DeleteExpired(ctx context.Context) error {
	now, known, err := s.SteadyTime(ctx)
	if err != nil || !known {
		return err
	}
	for _, old := range []expiring{
		{"responses", "player_id, via, key", "created_at < ?", now.Add(-responseLife)},
		{"codes", "id", "expires_at < ?", now},
		{"inbound", "id", "done_at > 0 AND done_at < ?", now.Add(-notice.LedgerSpan)},
		{"hook_deliveries", "id", "created_at < ?", now.Add(-notice.LedgerSpan)},
		{"hook_hosts", "host", "next_at > ?", models.Never - 1},
		{"former_names", "name_key", "until_at < ?", now},
		{"bounds", "scope", "until_at < ?", now},
		{"registrations", "id", "created_at < ?", now.Add(-account.UnconfirmedLife)},
		{"sign_in_requests", "hash", "expires_at < ?", now},
		{"notices", "id", account.StrangersNotices + " AND created_at < ?", now.Add(-account.StrangersLife)},
		{"address_changes", "player_id, number", "asked_at < ?", now.Add(-account.UndoLife - account.AddressChangeLife)},
		{"invitations", "hash", "expires_at < ?", now},
		{"tokens", "id", "expires_at > 0 AND expires_at < ?", now.Add(-ExpiredTokenSpan)},
		{"sessions", "id", "used_at < ?", now.Add(-account.SessionLife)},
		{"events", "id", abandonedEvents + " AND created_at < ?", now.Add(-abandonedLife)},
		{"reports", "id", "closed_at > 0 AND closed_at < ?", now.Add(-schema.ClosedReportLife)},
		{"operator_acts", "id", "at < ?", now.Add(-schema.ActLife)},
		{"announcements", "id", "until_at < ?", now},
	} {
		if err := s.deleteSlices(ctx, old); err != nil {
			return err
		}
	}
	if err := s.deleteNotices(ctx, now.Add(-notice.LedgerSpan)); err != nil {
		return err
	}
	if err := s.tidyInbound(ctx, now); err != nil {
		return err
	}
	return s.shrink(ctx)
}

// deleteSlices deletes rows until none is left.
func (s *Store) deleteSlices(ctx context.Context, old expiring) error {
	query := "DELETE FROM " + old.table + " WHERE (" + old.key + ") IN (SELECT " + old.key + " FROM " + old.table +
		" WHERE " + old.where + db.Limit(ExpirySlice) + ")"
	return s.inSlices(ctx, func(tx *core.Tx) (int64, error) {
		return db.Exec(tx.DB, query, old.before)
	})
}

// inSlices runs a slice, each time in a separate transaction, until it has nothing more to do.
func (s *Store) inSlices(ctx context.Context, slice func(tx *core.Tx) (int64, error)) error {
	for {
		var changed int64
		err := s.Write(ctx, func(tx *core.Tx) (err error) {
			changed, err = slice(tx)
			return err
		})
		if err != nil || changed < ExpirySlice {
			return err
		}
	}
}

// deleteNotices deletes the notices completed before an instant. It walks from the oldest one, without an index that
// every notice would have to update: no notice is completed before it is created, so the first one that is young
// enough ends the search.
func (s *Store) deleteNotices(ctx context.Context, before models.Millis) error {
	for after := int64(0); ; {
		var page []struct {
			ID                int64
			CreatedAt, DoneAt models.Millis
		}
		err := s.Read(ctx).Raw("SELECT id, created_at, done_at FROM notices WHERE id > ? ORDER BY id"+
			db.Limit(ExpirySlice), after).Scan(&page).Error
		if err != nil {
			return err
		}
		var old []int64
		for _, n := range page {
			if n.DoneAt > 0 && n.DoneAt < before {
				old = append(old, n.ID)
			}
		}
		if len(old) > 0 {
			err := s.Write(ctx, func(tx *core.Tx) error {
				return tx.Exec("DELETE FROM notices WHERE id IN ? AND done_at > 0", old).Error
			})
			if err != nil {
				return err
			}
		}
		if len(page) < ExpirySlice || page[len(page)-1].CreatedAt >= before {
			return nil
		}
		last := page[len(page)-1].ID
		if err := s.DB.Advanced("the notices by their IDs", cmp.Compare(last, after), after); err != nil {
			return err
		}
		after = last
	}
}

// shrinkPages is the number of free pages that one transaction returns.
const shrinkPages = 50

// SparePages is the number of free pages that a file may keep in addition to a tenth of its size.
const SparePages = 200

// shrink returns free pages of an SQLite file to the disk, if the file tracks them; files created before that was
// enabled keep their pages. It keeps some for future rows.
func (s *Store) shrink(ctx context.Context) error {
	if s.DB.IsPostgres() {
		return nil // PostgreSQL vacuums by itself
	}
	for {
		var free, pages int64
		if err := s.Read(ctx).Raw("PRAGMA freelist_count").Scan(&free).Error; err != nil {
			return err
		}
		if err := s.Read(ctx).Raw("PRAGMA page_count").Scan(&pages).Error; err != nil {
			return err
		}
		if free <= pages/10+SparePages {
			return nil
		}
		var kept []string
		err := s.Write(ctx, func(tx *core.Tx) error {
			return tx.Raw(fmt.Sprintf("PRAGMA incremental_vacuum(%d)", shrinkPages)).Scan(&kept).Error
		})
		var after int64
		if err == nil {
			err = s.Read(ctx).Raw("PRAGMA freelist_count").Scan(&after).Error
		}
		if err != nil || after >= free {
			return err
		}
	}
}

// tidyInbound deletes the content of settled mails, and all but the most recent mails without effect. It finds the rows
// outside of the transactions that change them, from the oldest on.
func (s *Store) tidyInbound(ctx context.Context, now models.Millis) error {
	err := s.changeInbound(ctx, "done_at > 0 AND done_at < ? AND raw IS NOT NULL", now.Add(-mailbox.InboundRawLife),
		"UPDATE inbound SET raw = NULL, words = CASE WHEN unsaid = 1 THEN words ELSE '' END WHERE id IN ? AND done_at > 0")
	if err != nil {
		return err
	}
	var last []int64 // of the rows to delete
	err = s.Read(ctx).Raw("SELECT id FROM inbound WHERE player_id = 0 AND done_at > 0 ORDER BY id DESC LIMIT 1 OFFSET ?",
		mailbox.MaxIgnoredKept).Scan(&last).Error
	if err != nil || len(last) == 0 {
		return err
	}
	return s.changeInbound(ctx, "player_id = 0 AND done_at > 0 AND id <= ?", last[0],
		"DELETE FROM inbound WHERE id IN ? AND player_id = 0 AND done_at > 0")
}

// changeInbound changes the mails that match a condition, in slices.
func (s *Store) changeInbound(ctx context.Context, where string, value any, change string) error {
	for after := int64(0); ; {
		var ids []int64
		err := s.Read(ctx).Raw("SELECT id FROM inbound WHERE "+where+" AND id > ? ORDER BY id"+db.Limit(ExpirySlice),
			value, after).Scan(&ids).Error
		if err != nil || len(ids) == 0 {
			return err
		}
		err = s.Write(ctx, func(tx *core.Tx) error {
			return tx.Exec(change, ids).Error
		})
		if err != nil {
			return err
		}
		last := ids[len(ids)-1]
		if err := s.DB.Advanced("the mails by their IDs", cmp.Compare(last, after), after); err != nil {
			return err
		}
		after = last
	}
}

// The table turns has its rows in another order than former_turns, where the turns of games are that began before
// schema 17. The turns of a game move, all in one transaction, before the game is next changed; MoveTurns moves those
// of the other games. The row of a game says where its turns are: position_keys is NULL until they have moved. So a
// kill at any time neither loses nor doubles one, and any number of processes may move turns. Readers find a turn in
// either table by one statement: a game may be moved between two.

// gamesMovedTogether is the number of games whose turns one transaction moves, in some ten milliseconds.
const gamesMovedTogether = 20

// MoveTurns moves turns that are in the order of an earlier schema, in small transactions, and rests after each as long
// as it took. The games are in the order of their numbers, so that the rows of turns are appended. done is false if
// another process had locked a game.
func (s *Store) MoveTurns(ctx context.Context) (done bool, err error) {
	var left bool
	if err = s.Read(ctx).Raw("SELECT EXISTS (SELECT 1 FROM former_turns)").Scan(&left).Error; err != nil || !left {
		return err == nil, err
	}
	for done, after := true, int64(0); ; {
		var numbers []int64
		err := s.Read(ctx).Raw("SELECT number FROM games WHERE position_keys IS NULL AND number > ? ORDER BY number"+
			db.Limit(gamesMovedTogether), after).Scan(&numbers).Error
		if err != nil {
			return false, err
		}
		if len(numbers) == 0 {
			return done, nil
		}
		last := numbers[len(numbers)-1]
		if err := s.DB.Advanced("the games by their numbers", cmp.Compare(last, after), after); err != nil {
			return false, err
		}
		began, moved := time.Now(), 0
		if err := s.WriteBackground(ctx, func(tx *core.Tx) (err error) {
			moved, err = movePart(tx, numbers)
			return err
		}); err != nil {
			return false, err
		}
		done, after = done && moved == len(numbers), last
		select {
		case <-ctx.Done():
			return false, ctx.Err()
		case <-time.After(time.Since(began)):
		}
	}
}

// movePart moves the turns of games, except those that other transactions have locked.
func movePart(tx *core.Tx, numbers []int64) (moved int, err error) {
	var rows []core.GameRow
	query := "SELECT number, id, status, position_keys FROM games WHERE number IN ? ORDER BY number"
	if tx.IsPostgres() {
		query += " FOR NO KEY UPDATE SKIP LOCKED"
	}
	if err := tx.Raw(query, numbers).Scan(&rows).Error; err != nil {
		return 0, err
	}
	for i := range rows {
		if err := tx.MoveTurns(&rows[i]); err != nil {
			return 0, err
		}
	}
	return len(rows), nil
}
