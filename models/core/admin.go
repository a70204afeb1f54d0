package core

import "turnpost/models/mailaddr"

// Banned reports whether an account of the mailbox of an address is banned.
func (tx *Tx) Banned(address string) (bool, error) {
	var n int64
	err := tx.Raw("SELECT COUNT(*) FROM players WHERE mailbox = ? AND banned_at > 0",
		mailaddr.Mailbox(address)).Scan(&n).Error
	return n > 0, err
}
