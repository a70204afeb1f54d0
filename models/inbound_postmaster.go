package models

import "context"

// postmasterKept bounds the mails to the postmaster that can be read later. Anybody may send them.
var postmasterKept = Bound{40, day}

// SettlePostmasterMail settles a mail to the postmaster, for the operator to read while it is kept. Of those beyond
// a number a day only the envelope is recorded. The error is ErrLeaseLost where another worker has the claim.
func (s *Store) SettlePostmasterMail(ctx context.Context, c InboundClaim) error {
	return s.write(ctx, func(tx *Tx) error {
		if err := tx.settleInbound(c, InboundSettlement{Result: InboundPostmaster}); err != nil {
			return err
		}
		keep, err := tx.take(scoped{"postmaster", postmasterKept})
		if err != nil || keep {
			return err
		}
		return tx.Exec("UPDATE inbound SET raw = NULL WHERE id = ?", c.ID).Error
	})
}
