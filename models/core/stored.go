package core

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"

	"turnpost/models/schema"
	"turnpost/models/secrets"
)

// Secret returns a key that the server generates on its first run.
func (s *Store) Secret(ctx context.Context, name string) ([]byte, error) {
	var row struct{ Value []byte }
	const find = "SELECT value FROM secrets WHERE name = ?"
	if err := s.Read(ctx).Raw(find, name).Scan(&row).Error; err != nil || row.Value != nil {
		return row.Value, err
	}
	err := s.Write(ctx, func(tx *Tx) error {
		err := tx.Exec("INSERT INTO secrets (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING",
			name, secrets.NewKey()).Error
		if err != nil {
			return err
		}
		return tx.Raw(find, name).Take(&row).Error
	})
	return row.Value, err
}

// Mac replaces data that must be recognized but not readable.
func (s *Store) Mac(payload []byte) []byte {
	h := hmac.New(sha256.New, s.NameKey)
	h.Write(payload)
	return h.Sum(nil)[:schema.MacSize]
}
