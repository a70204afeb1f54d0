package models

import (
	"context"
	"fmt"
	"time"
)

// A player's address changes in two steps: a signed-in player requests the change, and a code mailed to the new address
// confirms it. A thief of a token could take over the account this way. Therefore the previous address is notified of
// both steps at once, and for UndoLife a link in these mails undoes the change, cancels every later one and signs out
// everywhere. Until then nobody else can get the previous address.
//
// An address that has an account is not refused, because the refusal would reveal the account. Its mailbox gets a mail
// without a code.

const (
	// UndoLife is how long the previous address can undo a change.
	UndoLife = 14 * day
	// addressChangeLife is how long a change waits for its code.
	addressChangeLife = day
	// addressTries is the number of codes that may be tried for one change.
	addressTries = 5
)

// addressCode is the purpose of codes that confirm a new address.
const addressCode codePurpose = "address"

// addressChangeRow is a requested change of address.
type addressChangeRow struct {
	PlayerID    int64
	Number      int // counts the player's changes
	FormerEmail string
	FormerKey   string
	Email       string
	EmailKey    string
	AskedAt     Millis
	DoneAt      Millis // confirmed by a code
	EndedAt     Millis // withdrawn or replaced by another change
	UndoneAt    Millis
}

// until returns until when the change waits for its code, and until when it can be undone.
func (r *addressChangeRow) until() (waits, undoable Millis) {
	return r.AskedAt.Add(addressChangeLife), max(r.AskedAt, r.DoneAt).Add(UndoLife)
}

// open reports whether the change waits for its code.
func (r *addressChangeRow) open(now Millis) bool {
	waits, _ := r.until()
	return r.DoneAt == 0 && r.EndedAt == 0 && r.UndoneAt == 0 && now < waits
}

// undoable reports whether the previous address can still undo the change.
func (r *addressChangeRow) undoable(now Millis) bool {
	_, until := r.until()
	return r.UndoneAt == 0 && now < until
}

const selectAddressChange = `SELECT player_id, number, former_email, former_key, email, email_key,
	asked_at, done_at, ended_at, undone_at FROM address_changes `

// PendingAddress returns the new address of a change that waits for its code, and its expiry; "" if there is none.
func (s *Store) PendingAddress(ctx context.Context, player int64) (email string, until time.Time, err error) {
	row, err := s.readTx(ctx).openAddressChange(player)
	if err != nil || row == nil {
		return "", until, err
	}
	waits, _ := row.until()
	return row.Email, waits.Time(), nil
}

// openAddressChange returns the change that waits for its code, or nil.
func (tx *Tx) openAddressChange(player int64) (*addressChangeRow, error) {
	var rows []addressChangeRow
	err := tx.Raw(selectAddressChange+`WHERE player_id = ? AND done_at = 0 AND ended_at = 0 AND undone_at = 0
		ORDER BY number DESC LIMIT 1`, player).Scan(&rows).Error
	if err != nil || len(rows) == 0 || !rows[0].open(tx.at) {
		return nil, err
	}
	return &rows[0], nil
}

// askAddress starts a change of a player's address. A request for the current address withdraws a pending change.
func (tx *Tx) askAddress(a Asker, player int64, address string) error {
	email, key, err := tx.store.parseOthersEmail(address)
	if err != nil {
		return err
	}
	p, err := tx.lockPlayer(player)
	if err != nil {
		return err
	}
	if email == p.Email {
		return tx.endAddressChanges(player)
	}
	if err := tx.admitAddressChange(a, player); err != nil {
		return err
	}
	if err := tx.endAddressChanges(player); err != nil {
		return err
	}
	var last int
	err = tx.Raw("SELECT COALESCE(MAX(number), 0) FROM address_changes WHERE player_id = ?", player).Scan(&last).Error
	if err != nil {
		return err
	}
	r := addressChangeRow{
		PlayerID: player, Number: last + 1, FormerEmail: p.Email, FormerKey: p.EmailKey,
		Email: email, EmailKey: key, AskedAt: tx.at,
	}
	err = tx.Exec(`INSERT INTO address_changes (player_id, number, former_email, former_key, email, email_key, asked_at)
		VALUES (?, ?, ?, ?, ?, ?, ?)`, r.PlayerID, r.Number, r.FormerEmail, r.FormerKey, r.Email, r.EmailKey, r.AskedAt).Error
	if err != nil {
		return err
	}
	to, err := tx.recipientOf(email, key)
	if err != nil {
		return err
	}
	n := notice{Kind: KindAddressCode, PlayerID: to.ID, Email: to.Email, Detail: r.detail("")}
	if err := tx.queueCode(addressCode, n, key); err != nil {
		return err
	}
	return tx.noticeAddress(&r, AddressAsked, r.FormerEmail)
}

