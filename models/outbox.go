package models

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"slices"
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
	Ply       int // of the game, that the notice is about
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
	slices.SortFunc(rows, func(a, b notice) int { return cmp.Compare(a.ID, b.ID) })
	claims := make([]Claim, 0, len(rows))
	for _, r := range rows {
		claims = append(claims, Claim{ID: r.ID, Key: r.Key, Kind: r.Kind, Ply: r.Ply, Attempts: r.Attempts, CreatedAt: r.CreatedAt.Time(), DueAt: r.DueAt.Time(), row: r})
	}
	return claims, err
}

// Renew holds a claimed notice for longer.
func (s *Store) Renew(ctx context.Context, c Claim, lease time.Duration) error {
	return s.write(ctx, func(tx *Tx) error {
		renewed := tx.Exec("UPDATE notices SET lease_until = ? WHERE id = ? AND lease = ? AND done_at = 0", tx.at.Add(lease), c.ID, c.row.Lease)
		if renewed.Error == nil && renewed.RowsAffected == 0 {
			return ErrLeaseLost
		}
		return renewed.Error
	})
}

// Sent settles a notice whose mail was accepted. The time that the notice of a turn had waited is
// given back to the player.
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
		if change["status"] == Sent || change["status"] == Failed {
			if err := tx.creditWait(c); err != nil {
				return err
			}
		}
		settled := tx.Table("notices").Where("id = ? AND lease = ? AND done_at = 0", c.ID, c.row.Lease).Updates(change)
		if settled.Error == nil && settled.RowsAffected == 0 {
			return ErrLeaseLost
		}
		return settled.Error
	})
}

// creditFrom is the wait of a notice from which on it is given back.
const creditFrom = time.Minute

// creditWait gives the side to move the time back that the notice of its turn
// waited unsent. It comes before the notice is changed: whoever holds both a
// game and a notice takes the game first.
func (tx *Tx) creditWait(c Claim) error {
	if c.Kind != KindYourTurn || tx.at.Sub(c.row.WaitsFrom) < creditFrom {
		return nil
	}
	row, err := loadGame(tx.DB, c.row.GameID, tx.forUpdate("g"))
	if err != nil || row.Status != Ongoing || row.Ply != c.row.Ply {
		return err
	}
	if err := tx.settleWait(row, tx.at); err != nil {
		return err
	}
	return tx.updateGame(row, row.Ply)
}

// settleWait credits what the notice of the running turn has waited until an
// instant, and lets it wait anew from there. A reminder that fell into the wait is dropped.
// The caller stores the row.
func (tx *Tx) settleWait(row *gameRow, until Millis) error {
	var waiting []notice
	err := tx.Where("game_id = ? AND ply = ? AND kind = ? AND done_at = 0 AND waits_from < ?", row.ID, row.Ply, KindYourTurn, until).
		Order("id DESC").Limit(1).Find(&waiting).Error
	if err != nil || len(waiting) == 0 {
		return err
	}
	n := waiting[0]
	if err := tx.Exec("UPDATE notices SET waits_from = ? WHERE id = ?", until, n.ID).Error; err != nil {
		return err
	}
	waited := row.away(row.ToMove).running(n.WaitsFrom, until)
	if waited < creditFrom {
		return nil
	}
	row.credit(until, waited)
	if err := tx.dropNotices("the time was given back", "game_id = ? AND kind = ?", row.ID, KindReminder); err != nil {
		return err
	}
	return tx.logGame(row, LogMailDelay, row.ToMove, waited.String())
}
