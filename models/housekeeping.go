package models

import (
	"context"
	"time"
)

// answerLife is how long a repeated Idempotency-Key gets the first answer.
const answerLife = 7 * 24 * time.Hour

// Tidy deletes what nobody can see any more: notices that left the ledger, old
// answers, expired codes, names that are free again.
func (s *Store) Tidy(ctx context.Context) error {
	return s.write(ctx, func(tx *Tx) error {
		for _, old := range []struct {
			query  string
			before Millis
		}{
			{"DELETE FROM notices WHERE done_at > 0 AND done_at < ?", tx.at.Add(-LedgerSpan)},
			{"DELETE FROM answers WHERE created_at < ?", tx.at.Add(-answerLife)},
			{"DELETE FROM codes WHERE expires_at < ?", tx.at},
			{"DELETE FROM former_names WHERE until_at < ?", tx.at},
		} {
			if err := tx.Exec(old.query, old.before).Error; err != nil {
				return err
			}
		}
		return nil
	})
}