// admitAddressChange counts a request for a change. The error is CodeTooMany for every address alike.
func (tx *Tx) admitAddressChange(a Asker, player int64) error {
	bounds := []scoped{{fmt.Sprintf("address-changes.%d", player), tx.store.limits.AddressChanges}}
	if a.Network != "" {
		bounds = append(bounds, scoped{tx.scopeOf("address-asker", a.Network), tx.store.limits.CodeAsker})
	}
	return tx.spend(bounds, "too_many_address_changes")
}

// endAddressChanges cancels pending changes.
func (tx *Tx) endAddressChanges(player int64) error {
	return tx.Exec("UPDATE address_changes SET ended_at = ? WHERE player_id = ? AND done_at = 0 AND ended_at = 0",
		tx.at, player).Error
}

// ConfirmAddress changes a player's address to the one that they requested, given the code that was mailed there.
// Tokens, sessions and games stay valid. Errors: CodeConflict if no change is pending, or another account has got the
// address meanwhile; CodeBadCode; CodeTooMany after too many wrong codes for this change.
func (s *Store) ConfirmAddress(ctx context.Context, player int64, code string) (p Player, err error) {
	var outcome error // the error of a transaction that commits its counters
	err = s.write(ctx, func(tx *Tx) error {
		if err := tx.checkActor(player); err != nil {
			return err
		}
		row, err := tx.openAddressChange(player)
		if err != nil {
			return err
		}
		if row == nil {
			return fail(CodeConflict, "no_address_change")
		}
		counted := tx.Exec(`UPDATE address_changes SET tries = tries + 1
			WHERE player_id = ? AND number = ? AND tries < ?`, player, row.Number, addressTries)
		if counted.Error != nil {
			return counted.Error
		}
		if counted.RowsAffected == 0 {
			return tooMany(0, "too_many_address_codes")
		}
		found, err := tx.findCode(addressCode, row.EmailKey, code)
		if outcome = nil; err != nil {
			return err
		}
		if found == nil {
			outcome = fail(CodeBadCode, "bad_address_code")
			return nil
		}
		p, err = tx.confirmAddress(askerOf(ctx), row)
		return err
	})
	if err == nil {
		err = outcome
	}
	return p, err
}

// confirmAddress carries out a change whose code was correct.
func (tx *Tx) confirmAddress(a Asker, r *addressChangeRow) (Player, error) {
	p, err := tx.lockPlayer(r.PlayerID)
	if err != nil {
		return Player{}, err
	}
	if err := tx.moveAddress(p, r.Email, r.EmailKey); err != nil {
		return Player{}, err
	}
	r.DoneAt = tx.at
	for _, err := range []error{
		tx.Exec("UPDATE address_changes SET done_at = ? WHERE player_id = ? AND number = ?",
			tx.at, r.PlayerID, r.Number).Error,
		tx.endCodes(addressCode, r.EmailKey),
		tx.storeHome(a, r.EmailKey),
		tx.noticeAddress(r, AddressChanged, r.FormerEmail),
	} {
		if err != nil {
			return Player{}, err
		}
	}
	after, err := tx.lockPlayer(r.PlayerID)
	return after.player(), err
}

