package mailbox

import (
	"context"
	"errors"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/core"
	"turnpost/models/db"
	"turnpost/models/play"
	"turnpost/models/queue"
	"turnpost/models/schema"
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
	together := s.WriteBackground(ctx, func(tx *core.Tx) error { return settleAll(tx, group) })
	for i, one := range group {
		if errs[i] = together; together != nil && len(group) > 1 {
			errs[i] = s.WriteBackground(ctx, func(tx *core.Tx) error { return settleAll(tx, []Settling{one}) })
		}
		if failsAgain(errs[i]) {
			errs[i] = s.settleUncredited(ctx, one, errs[i])
		}
		if player := one.claim.Row.PlayerID; errs[i] == nil && one.bounce != "" && one.bounce != account.BounceSoft &&
			player != 0 {
			errs[i] = s.RecordBounce(ctx, player, one.bounce, one.refused)
		}
	}
	return errs
}

// failsAgain reports whether an error of settling would return with every attempt.
func failsAgain(err error) bool {
	return err != nil && !models.Unavailable(err) && !errors.Is(err, models.ErrLeaseLost) && !errors.Is(err,
		db.ErrClosed) &&
		!errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded)
}

// settleUncredited settles a claim whose game cannot be changed, because its rows are damaged, without crediting the
// game: the mail would be sent again at the end of every lease.
func (s *Store) settleUncredited(ctx context.Context, one Settling, failure error) error {
	err := s.WriteBackground(ctx, func(tx *core.Tx) error {
		parts, settlements := settlementsOf([]Settling{one})
		return settleNotices(tx, parts, settlements)
	})
	if err != nil {
		return errors.Join(failure, err)
	}
	s.Log.ErrorContext(ctx, "a game could not be credited with the wait of its mail", "key", one.claim.Key,
		"game", one.claim.Row.GameID, "error", failure)
	return nil
}

// settleAll settles each notice of the claims. All games that are credited are locked before any notice.
func settleAll(tx *core.Tx, group []Settling) error {
	parts, settlements := settlementsOf(group)
	if err := play.CreditNotices(tx, parts, settlements); err != nil {
		return err
	}
	return settleNotices(tx, parts, settlements)
}

// settlementsOf returns the notices of claims with their outcomes. Notices found to be outdated are dropped together
// with the others.
func settlementsOf(group []Settling) (parts []*schema.ClaimedNotice, settlements []schema.Settlement) {
	for _, one := range group {
		for _, p := range one.claim.Parts {
			became := one.settle(p)
			if became.Done() && p.Drop != "" {
				became = schema.Settlement{Status: models.Dropped, Reason: p.Drop}
			}
			parts, settlements = append(parts, p), append(settlements, became)
		}
	}
	return parts, settlements
}

func settleNotices(tx *core.Tx, parts []*schema.ClaimedNotice, settlements []schema.Settlement) error {
	for i, p := range parts {
		if err := settleNotice(tx, p, settlements[i]); err != nil {
			return err
		}
	}
	return nil
}

var settlesNotice = queue.Notices.Release(`status = ?, reason = ?, primary_id = ?,
	failure = ?, next_at = ?, done_at = ?, bundle = ?, mail = ?,
	waits_from = CASE WHEN ? THEN 0 ELSE waits_from END`)

func settleNotice(tx *core.Tx, p *schema.ClaimedNotice, s schema.Settlement) error {
	next, doneAt, bundle, mail := models.Millis(0), tx.At, "", "" // completed notices keep only what the ledger shows
	if !s.Done() {
		next, doneAt, bundle, mail = s.Next, 0, p.Bundle, p.Mail
	}
	if p.Unsaid && s.Status == models.Sent {
		if err := markUnsaidReported(tx, p.Notice); err != nil {
			return err
		}
	}
	return tx.Defer(db.Deferred{
		Query: settlesNotice,
		Args:  []any{s.Status, s.Reason, s.Primary, s.Failure, next, doneAt, bundle, mail, s.Done(), p.ID, p.Lease},
		Done:  queue.HeldRows,
	})
}
