package models

import (
	"crypto/hmac"
	"crypto/sha256"
	"time"

	"turnpost/models/names"
)

// Rules for changes of names.
const (
	RenameEvery  = 24 * time.Hour
	NameReserved = 30 * 24 * time.Hour // how long nobody else may take an abandoned name
)

// rename changes a player's name. The previous name stays reserved for them for a while, so that nobody
// can impersonate them.
func (tx *Tx) rename(player int64, name string) error {
	row, err := tx.lockPlayer(player)
	if err != nil || row.Name == name {
		return err
	}
	if err := checkName(name); err != nil {
		return err
	}
	if since := tx.at.Sub(row.RenamedAt); row.RenamedAt > 0 && since < RenameEvery {
		return tooMany(RenameEvery-since, "renamed_lately", "at", row.RenamedAt.Time().Format(time.RFC3339))
	}
	if err := tx.claimName(name, row.EmailKey); err != nil {
		return err
	}
	if names.Key(name) != row.NameKey {
		if err := tx.reserveName(row); err != nil {
			return err
		}
	}
	return tx.Exec("UPDATE players SET name = ?, name_key = ?, renamed_at = ? WHERE id = ?",
		name, names.Key(name), tx.at, player).Error
}

// reserveName reserves an abandoned name for the owner of the player's address.
func (tx *Tx) reserveName(row *playerRow) error {
	return tx.Exec(`INSERT INTO former_names (name_key, owner, until_at) VALUES (?, ?, ?)
		ON CONFLICT (name_key) DO UPDATE SET owner = excluded.owner, until_at = excluded.until_at`,
		row.NameKey, tx.nameOwner(row.EmailKey), tx.at.Add(NameReserved)).Error
}

// nameReserved reports whether somebody with another address abandoned the name recently.
func (tx *Tx) nameReserved(name, emailKey string) (bool, error) {
	var owners [][]byte
	err := tx.Raw("SELECT owner FROM former_names WHERE name_key = ? AND until_at > ?",
		names.Key(name), tx.at).Scan(&owners).Error
	return len(owners) > 0 && !hmac.Equal(owners[0], tx.nameOwner(emailKey)), err
}

// nameOwner returns the MAC of an address, which identifies it where the address must not be stored.
func (tx *Tx) nameOwner(emailKey string) []byte {
	return tx.store.mac([]byte("name " + emailKey))
}

// macSize is the number of bytes used of a MAC, in links too.
const macSize = 16

// mac replaces data that must be recognized but not readable.
func (s *Store) mac(payload []byte) []byte {
	h := hmac.New(sha256.New, s.nameKey)
	h.Write(payload)
	return h.Sum(nil)[:macSize]
}

func checkName(name string) error {
	if !names.IsValid(name) {
		return invalid("name", "bad_name")
	}
	if names.IsReserved(name) {
		return invalid("name", "server_name", "name", name)
	}
	if names.IsGone(names.Key(name)) {
		return invalid("name", "reserved_name", "prefix", names.GonePrefix)
	}
	return nil
}

// claimName fails if a player has the name, or somebody with another address abandoned it recently. The caller has
// verified the address.
func (tx *Tx) claimName(name, emailKey string) error {
	reserved, err := tx.nameReserved(name, emailKey)
	if err != nil {
		return err
	}
	row, err := findPlayer(tx.DB, "name_key = ? AND email_key <> ?", names.Key(name), emailKey)
	if err != nil || (row == nil && !reserved) {
		return err
	}
	return nameTaken(name)
}

// checkNameFree fails if a player has the name, or somebody abandoned it recently, regardless of the caller: before an
// address is verified, the response must not reveal whose the name is or was. A player who abandoned it can register
// with another name and rename themselves.
func (tx *Tx) checkNameFree(name string) error {
	var taken int64
	err := tx.Raw(`SELECT (SELECT COUNT(*) FROM players WHERE name_key = ?) +
		(SELECT COUNT(*) FROM former_names WHERE name_key = ? AND until_at > ?)`,
		names.Key(name), names.Key(name), tx.at).Scan(&taken).Error
	if err == nil && taken > 0 {
		err = nameTaken(name)
	}
	return err
}

func nameTaken(name string) error {
	e := fail(CodeNameTaken, "name_taken", "name", name)
	e.Field = "name"
	return e
}
