package models

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"time"
)

// The outbox hands notices to workers. A notice is claimed by a lease, so that a
// worker that dies leaves it to the next one; it is settled by the same lease, so that a worker
// that was too slow cannot settle what another has taken. Delivery is at least
// once. A recipient gets their notices in order: one is claimed only after
// those before it that are due, and in one game only after those before it at all.
//
// With a notice its claim takes the others of its bundle that are due: those to the same player about
// the same game, or for the same digest. They are one mail and settled together. A mail that has been
// tried takes no more along, so that its Message-ID means the same notices at every try.

// Claim is what a worker holds: the notices of one mail.
type Claim struct {
	ID        int64  // of the notice that leads
	Key       string // stable over all attempts: the Message-ID comes from it
	Kind      Kind   // of the notice that leads, or KindDigest
	Ply       int    // of the game, that the leading notice is about
	Attempts  int    // this one included
	CreatedAt time.Time
	DueAt     time.Time
	row       notice  // that this is about
	parts     []*part // all of the mail, the one that leads first
}

// part is a notice in a claim.
type part struct {
	notice
	drop string // why it is not worth saying, found by Letter; "" where it is
}

// ErrLeaseLost says that another worker holds the notice by now, or it is done.
var ErrLeaseLost = errors.New("the lease on the notice is lost")

// ClaimNotices leases what up to n mails say.
func (s *Store) ClaimNotices(ctx context.Context, n int, lease time.Duration) ([]Claim, error) {
	var claims []Claim
	err := s.write(ctx, func(tx *Tx) error {
		leaders, err := tx.claimLeaders(n, lease)
		if err != nil {
			return err
		}
		claims = make([]Claim, 0, len(leaders))
		for _, leader := range leaders {
			others, err := tx.claimBundle(leader)
			if err != nil {
				return err
			}
			claims = append(claims, newClaim(append([]notice{leader}, others...)))
		}
		return nil
	})
	return claims, err
}

func newClaim(rows []notice) Claim {
	leader := rows[0]
	c := Claim{
		ID: leader.ID, Key: leader.Mail, Kind: leader.Kind, Ply: leader.Ply, Attempts: leader.Attempts,
		CreatedAt: leader.CreatedAt.Time(), DueAt: leader.DueAt.Time(), row: leader,
	}
	if leader.Bundle == digestBundle {
		c.Kind = KindDigest
	}
	for _, row := range rows {
		c.parts = append(c.parts, &part{notice: row})
	}
	return c
}

// claimLeaders leases up to n notices, each to another recipient, in order.
func (tx *Tx) claimLeaders(n int, lease time.Duration) (rows []notice, err error) {
	err = tx.Raw(`
		UPDATE notices SET lease_until = ?, lease = ?, attempts = attempts + 1, mail = CASE WHEN mail = '' THEN key ELSE mail END
		WHERE id IN (
			SELECT n.id FROM notices n
			WHERE n.done_at = 0 AND n.next_at <= ? AND n.lease_until <= ? AND NOT EXISTS (
				SELECT 1 FROM notices p
				WHERE p.email = n.email AND p.done_at = 0 AND p.id < n.id AND p.due_at <= ?
				  AND (p.next_at <= ? OR p.lease_until > ? OR p.game_id = n.game_id))
			ORDER BY n.next_at, n.id LIMIT ?`+tx.skipLocked("n")+`)
		RETURNING *`,
		tx.at.Add(lease), rand.Text(), tx.at, tx.at, tx.at, tx.at, tx.at, n).Scan(&rows).Error
	slices.SortFunc(rows, func(a, b notice) int { return cmp.Compare(a.ID, b.ID) })
	return rows, err
}

// bundleMost bounds the notices of one mail; the next mail has the others.
const bundleMost = 100

// claimBundle leases what goes along with a leased notice: at the first try
// the rest of its bundle that is due, later what went along before.
func (tx *Tx) claimBundle(leader notice) (rows []notice, err error) {
	together, with := "n.mail = ?", leader.Mail
	if leader.Attempts == 1 {
		together, with = "n.mail = '' AND n.next_at <= ? AND n.bundle = ?", leader.Bundle
	}
	if with == "" {
		return nil, nil
	}
	args := []any{leader.LeaseUntil, leader.Lease, leader.Mail, leader.Email, leader.ID, tx.at}
	if leader.Attempts == 1 {
		args = append(args, tx.at)
	}
	err = tx.Raw(`
		UPDATE notices SET lease_until = ?, lease = ?, attempts = attempts + 1, mail = ?
		WHERE id IN (
			SELECT n.id FROM notices n
			WHERE n.email = ? AND n.done_at = 0 AND n.id <> ? AND n.lease_until <= ? AND `+together+`
			ORDER BY n.id LIMIT ?`+tx.skipLocked("n")+`)
		RETURNING *`, append(args, with, bundleMost-1)...).Scan(&rows).Error
	slices.SortFunc(rows, func(a, b notice) int { return cmp.Compare(a.ID, b.ID) })
	return rows, err
}

