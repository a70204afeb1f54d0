package models

import (
	"context"
	"fmt"
	"time"

	"turnpost/models/db"
)

// responseLife is how long a repeated request gets the first response.
const responseLife = 7 * 24 * time.Hour

// expiredTokenSpan is how long a program is told that its token has expired, rather than that nobody knows it.
const expiredTokenSpan = 30 * 24 * time.Hour

// expirySlice is how many rows one transaction deletes: some hundred pages, those of the indexes included, so
// that a turn waits for a few milliseconds at most.
const expirySlice = 50

// expiring is rows that nobody can see any more: those of a table with a key up to an instant. Where
// they are found by their place in time, a row that is still needed may stand between them.
type expiring struct {
	table, key, where string
	before            Millis
}

// DeleteExpired deletes what nobody can see any more: notices that left the ledger, old responses,
// expired codes, invitations and tokens, sessions that are out of use, names that are free again. It goes by
// the time that steady heartbeats have made, so that a clock that is ahead for a while deletes nothing
// early; and in small slices, between which others write. A part of the space that was freed goes back.
func (s *Store) DeleteExpired(ctx context.Context) error {
	now, known, err := s.steadyTime(ctx)
	if err != nil || !known {
		return err
	}
	for _, old := range []expiring{
		{"responses", "player_id, via, key", "created_at < ?", now.Add(-responseLife)},
		{"codes", "id", "expires_at < ?", now},
		{"inbound", "id", "done_at > 0 AND done_at < ?", now.Add(-LedgerSpan)},
		{"former_names", "name_key", "until_at < ?", now},
		{"bounds", "scope", "until_at < ?", now},
		{"registrations", "id", "created_at < ?", now.Add(-unconfirmedLife)},
		{"sign_in_requests", "hash", "expires_at < ?", now},
		{"notices", "id", strangersNotices + " AND created_at < ?", now.Add(-strangersLife)},
		{"address_changes", "player_id, number", "asked_at < ?", now.Add(-UndoLife - addressChangeLife)},
		{"invitations", "hash", "expires_at < ?", now},
		{"tokens", "id", "expires_at > 0 AND expires_at < ?", now.Add(-expiredTokenSpan)},
		{"sessions", "id", "used_at < ?", now.Add(-SessionLife)},
	} {
		if err := s.deleteSlices(ctx, old); err != nil {
			return err
		}
	}
	if err := s.deleteNotices(ctx, now.Add(-LedgerSpan)); err != nil {
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
		" WHERE " + old.where + " LIMIT ?)"
	return s.inSlices(ctx, func(tx *Tx) (int64, error) {
		return db.Exec(tx.DB, query, old.before, expirySlice)
	})
}

// inSlices runs a slice in a transaction of its own until it has nothing more to do.
func (s *Store) inSlices(ctx context.Context, slice func(tx *Tx) (int64, error)) error {
	for {
		var changed int64
		err := s.write(ctx, func(tx *Tx) (err error) {
			changed, err = slice(tx)
			return err
		})
		if err != nil || changed < expirySlice {
			return err
		}
	}
}

// deleteNotices deletes the notices that were done before an instant. They are found from the oldest
// on, without an index of their own, which every notice would have to pay for: none is done before
// it is made, so that the first one that is young enough ends the search.
func (s *Store) deleteNotices(ctx context.Context, before Millis) error {
	for after := int64(0); ; {
		var page []struct {
			ID                int64
			CreatedAt, DoneAt Millis
		}
		err := s.read(ctx).Raw("SELECT id, created_at, done_at FROM notices WHERE id > ? ORDER BY id LIMIT ?",
			after, expirySlice).Scan(&page).Error
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
			err := s.write(ctx, func(tx *Tx) error {
				return tx.Exec("DELETE FROM notices WHERE id IN ? AND done_at > 0", old).Error
			})
			if err != nil {
				return err
			}
		}
		if len(page) < expirySlice || page[len(page)-1].CreatedAt >= before {
			return nil
		}
		after = page[len(page)-1].ID
	}
}

// shrinkPages is how many free pages one transaction gives back.
const shrinkPages = 50

// sparePages is how many free pages a file may have beside a tenth of it.
const sparePages = 200

// shrink gives free pages of an SQLite file back to the disk, those of files that keep track of
// them; a file that was made before it did stays as it is. Some are kept for the rows to come.
func (s *Store) shrink(ctx context.Context) error {
	if s.db.IsPostgres() {
		return nil // vacuums by itself
	}
	for {
		var free, pages int64
		if err := s.read(ctx).Raw("PRAGMA freelist_count").Scan(&free).Error; err != nil {
			return err
		}
		if err := s.read(ctx).Raw("PRAGMA page_count").Scan(&pages).Error; err != nil {
			return err
		}
		if free <= pages/10+sparePages {
			return nil
		}
		var kept []string
		err := s.write(ctx, func(tx *Tx) error {
			return tx.Raw(fmt.Sprintf("PRAGMA incremental_vacuum(%d)", shrinkPages)).Scan(&kept).Error
		})
		var after int64
		if err == nil {
			err = s.read(ctx).Raw("PRAGMA freelist_count").Scan(&after).Error
		}
		if err != nil || after >= free {
			return err
		}
	}
}

// tidyInbound forgets what mails that are settled said, and all of those that did nothing but the last
// ones. The rows are found outside of the transactions that change them, from the oldest on.
func (s *Store) tidyInbound(ctx context.Context, now Millis) error {
	err := s.changeInbound(ctx, "done_at > 0 AND done_at < ? AND raw IS NOT NULL", now.Add(-inboundRawLife),
		"UPDATE inbound SET raw = NULL WHERE id IN ? AND done_at > 0")
	if err != nil {
		return err
	}
	var last []int64 // of those that may go
	err = s.read(ctx).Raw("SELECT id FROM inbound WHERE player_id = 0 AND done_at > 0 ORDER BY id DESC LIMIT 1 OFFSET ?",
		maxIgnoredKept).Scan(&last).Error
	if err != nil || len(last) == 0 {
		return err
	}
	return s.changeInbound(ctx, "player_id = 0 AND done_at > 0 AND id <= ?", last[0],
		"DELETE FROM inbound WHERE id IN ? AND player_id = 0 AND done_at > 0")
}

// changeInbound changes the mails that a condition finds, in slices.
func (s *Store) changeInbound(ctx context.Context, where string, value any, change string) error {
	for after := int64(0); ; {
		var ids []int64
		err := s.read(ctx).Raw("SELECT id FROM inbound WHERE "+where+" AND id > ? ORDER BY id LIMIT ?",
			value, after, expirySlice).Scan(&ids).Error
		if err != nil || len(ids) == 0 {
			return err
		}
		err = s.write(ctx, func(tx *Tx) error {
			return tx.Exec(change, ids).Error
		})
		if err != nil {
			return err
		}
		after = ids[len(ids)-1]
	}
}
