package core

import (
	"crypto/hmac"

	"turnpost/models/names"
	"turnpost/models/schema"
)

// nameReserved reports whether somebody with another address abandoned the name recently.
func (tx *Tx) nameReserved(name, emailKey string) (bool, error) {
	var owners [][]byte
	err := tx.Raw("SELECT owner FROM former_names WHERE name_key = ? AND until_at > ?",
		names.Key(name), tx.At).Scan(&owners).Error
	return len(owners) > 0 && !hmac.Equal(owners[0], tx.NameOwner(emailKey)), err
}

// NameOwner returns the MAC of an address, which identifies it where the address must not be stored.
func (tx *Tx) NameOwner(emailKey string) []byte {
	return tx.Store.Mac([]byte("name " + emailKey))
}

// ClaimName fails if a player has the name, or somebody with another address abandoned it recently. The caller has
// verified the address.
func (tx *Tx) ClaimName(name, emailKey string) error {
	reserved, err := tx.nameReserved(name, emailKey)
	if err != nil {
		return err
	}
	row, err := schema.FindPlayer(tx.DB, "name_key = ? AND email_key <> ?", names.Key(name), emailKey)
	if err != nil || (row == nil && !reserved) {
		return err
	}
	return schema.NameTaken(name)
}
