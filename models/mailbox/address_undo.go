package mailbox

import (
	"context"
	"time"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/core"
	"turnpost/models/notice"
	"turnpost/models/schema"
)

// gatherAddress loads the content of a mail about a change of address.
func (s *Store) gatherAddress(ctx context.Context, c *Content) (drop models.NoticeReason, err error) {
	tx, about := s.ReadTx(ctx), c.Row.Detail.Address
	p, err := schema.FindPlayer(tx.DB, "id = ? AND deleted_at = 0", about.Player)
	if err != nil || p == nil {
		return notice.DropAccountGone, err
	}
	r, err := account.FindAddressChange(tx, about.Player, about.Number)
	if err != nil {
		return "", err
	}
	c.Address = account.AddressChange{State: about.State, Name: p.Name, New: about.New}
	if c.Kind == models.KindAddressCode {
		return s.gatherAddressCode(ctx, c, r)
	}
	c.To = p.Player()
	c.To.Email = c.Row.Email
	if about.State != account.AddressAsked && about.State != account.AddressChanged {
		return "", nil
	}
	if r == nil || !r.Undoable(tx.At) {
		return notice.DropAddressChange, nil
	}
	_, until := r.Until()
	c.Address.Until = until.Time()
	c.Address.Link, err = s.AddressLink(ctx, r)
	return "", err
}

// gatherAddressCode creates the code for a new address, or reports that the address already has an account.
func (s *Store) gatherAddressCode(
	ctx context.Context, c *Content, r *account.AddressChangeRow,
) (models.NoticeReason, error) {
	tx := s.ReadTx(ctx)
	c.To = models.Player{Email: c.Row.Email, Locale: schema.DefaultLocale, TimeZone: time.UTC}
	if asker, err := schema.FindPlayer(tx.DB, "id = ?", c.Row.Detail.Address.Player); err == nil && asker != nil {
		c.To.Locale, c.To.TimeZone = asker.Locale, asker.Zone()
	}
	if r == nil || !r.Open(tx.At) {
		return notice.DropAddressChange, nil
	}
	if s.Clock().Sub(c.CreatedAt) > account.CodeLife {
		return notice.DropCodeExpired, nil
	}
	taken, err := account.AddressTaken(tx, r.EmailKey, r.PlayerID)
	if err != nil {
		return "", err
	}
	if c.Address.Taken = taken; taken {
		return "", nil
	}
	var refused int64
	err = tx.Raw("SELECT COUNT(*) FROM refusals WHERE email_key = ?", r.EmailKey).Scan(&refused).Error
	if err != nil || refused > 0 {
		return notice.DropAddressRefuses, err
	}
	return "", s.Write(ctx, func(tx *core.Tx) error {
		c.Code, c.Expires, err = account.IssueCode(tx, account.AddressCode, r.EmailKey, 0)
		return err
	})
}
