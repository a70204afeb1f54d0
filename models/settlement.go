package models

import (
	"context"
	"errors"
	"time"
)

// ErrLeaseLost says that another worker holds the notice by now, or it is done.
var ErrLeaseLost = errors.New("the lease on the notice is lost")

// settlement is what becomes of a notice whose lease ends.
type settlement struct {
	status  NoticeStatus // Queued: it is tried again
	reason  NoticeReason
	primary int64  // of ReasonBundled
	failure string // of the last attempt, "" after a good one
	next    Millis // of Queued: when it is tried again
}

func (s settlement) done() bool { return s.status != Queued }

// SettleSent settles a claim whose mail was accepted. The time that the notice of a turn had
// waited is given back to the player. The error is ErrLeaseLost where the claim is another worker's.
func (s *Store) SettleSent(ctx context.Context, c Claim) error {
	return s.settleClaim(ctx, c, func(p *part) settlement {
		switch {
		case p.Bundle == digestBundle:
			return settlement{status: Sent, reason: ReasonInDigest}
		case p.ID != c.ID:
			return settlement{status: Sent, reason: ReasonBundled, primary: c.ID}
		}
		return settlement{status: Sent}
	})
}

// SettleDropped settles a claim that is not worth a mail. The error is ErrLeaseLost where the
// claim is another worker's.
func (s *Store) SettleDropped(ctx context.Context, c Claim, reason NoticeReason) error {
	return s.settleClaim(ctx, c, func(*part) settlement { return settlement{status: Dropped, reason: reason} })
}

// SettleFailed settles a claim whose mail cannot be delivered; failure says why, as the mail
// server did. The error is ErrLeaseLost where the claim is another worker's.
func (s *Store) SettleFailed(ctx context.Context, c Claim, failure string) error {
	return s.settleClaim(ctx, c, func(*part) settlement { return settlement{status: Failed, failure: failure} })
}

// SettleRefused is SettleFailed for a mail whose recipient's address the mail server refuses for good. It counts
// as a mail that came back; where the program is killed between the two, it is not counted.
func (s *Store) SettleRefused(ctx context.Context, c Claim, failure string) error {
	if err := s.SettleFailed(ctx, c, failure); err != nil || c.row.PlayerID == 0 {
		return err
	}
	return s.RecordBounce(ctx, c.row.PlayerID, true, failure)
}

// RetryClaim gives a claim back to be tried at a later time; failure says why. The error is
// ErrLeaseLost where the claim is another worker's.
func (s *Store) RetryClaim(ctx context.Context, c Claim, at time.Time, failure string) error {
	return s.settleClaim(ctx, c, func(*part) settlement {
		return settlement{status: Queued, failure: failure, next: ToMillis(at)}
	})
}

func (tx *Tx) settleNotice(p *part, s settlement) error {
	next, doneAt, bundle, mail := Millis(0), tx.at, "", "" // what is done keeps no more than the ledger shows
	if !s.done() {
		next, doneAt, bundle, mail = s.next, 0, p.Bundle, p.Mail
	}
	if p.unsaid && s.status == Sent {
		if err := tx.unsaidTold(p.notice); err != nil {
			return err
		}
	}
	return tx.later(later{
		query: `
		UPDATE notices SET lease = '', lease_until = 0, status = ?, reason = ?, primary_id = ?,
			failure = ?, next_at = ?, done_at = ?, bundle = ?, mail = ?,
			waits_from = CASE WHEN ? THEN 0 ELSE waits_from END
		WHERE id = ? AND lease = ? AND done_at = 0`,
		args: []any{s.status, s.reason, s.primary, s.failure, next, doneAt, bundle, mail, s.done(), p.ID, p.Lease},
		done: func(settled int64) error {
			if settled == 0 {
				return ErrLeaseLost
			}
			return nil
		},
	})
}
