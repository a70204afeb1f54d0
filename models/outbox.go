package models

import (
	"cmp"
	"context"
	"crypto/rand"
	"slices"
	"time"

	"gorm.io/gorm"

	"turnpost/models/db"
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
	unsaid bool         // its mail says that something was said to nobody
	drop   NoticeReason // why it is not worth saying, found by ComposeContent; "" where it is
}

// ClaimNotices leases what up to n mails say.
func (s *Store) ClaimNotices(ctx context.Context, n int, lease time.Duration) ([]Claim, error) {
	var claims []Claim
	err := s.writeMail(ctx, func(tx *Tx) error {
		primaries, err := tx.claimPrimaries(n, lease)
		if err != nil {
			return err
		}
		claims = make([]Claim, 0, len(primaries))
		for _, primary := range primaries {
			rows := []notice{primary.notice}
			if primary.others > 0 {
				others, err := tx.claimSecondary(primary.notice)
				if err != nil {
					return err
				}
				rows = append(rows, others...)
			}
			claims = append(claims, newClaim(rows))
		}
		return nil
	})
	return claims, err
}

func newClaim(rows []notice) Claim {
	primary := rows[0]
	c := Claim{
		ID: primary.ID, Key: primary.Mail, Kind: primary.Kind, Ply: primary.Ply, Attempts: primary.Attempts,
		CreatedAt: primary.CreatedAt.Time(), DueAt: primary.DueAt.Time(), row: primary,
	}
	if primary.Bundle == digestBundle {
		c.Kind = KindDigest
	}
	for _, row := range rows {
		c.parts = append(c.parts, &part{notice: row})
	}
	return c
}

// noticeColumns are in the order in which takeNotice takes them.
const noticeColumns = `id, key, kind, player_id, email, game_id, ply, challenge_id, offer, detail,
	created_at, due_at, waits_from, next_at, lease_until, lease, attempts,
	status, reason, primary_id, failure, done_at, bundle, mail`

func takeNotice(c *db.Columns) (n notice, err error) {
	n.ID, n.Key, n.Kind, n.PlayerID, n.Email = c.Number(), c.Text(), Kind(c.Text()), c.Number(), c.Text()
	n.GameID, n.Ply, n.ChallengeID, n.Offer = c.Text(), int(c.Number()), c.Text(), OfferKind(c.Text())
	err = n.Detail.Scan(c.Text())
	n.CreatedAt, n.DueAt, n.WaitsFrom, n.NextAt = millis(c), millis(c), millis(c), millis(c)
	n.LeaseUntil, n.Lease, n.Attempts = millis(c), c.Text(), int(c.Number())
	n.Status, n.Reason, n.PrimaryID, n.Failure = NoticeStatus(c.Text()), NoticeReason(c.Text()), c.Number(), c.Text()
	n.DoneAt, n.Bundle, n.Mail = millis(c), c.Text(), c.Text()
	return n, err
}

// primary is a claimed notice whose mail others may join as secondary ones.
type primary struct {
	notice
	others int // that wait and may be in its mail, at most 1 is counted
}

// claimPrimaries leases up to n notices, each to another recipient, in order.
func (tx *Tx) claimPrimaries(n int, lease time.Duration) (primaries []primary, err error) {
	err = db.Query(tx.DB, func(c *db.Columns) error {
		row, err := takeNotice(c)
		primaries = append(primaries, primary{row, int(c.Number())})
		return err
	}, `
		UPDATE notices SET lease_until = ?, lease = ?, attempts = attempts + 1,
			mail = CASE WHEN mail = '' THEN key ELSE mail END
		WHERE id IN (
			SELECT n.id FROM notices n
			WHERE n.done_at = 0 AND n.next_at <= ? AND n.lease_until <= ? AND NOT EXISTS (
				SELECT 1 FROM notices p
				WHERE p.email = n.email AND p.done_at = 0 AND p.id < n.id AND p.due_at <= ?
				  AND (p.next_at <= ? OR p.lease_until > ? OR p.game_id = n.game_id))
			ORDER BY n.next_at, n.id`+db.Limit(n)+tx.SkipLocked("n")+`)
		RETURNING `+noticeColumns+`, (SELECT COUNT(*) FROM (
			SELECT 1 FROM notices o WHERE o.email = notices.email AND o.done_at = 0 AND o.id <> notices.id
			AND (o.bundle = notices.bundle OR o.mail = notices.mail) LIMIT 1) AS one)`,
		tx.at.Add(lease), rand.Text(), tx.at, tx.at, tx.at, tx.at, tx.at)
	slices.SortFunc(primaries, func(a, b primary) int { return cmp.Compare(a.ID, b.ID) })
	return primaries, err
}

// maxBundle bounds the notices of one mail; the next mail has the others.
const maxBundle = 100

// claimSecondary leases the secondary notices of a leased one: at the first try the rest of its
// bundle that is due, later those that were in its mail before.
func (tx *Tx) claimSecondary(primary notice) (rows []notice, err error) {
	together, with := "n.mail = ?", primary.Mail
	if primary.Attempts == 1 {
		together, with = "n.mail = '' AND n.next_at <= ? AND n.bundle = ?", primary.Bundle
	}
	if with == "" {
		return nil, nil
	}
	args := []any{primary.LeaseUntil, primary.Lease, primary.Mail, primary.Email, primary.ID, tx.at}
	if primary.Attempts == 1 {
		args = append(args, tx.at)
	}
	err = db.Query(tx.DB, func(c *db.Columns) error {
		n, err := takeNotice(c)
		rows = append(rows, n)
		return err
	}, `
		UPDATE notices SET lease_until = ?, lease = ?, attempts = attempts + 1, mail = ?
		WHERE id IN (
			SELECT n.id FROM notices n
			WHERE n.email = ? AND n.done_at = 0 AND n.id <> ? AND n.lease_until <= ? AND `+together+`
			ORDER BY n.id`+db.Limit(maxBundle-1)+tx.SkipLocked("n")+`)
		RETURNING `+noticeColumns, append(args, with)...)
	slices.SortFunc(rows, func(a, b notice) int { return cmp.Compare(a.ID, b.ID) })
	return rows, err
}

// RenewClaim holds a claim for longer. The error is ErrLeaseLost where another worker has it.
func (s *Store) RenewClaim(ctx context.Context, c Claim, lease time.Duration) error {
	return s.writeMail(ctx, func(tx *Tx) error {
		renewed := tx.Exec("UPDATE notices SET lease_until = ? WHERE id IN ? AND lease = ? AND done_at = 0",
			tx.at.Add(lease), c.ids(), c.row.Lease)
		return stillHeld(renewed)
	})
}

// ReturnClaim undoes a claim whose mail was not tried. The error is ErrLeaseLost where another worker has it.
func (s *Store) ReturnClaim(ctx context.Context, c Claim) error {
	return s.writeMail(ctx, func(tx *Tx) error {
		returned := tx.Exec(`UPDATE notices SET lease = '', lease_until = 0, attempts = attempts - 1,
				mail = CASE WHEN attempts = 1 THEN '' ELSE mail END
			WHERE id IN ? AND lease = ? AND done_at = 0`, c.ids(), c.row.Lease)
		return stillHeld(returned)
	})
}

func (c Claim) ids() []int64 {
	ids := make([]int64, len(c.parts))
	for i, p := range c.parts {
		ids[i] = p.ID
	}
	return ids
}

// stillHeld is ErrLeaseLost where a change of claimed notices found none.
func stillHeld(changed *gorm.DB) error {
	if changed.Error == nil && changed.RowsAffected == 0 {
		return ErrLeaseLost
	}
	return changed.Error
}
