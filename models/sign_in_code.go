package models

import (
	"context"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"time"

	"turnpost/models/linktext"
	"turnpost/models/mailaddr"
	"turnpost/models/secrets"
)

// Nobody can be kept from signing in by requests of others. While a recent code is valid, further requests get no new
// one; mails are limited by mailbox, and the last code within the limit lives until another one may follow. Wrong
// guesses do not invalidate a code: they are counted by guesser. A request and its response are the same whether or not
// the address is known, and so are the writes for them.

// CodeLife is the minimum life of a code, counted from the creation of its mail.
const CodeLife = 15 * time.Minute

// Why a code was not mailed.
const (
	DropCodeOut      NoticeReason = "code_out"      // a recently mailed code is valid for this request too
	DropCodesBounded NoticeReason = "codes_bounded" // enough codes went to this mailbox, none of which was used
	DropNoAccount    NoticeReason = "no_account"    // nobody has the address or requested an account for it
)

// codePurpose is the purpose for which a code proves an address.
type codePurpose string

const signInCode codePurpose = "sign_in"

// codeRow is a mailed code.
type codeRow struct {
	Hash           []byte
	RegistrationID int64 // that the mail was about; 0: none
}

// codeScopes returns the allowances that a mail with a code spends.
func (tx *Tx) codeScopes(p codePurpose, emailKey string) (gap, mails scoped) {
	if emailKey == nobody {
		return tx.ownAllowance(nobody), tx.ownAllowance(nobody)
	}
	return scoped{tx.scopeOf("code-gap", string(p), emailKey), tx.store.limits.CodeGap},
		scoped{tx.scopeOf("code-mails", string(p), mailaddr.Mailbox(emailKey)), tx.store.limits.CodeMails}
}

// queueSignInCode queues the mail with a sign-in code for an address, about a registration if one is given.
func (tx *Tx) queueSignInCode(a Asker, to recipient, emailKey string, registration int64) error {
	network := base64.RawStdEncoding.EncodeToString(tx.networkHash(a))
	n := notice{Kind: KindCode, PlayerID: to.ID, Email: to.Email}
	n.Detail = noticeDetail{Network: network, Registration: registration}
	return tx.queueCode(signInCode, n, emailKey)
}

// queueCode queues the mail with a code for an address. The code is created when the mail is
// composed, so that only its hash is stored.
func (tx *Tx) queueCode(p codePurpose, n notice, emailKey string) error {
	drop, err := tx.holdCode(p, emailKey)
	if err != nil {
		return err
	}
	n.Key = fmt.Sprintf("code.%d.%s", tx.at, strings.ToLower(secrets.NewRequest()[:10]))
	if err := tx.notify(n); err != nil {
		return err
	}
	return tx.dropCode(n.Key, drop, emailKey)
}

// droppedCodes limits the ledger entries about unmailed codes for an address.
var droppedCodes = Bound{4, day}

// dropCode drops a notice that was just queued, for a reason; "" keeps it. Within a limit, it stays in the ledger of
// the address's account. The database work is the same with and without a reason.
func (tx *Tx) dropCode(key string, drop NoticeReason, emailKey string) error {
	status, done, bound := Queued, Millis(0), tx.ownAllowance(emailKey)
	if drop != "" {
		status, done, bound = Dropped, tx.at, scoped{tx.scopeOf("code-dropped", emailKey), droppedCodes}
	}
	if emailKey == nobody {
		bound = tx.ownAllowance(nobody)
	}
	stays, err := tx.take(bound)
	if err != nil {
		return err
	}
	err = tx.Exec("UPDATE notices SET status = ?, reason = ?, done_at = ? WHERE key = ?", status, drop, done, key).Error
	if err != nil {
		return err
	}
	from := int64(1) // the minimum ID of a player in whose ledger it stays
	if !stays {
		from = linktext.MaxPlayer
	}
	return tx.Exec("DELETE FROM notices WHERE key = ? AND done_at > 0 AND player_id < ?", key, from).Error
}

// holdCode returns the reason why no code may be mailed, or "". A held code spends no allowance: requests of others
// must not use up those of the address's owner.
func (tx *Tx) holdCode(p codePurpose, emailKey string) (drop NoticeReason, err error) {
	gap, mails := tx.codeScopes(p, emailKey)
	refused, err := tx.takeAll(gap, mails)
	switch {
	case err != nil:
		return "", err
	case emailKey == nobody:
		return DropNoAccount, nil
	case refused == noneRefused:
		return "", nil
	}
	return []NoticeReason{DropCodeOut, DropCodesBounded}[refused], nil
}

