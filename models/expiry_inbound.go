package models

import "context"

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
			tx.sessionsStand = true
			return tx.Exec(change, ids).Error
		})
		if err != nil {
			return err
		}
		after = ids[len(ids)-1]
	}
}