// skipLocked ends a SELECT that locks rows of a table and leaves out those that others have locked.
func (tx *Tx) skipLocked(table string) string {
	if tx.store.db.postgres {
		return " FOR UPDATE OF " + table + " SKIP LOCKED"
	}
	return ""
}

// Renew holds a claim for longer.
func (s *Store) Renew(ctx context.Context, c Claim, lease time.Duration) error {
	ids := make([]int64, len(c.parts))
	for i, p := range c.parts {
		ids[i] = p.ID
	}
	return s.write(ctx, func(tx *Tx) error {
		renewed := tx.Exec("UPDATE notices SET lease_until = ? WHERE id IN ? AND lease = ? AND done_at = 0", tx.at.Add(lease), ids, c.row.Lease)
		if renewed.Error == nil && renewed.RowsAffected == 0 {
			return ErrLeaseLost
		}
		return renewed.Error
	})
}

// Sent settles a claim whose mail was accepted. The time that the notice of a turn had waited is
// given back to the player.
func (s *Store) Sent(ctx context.Context, c Claim) error {
	return s.settleClaim(ctx, c, func(p *part) map[string]any {
		reason := ""
		switch {
		case p.Bundle == digestBundle:
			reason = "told in a digest"
		case p.ID != c.ID:
			reason = fmt.Sprintf("told with notice %d", c.ID)
		}
		return map[string]any{"status": Sent, "reason": reason}
	})
}

// Drop settles a claim that is not worth a mail.
func (s *Store) Drop(ctx context.Context, c Claim, reason string) error {
	return s.settleClaim(ctx, c, func(*part) map[string]any {
		return map[string]any{"status": Dropped, "reason": reason}
	})
}

// GiveUp settles a claim whose mail cannot be delivered.
func (s *Store) GiveUp(ctx context.Context, c Claim, reason string) error {
	return s.settleClaim(ctx, c, func(*part) map[string]any {
		return map[string]any{"status": Failed, "reason": reason}
	})
}

// Retry gives a claim back to be tried at a later time.
func (s *Store) Retry(ctx context.Context, c Claim, at time.Time, reason string) error {
	return s.settleClaim(ctx, c, func(*part) map[string]any {
		return map[string]any{"reason": reason, "next_at": At(at)}
	})
}

// settleClaim changes each notice of a claim. One that was found not worth saying is
// dropped as the others end.
func (s *Store) settleClaim(ctx context.Context, c Claim, change func(p *part) map[string]any) error {
	return s.write(ctx, func(tx *Tx) error {
		changes := make([]map[string]any, len(c.parts))
		for i, p := range c.parts {
			changes[i] = change(p)
			if _, done := changes[i]["status"]; done && p.drop != "" {
				changes[i] = map[string]any{"status": Dropped, "reason": p.drop}
			}
		}
		if err := tx.creditWaits(c, changes); err != nil {
			return err
		}
		for i, p := range c.parts {
			if err := tx.settlePart(p, changes[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

func (tx *Tx) settlePart(p *part, change map[string]any) error {
	change["lease"], change["lease_until"] = "", 0
	if _, done := change["status"]; done {
		change["done_at"] = tx.at
	}
	settled := tx.Table("notices").Where("id = ? AND lease = ? AND done_at = 0", p.ID, p.Lease).Updates(change)
	if settled.Error == nil && settled.RowsAffected == 0 {
		return ErrLeaseLost
	}
	return settled.Error
}

// creditWaits gives time back for what was sent or failed, in the order in which
// everybody takes several games.
func (tx *Tx) creditWaits(c Claim, changes []map[string]any) error {
	var waited []notice
	for i, p := range c.parts {
		if status := changes[i]["status"]; status == Sent || status == Failed {
			waited = append(waited, p.notice)
		}
	}
	slices.SortFunc(waited, func(a, b notice) int { return cmp.Compare(a.GameID, b.GameID) })
	for _, n := range waited {
		if err := tx.creditWait(n); err != nil {
			return err
		}
	}
	return nil
}

// creditFrom is the wait of a notice from which on it is given back.
const creditFrom = time.Minute

// creditWait gives the side to move the time back that the notice of its turn
// waited unsent. It comes before the notice is changed: whoever holds both a
// game and a notice takes the game first.
func (tx *Tx) creditWait(n notice) error {
	if n.Kind != KindYourTurn || tx.at.Sub(n.WaitsFrom) < creditFrom {
		return nil
	}
	row, err := loadGame(tx.DB, n.GameID, tx.forUpdate("g"))
	if err != nil || row.Status != Ongoing || row.Ply != n.Ply {
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
