package mailbox

import (
	"context"
	"encoding/base64"
	"fmt"
	"slices"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/schema"
)

// codeRecipient sets the recipient of a code: an account, or somebody who requested one.
func (s *Store) codeRecipient(ctx context.Context, c *Content) (drop models.NoticeReason, err error) {
	_, key, err := schema.ParseEmail(c.Row.Email)
	if err != nil {
		return "", err
	}
	tx := s.ReadTx(ctx)
	row, err := schema.FindPlayer(tx.DB, "email_key = ? AND deleted_at = 0", key)
	if err != nil {
		return "", err
	}
	if row != nil {
		c.To, c.epoch = row.Player(), row.LinkEpoch
	}
	if banned, err := tx.Banned(key); err != nil || banned {
		return account.DropNoAccount, err
	}
	if row != nil {
		return "", nil
	}
	rows, err := account.Registrations(tx, key)
	if err != nil {
		return "", err
	}
	network, err := base64.RawStdEncoding.DecodeString(c.Row.Detail.Network)
	if err != nil {
		return "", fmt.Errorf("notice %s: network: %w", c.Key, err)
	}
	r := account.RegistrationToMail(rows, network)
	if i := slices.IndexFunc(rows,
		func(r account.RegistrationRow) bool { return r.ID == c.Row.Detail.Registration }); i >= 0 {
		r = &rows[i]
	}
	if r == nil {
		return account.DropNoAccount, nil
	}
	c.To = models.Player{
		Name: r.Name, Email: r.Email, Locale: r.Locale,
		TimeZone: schema.PlayerRow{TimeZone: r.TimeZone}.Zone(),
	}
	c.registration = r.ID
	return "", nil
}
