package models

import (
	"crypto/hmac"
	"time"
)

// How names change.
const (
	RenameEvery  = 24 * time.Hour
	NameReserved = 30 * 24 * time.Hour // how long nobody else may take a name that was given up
)

// rename gives a player another name. The old one stays theirs for a while, so that nobody
// can pass for them.
func (tx *Tx) rename(player int64, name string) error {
	if err := checkName(name); err != nil {
		return err
	}
	row, err := tx.lockPlayer(player)
	if err != nil || row.Name == name {
		return err
	}
	if since := tx.at.Sub(row.RenamedAt); row.RenamedAt > 0 && since < RenameEvery {
		e := fail(CodeTooMany, "a name can change once a day; yours did at %s", row.RenamedAt.Time().Format(time.RFC3339))
		e.RetryAfter = int((RenameEvery - since).Seconds()) + 1
		return e
	}
	if err := tx.freeName(name, row.EmailKey); err != nil {
		return err
	}
	if nameKey(name) != row.NameKey {
		if err := tx.reserveName(row); err != nil {
			return err
		}
	}
	return tx.Exec("UPDATE players SET name = ?, name_key = ?, renamed_at = ? WHERE id = ?", name, nameKey(name), tx.at, player).Error
}

// reserveName keeps a name that a player gives up for whoever has their address.
func (tx *Tx) reserveName(row *playerRow) error {
	return tx.Exec(`INSERT INTO former_names (name_key, owner, until_at) VALUES (?, ?, ?)
		ON CONFLICT (name_key) DO UPDATE SET owner = excluded.owner, until_at = excluded.until_at`,
		row.NameKey, tx.nameOwner(row.EmailKey), tx.at.Add(NameReserved)).Error
}

// nameReserved tells whether somebody with another address gave the name up a
// short while ago.
func (tx *Tx) nameReserved(name, emailKey string) (bool, error) {
	var owners [][]byte
	err := tx.Raw("SELECT owner FROM former_names WHERE name_key = ? AND until_at > ?", nameKey(name), tx.at).Scan(&owners).Error
	return len(owners) > 0 && !hmac.Equal(owners[0], tx.nameOwner(emailKey)), err
}

// nameOwner stands for an address that may be stored nowhere any more.
func (tx *Tx) nameOwner(emailKey string) []byte {
	return tx.store.mac([]byte("name " + emailKey))
}