// issueCode creates a code for a mail that is about to be sent. It lives until its owner can get
// another one.
func (tx *Tx) issueCode(
	p codePurpose,
	emailKey string,
	registration int64,
) (code string, expires time.Time, err error) {
	_, mails := tx.codeScopes(p, emailKey)
	wait, err := tx.wait(mails)
	if err != nil {
		return "", expires, err
	}
	code, expires = secrets.NewCode(), tx.now.Add(max(CodeLife, wait))
	err = tx.Exec("INSERT INTO codes (email_key, purpose, registration_id, hash, expires_at) VALUES (?, ?, ?, ?, ?)",
		emailKey, p, registration, secrets.Hash(code), ToMillis(expires)).Error
	return code, expires, err
}

// redeem returns the code of an address that somebody tries; nil if it is wrong. The database work is the same whether
// or not the address is known. The error is CodeTooMany after too many tries.
func (tx *Tx) redeem(a Asker, emailKey, code string) (*codeRow, error) {
	sprayed, err := tx.countGuess(a, emailKey)
	if err != nil {
		return nil, err
	}
	found, err := tx.findCode(signInCode, emailKey, code)
	if err != nil || found == nil {
		return nil, err
	}
	return found, tx.giveBack(sprayed...)
}

// findCode returns a valid code of an address, or nil.
func (tx *Tx) findCode(p codePurpose, emailKey, code string) (found *codeRow, err error) {
	var out []codeRow
	// No code lives longer than the bound on mails; a later expiry comes from a clock that was ahead.
	latest := tx.at.Add(max(CodeLife, tx.store.limits.CodeMails.Per))
	err = tx.Raw(`SELECT hash, registration_id FROM codes
		WHERE email_key = ? AND purpose = ? AND expires_at > ? AND expires_at <= ?`,
		emailKey, p, tx.at, latest).Scan(&out).Error
	hash := secrets.Hash(code)
	for i := range out {
		if subtle.ConstantTimeCompare(out[i].Hash, hash) == 1 {
			found = &out[i]
		}
	}
	return found, err
}

// signedIn deletes the codes of an address, restores its allowances and records the owner's network.
func (tx *Tx) signedIn(a Asker, emailKey string) error {
	if err := tx.endCodes(signInCode, emailKey); err != nil {
		return err
	}
	scopes := []string{tx.scopeOf("guesses", emailKey)}
	for _, s := range tx.byNetwork("guesser", a, Bound{}, emailKey) {
		scopes = append(scopes, s.scope)
	}
	if err := tx.forget(scopes...); err != nil {
		return err
	}
	return tx.storeHome(a, emailKey)
}

// endCodes deletes the used codes of an address and lets it get new ones.
func (tx *Tx) endCodes(p codePurpose, emailKey string) error {
	gap, mails := tx.codeScopes(p, emailKey)
	if err := tx.forget(gap.scope, mails.scope); err != nil {
		return err
	}
	return tx.Exec("DELETE FROM codes WHERE email_key = ? AND purpose = ?", emailKey, p).Error
}

// codeRecipient sets the recipient of a code: an account, or somebody who requested one.
func (s *Store) codeRecipient(ctx context.Context, c *Content) (drop NoticeReason, err error) {
	_, key, err := parseEmail(c.row.Email)
	if err != nil {
		return "", err
	}
	tx := s.readTx(ctx)
	row, err := findPlayer(tx.DB, "email_key = ? AND deleted_at = 0", key)
	if err != nil {
		return "", err
	}
	if row != nil {
		c.To, c.epoch = row.player(), row.LinkEpoch
		banned, err := tx.banned(row.ID)
		if banned {
			drop = DropNoAccount
		}
		return drop, err
	}
	rows, err := tx.registrations(key)
	if err != nil {
		return "", err
	}
	network, err := base64.RawStdEncoding.DecodeString(c.row.Detail.Network)
	if err != nil {
		return "", fmt.Errorf("notice %s: network: %w", c.Key, err)
	}
	r := registrationToMail(rows, network)
	if i := slices.IndexFunc(rows, func(r registrationRow) bool { return r.ID == c.row.Detail.Registration }); i >= 0 {
		r = &rows[i]
	}
	if r == nil {
		return DropNoAccount, nil
	}
	c.To = Player{Name: r.Name, Email: r.Email, Locale: r.Locale, TimeZone: playerRow{TimeZone: r.TimeZone}.zone()}
	c.registration = r.ID
	return "", nil
}

// MailCode queues a mail with a new sign-in code for a player, regardless of limits.
// Errors: CodeNotFound, CodeConflict if the account is banned.
func (a Admin) MailCode(ctx context.Context, name string) error {
	return a.store.write(ctx, func(tx *Tx) error {
		row, err := tx.lockNamed(name)
		if err != nil {
			return err
		}
		banned, err := tx.banned(row.ID)
		if err != nil {
			return err
		}
		if banned {
			return fail(CodeConflict, "banned_no_code", "name", row.Name)
		}
		return tx.notify(
			notice{Key: "code.admin." + secrets.NewID() + secrets.NewID(), Kind: KindCode, PlayerID: row.ID, Email: row.Email},
		)
	})
}
