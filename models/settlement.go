package models

import (
	"context"
	"errors"
	"time"

	"turnpost/models/db"
)

// ErrLeaseLost means that another worker holds the notice by now, or it is settled.
var ErrLeaseLost = errors.New("the lease on the notice is lost")

// settlement is the outcome of a notice whose lease ends.
type settlement struct {
	status  NoticeStatus // Queued: it is tried again
	reason  NoticeReason
	primary int64  // for ReasonBundled
	failure string // of the last attempt; "" after a success
	next    Millis // for Queued: time of the next attempt
}

func (s settlement) done() bool { return s.status != Queued }

// Settling is the outcome of a claim.
type Settling struct {
	claim   Claim
	settle  func(p *claimedNotice) settlement
	refused string // why the mail server permanently refuses the recipient's address; "" if it does not
}

// Sent returns the outcome of a claim whose mail was accepted. The wait of a turn's notice is credited to the player.
func (c Claim) Sent() Settling {
	return Settling{claim: c, settle: func(p *claimedNotice) settlement {
		switch {
		case p.Bundle == digestBundle:
			return settlement{status: Sent, reason: ReasonInDigest}
		case p.ID != c.ID:
			return settlement{status: Sent, reason: ReasonBundled, primary: c.ID}
		}
		return settlement{status: Sent}
	}}
}

// dropped returns the outcome of a claim with outdated notices only.
func (c Claim) dropped() Settling {
	return Settling{claim: c, settle: func(*claimedNotice) settlement { return settlement{status: Dropped} }}
}

// Failed returns the outcome of a claim whose mail cannot be delivered, with the reason given by the mail server.
func (c Claim) Failed(failure string) Settling {
	return Settling{
		claim:  c,
		settle: func(*claimedNotice) settlement { return settlement{status: Failed, failure: failure} },
	}
}

// Refused is Failed for a mail whose recipient's address the mail server refuses permanently. It counts as a bounce; if
// the program is killed between settling and counting, it is not counted.
func (c Claim) Refused(failure string) Settling {
	refused := c.Failed(failure)
	refused.refused = failure
	return refused
}

// Again returns the outcome of a claim to be tried again at a later time, with the reason.
func (c Claim) Again(at time.Time, failure string) Settling {
	return Settling{claim: c, settle: func(*claimedNotice) settlement {
		return settlement{status: Queued, failure: failure, next: ToMillis(at)}
	}}
}

// Settle settles a claim. The error is ErrLeaseLost if another worker has it.
func (s *Store) Settle(ctx context.Context, one Settling) error {
	return s.SettleTogether(ctx, []Settling{one})[0]
}

// SettleTogether settles claims in one transaction or, if one of them cannot be settled, each in a separate one. The
// errors are those of Settle, in the order of the claims.
func (s *Store) SettleTogether(ctx context.Context, group []Settling) []error {
	errs := make([]error, len(group))
	together := s.writeMail(ctx, func(tx *Tx) error { return tx.settleAll(group) })
	for i, one := range group {
		if errs[i] = together; together != nil && len(group) > 1 {
			errs[i] = s.writeMail(ctx, func(tx *Tx) error { return tx.settleAll([]Settling{one}) })
		}
		if player := one.claim.row.PlayerID; errs[i] == nil && one.refused != "" && player != 0 {
			errs[i] = s.RecordBounce(ctx, player, true, one.refused)
		}
	}
	return errs
}

// settleAll settles each notice of the claims. All games that are credited are locked before any notice. Notices found
// to be outdated are dropped together with the others.
func (tx *Tx) settleAll(group []Settling) error {
	var parts []*claimedNotice
	var settlements []settlement
	for _, one := range group {
		for _, p := range one.claim.parts {
			became := one.settle(p)
			if became.done() && p.drop != "" {
				became = settlement{status: Dropped, reason: p.drop}
			}
			parts, settlements = append(parts, p), append(settlements, became)
		}
	}
	if err := tx.creditNotices(parts, settlements); err != nil {
		return err
	}
	for i, p := range parts {
		if err := tx.settleNotice(p, settlements[i]); err != nil {
			return err
		}
	}
	return nil
}

func (tx *Tx) settleNotice(p *claimedNotice, s settlement) error {
	next, doneAt, bundle, mail := Millis(0), tx.at, "", "" // completed notices keep only what the ledger shows
	if !s.done() {
		next, doneAt, bundle, mail = s.next, 0, p.Bundle, p.Mail
	}
	if p.unsaid && s.status == Sent {
		if err := tx.markUnsaidReported(p.notice); err != nil {
			return err
		}
	}
	return tx.Defer(db.Deferred{
		Query: `
		UPDATE notices SET lease = '', lease_until = 0, status = ?, reason = ?, primary_id = ?,
			failure = ?, next_at = ?, done_at = ?, bundle = ?, mail = ?,
			waits_from = CASE WHEN ? THEN 0 ELSE waits_from END
		WHERE id = ? AND lease = ? AND done_at = 0`,
		Args: []any{s.status, s.reason, s.primary, s.failure, next, doneAt, bundle, mail, s.done(), p.ID, p.Lease},
		Done: func(settled int64) error {
			if settled == 0 {
				return ErrLeaseLost
			}
			return nil
		},
	})
}