// addressTaken reports whether another account has an address or may still restore it.
func (tx *Tx) addressTaken(key string, player int64) (bool, error) {
	var taken int64
	err := tx.Raw(`SELECT (SELECT COUNT(*) FROM players WHERE email_key = ? AND id <> ?) +
		(SELECT COUNT(*) FROM address_changes WHERE former_key = ? AND player_id <> ?
			AND done_at > ? AND undone_at = 0)`,
		key, player, key, player, tx.at.Add(-UndoLife)).Scan(&taken).Error
	return taken > 0, err
}

// moveAddress changes the address of a player and of their queued mail, and forgets the delivery failures of the
// previous address.
func (tx *Tx) moveAddress(p *playerRow, email, key string) error {
	taken, err := tx.addressTaken(key, p.ID)
	if err != nil {
		return err
	}
	if taken {
		return fail(CodeConflict, "address_taken")
	}
	for _, change := range []struct {
		query string
		args  []any
	}{
		{"UPDATE players SET email = ?, email_key = ? WHERE id = ?", []any{email, key, p.ID}},
		{
			"UPDATE notices SET email = ? WHERE player_id = ? AND done_at = 0 AND kind NOT IN ?",
			[]any{email, p.ID, []Kind{KindCode, KindAddressCode, KindAddressChange}},
		},
		{"UPDATE former_names SET owner = ? WHERE owner = ?", []any{tx.nameOwner(key), tx.nameOwner(p.EmailKey)}},
		{`UPDATE challenges SET invited_as = CASE WHEN invited_as = '' THEN invited ELSE invited_as END, invited = ?
			WHERE invited = ? AND invited <> ''`, []any{key, p.EmailKey}},
		{"DELETE FROM codes WHERE email_key IN (?, ?)", []any{p.EmailKey, key}},
		{"DELETE FROM registrations WHERE email_key = ?", []any{key}},
	} {
		if err := tx.Exec(change.query, change.args...).Error; err != nil {
			return err
		}
	}
	return tx.mailArrived(p.ID)
}

// HadAddress reports whether an address belonged to a player recently enough to undo the change. Mail from such an
// address is accepted as the player's.
func (s *Store) HadAddress(ctx context.Context, player int64, same func(address string) bool) (bool, error) {
	tx := s.readTx(ctx)
	var rows []addressChangeRow
	err := tx.Raw(selectAddressChange+"WHERE player_id = ? AND done_at > ? AND undone_at = 0",
		player, tx.at.Add(-UndoLife)).Scan(&rows).Error
	for _, r := range rows {
		if same(r.FormerEmail) {
			return true, err
		}
	}
	return false, err
}

// SetAddress changes a player's address by decision of an operator, without confirmation. It cannot be undone by a
// link. Both addresses are notified. Errors: CodeNotFound, CodeInvalid, CodeConflict if another account has the
// address.
func (a Admin) SetAddress(ctx context.Context, name, address string) error {
	email, key, err := a.store.parseOthersEmail(address)
	if err != nil {
		return err
	}
	return a.store.write(ctx, func(tx *Tx) error {
		p, err := tx.lockNamed(name)
		if err != nil || p.Email == email {
			return err
		}
		holder, err := findPlayer(tx.DB, "email_key = ?", key)
		if err != nil {
			return err
		}
		if holder != nil && holder.ID != p.ID { // to others, moveAddress does not tell whose it is
			return fail(CodeConflict, "address_of", "name", holder.Name)
		}
		if err := tx.moveAddress(p, email, key); err != nil {
			return err
		}
		err = tx.Exec("UPDATE address_changes SET undone_at = ? WHERE player_id = ? AND undone_at = 0", tx.at, p.ID).Error
		if err != nil {
			return err
		}
		r := &addressChangeRow{PlayerID: p.ID, Email: email, AskedAt: tx.at}
		if err := tx.noticeAddress(r, AddressSet, p.Email); err != nil {
			return err
		}
		return tx.noticeAddress(r, AddressGiven, email)
	})
}
