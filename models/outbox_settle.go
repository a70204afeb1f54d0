package models

import (
	"context"
	"errors"

	"turnpost/models/db"
)

// Settle settles a claim. The error is ErrLeaseLost if another worker has it.
func (s *Store) Settle(ctx context.Context, one Settling) error {
	return s.SettleTogether(ctx, []Settling{one})[0]
}

// SettleTogether settles claims in one transaction or, if one of them cannot be settled, each in a separate one. A
// claim whose game is damaged is settled without crediting the game. The errors are those of Settle, in the order of
// the claims.
func (s *Store) SettleTogether(ctx context.Context, group []Settling) []error {
	errs := make([]error, len(group))
	together := s.writeBackground(ctx, func(tx *Tx) error { return tx.settleAll(group) })
	for i, one := range group {
		if errs[i] = together; together != nil && len(group) > 1 {
			errs[i] = s.writeBackground(ctx, func(tx *Tx) error { return tx.settleAll([]Settling{one}) })
		}
		if failsAgain(errs[i]) {
			errs[i] = s.settleUncredited(ctx, one, errs[i])
		}
		if player := one.claim.row.PlayerID; errs[i] == nil && one.refused != "" && player != 0 {
			errs[i] = s.RecordBounce(ctx, player, true, one.refused)
		}
	}
	return errs
}

// failsAgain reports whether an error of settling would return with every attempt.
func failsAgain(err error) bool {
	return err != nil && !Unavailable(err) && !errors.Is(err, ErrLeaseLost) && !errors.Is(err, db.ErrClosed) &&
		!errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded)
}

// settleUncredited settles a claim whose game cannot be changed, because its rows are damaged, without crediting the
// game: the mail would be sent again at the end of every lease.
func (s *Store) settleUncredited(ctx context.Context, one Settling, failure error) error {
	err := s.writeBackground(ctx, func(tx *Tx) error {
		parts, settlements := settlementsOf([]Settling{one})
		return tx.settleNotices(parts, settlements)
	})
	if err != nil {
		return errors.Join(failure, err)
	}
	s.log.ErrorContext(ctx, "a game could not be credited with the wait of its mail", "key", one.claim.Key,
		"game", one.claim.row.GameID, "error", failure)
	return nil
}

// settleAll settles each notice of the claims. All games that are credited are locked before any notice.
func (tx *Tx) settleAll(group []Settling) error {
	parts, settlements := settlementsOf(group)
	if err := tx.creditNotices(parts, settlements); err != nil {
		return err
	}
	return tx.settleNotices(parts, settlements)
}

// settlementsOf returns the notices of claims with their outcomes. Notices found to be outdated are dropped together
// with the others.
func settlementsOf(group []Settling) (parts []*claimedNotice, settlements []settlement) {
	for _, one := range group {
		for _, p := range one.claim.parts {
			became := one.settle(p)
			if became.done() && p.drop != "" {
				became = settlement{status: Dropped, reason: p.drop}
			}
			parts, settlements = append(parts, p), append(settlements, became)
		}
	}
	return parts, settlements
}

func (tx *Tx) settleNotices(parts []*claimedNotice, settlements []settlement) error {
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
