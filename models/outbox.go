package models

import (
	"context"
	"crypto/rand"
	"errors"
	"time"
)

// The outbox hands notices to workers. A notice is claimed by a lease, so that a
// worker that dies leaves it to the next one; it is settled by the same lease, so that a worker
// that was too slow cannot settle what another has taken. Delivery is at least
// once. A recipient gets their notices in order: one is claimed only after
// those before it that are due, and in one game only after those before it at all.

// Claim is a notice that a worker holds.
type Claim struct {
	ID        int64
	Key       string // stable over all attempts: the Message-ID comes from it
	Kind      Kind
	Attempts  int // this one included
	CreatedAt time.Time
	DueAt     time.Time
	row       notice
}

// ErrLeaseLost says that another worker holds the notice by now, or it is done.
var ErrLeaseLost = errors.New("the lease on the notice is lost")

// ClaimNotices leases up to n notices that are due.
func (s *Store) ClaimNotices(ctx context.Context, n int, lease time.Duration) ([]Claim, error) {
	var rows []notice
	err := s.write(ctx, func(tx *Tx) error {
		lock := ""
		if s.db.postgres {
			lock = " FOR UPDATE OF n SKIP LOCKED"
		}
		return tx.Raw(`
			UPDATE notices SET lease_until = ?, lease = ?, attempts = attempts + 1
			WHERE id IN (
				SELECT n.id FROM notices n
				WHERE n.done_at = 0 AND n.next_at <= ? AND n.lease_until <= ? AND NOT EXISTS (
					SELECT 1 FROM notices p
					WHERE p.email = n.email AND p.done_at = 0 AND p.id < n.id AND p.due_at <= ?
					  AND (p.next_at <= ? OR p.lease_until > ? OR p.game_id = n.game_id))
				ORDER BY n.next_at, n.id LIMIT ?`+lock+`)
			RETURNING *`,
			tx.at.Add(lease), rand.Text(), tx.at, tx.at, tx.at, tx.at, tx.at, n).Scan(&rows).Error
	})
	claims := make([]Claim, 0, len(rows))
	for _, r := range rows {
		claims = append(claims, Claim{ID: r.ID, Key: r.Key, Kind: r.Kind, Attempts: r.Attempts, CreatedAt: r.CreatedAt.Time(), DueAt: r.DueAt.Time(), row: r})
	}
	return claims, err
}

// Sent settles a notice whose mail was accepted.
func (s *Store) Sent(ctx context.Context, c Claim) error {
	return s.settleNotice(ctx, c, map[string]any{"status": Sent, "reason": ""})
}

// Drop settles a notice that is not worth saying.
func (s *Store) Drop(ctx context.Context, c Claim, reason string) error {
	return s.settleNotice(ctx, c, map[string]any{"status": Dropped, "reason": reason})
}

// GiveUp settles a notice whose mail cannot be delivered.
func (s *Store) GiveUp(ctx context.Context, c Claim, reason string) error {
	return s.settleNotice(ctx, c, map[string]any{"status": Failed, "reason": reason})
}

// Retry gives a notice back to be tried at a later time.
func (s *Store) Retry(ctx context.Context, c Claim, at time.Time, reason string) error {
	return s.settleNotice(ctx, c, map[string]any{"reason": reason, "next_at": At(at)})
}

func (s *Store) settleNotice(ctx context.Context, c Claim, change map[string]any) error {
	return s.write(ctx, func(tx *Tx) error {
		change["lease"], change["lease_until"] = "", 0
		if _, done := change["status"]; done {
			change["done_at"] = tx.at
		}
		settled := tx.Table("notices").Where("id = ? AND lease = ? AND done_at = 0", c.ID, c.row.Lease).Updates(change)
		if settled.Error == nil && settled.RowsAffected == 0 {
			return ErrLeaseLost
		}
		return settled.Error
	})
}
