package models

import (
	"context"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"strings"
	"time"

	"turnpost/models/mailaddr"
	"turnpost/models/secrets"
)

// Nobody can be kept from signing in by what others ask. A code that is out answers for further
// requests; mails are bounded by mailbox, and the last code that the bound lets through lives until
// another one may follow. Wrong guesses burn no code: they are counted by who guesses. A request and
// its answer are the same whether or not the address is known, and so is what is written for them.

// CodeLife is how long a code is good for at least, from when its mail is written.
const CodeLife = 15 * time.Minute

// Why a code was not mailed.
const (
	DropCodeOut      NoticeReason = "code_out"      // the one mailed a moment ago is good for this request too
	DropCodesBounded NoticeReason = "codes_bounded" // enough codes went to this mailbox, none of which was used
	DropNoAccount    NoticeReason = "no_account"    // nobody has the address, or asked to
)

// codePurpose is what a code proves an address for.
type codePurpose string

const signInCode codePurpose = "sign_in"

// codeRow is a code that was mailed.
type codeRow struct {
	Hash           []byte
	RegistrationID int64 // that the mail was about; 0: none
}

// codeScopes are the allowances that a mail with a code spends.
func (tx *Tx) codeScopes(p codePurpose, emailKey string) (gap, mails scoped) {
	if emailKey == nobody {
		return tx.ownAllowance(nobody), tx.ownAllowance(nobody)
	}
	return scoped{tx.scopeOf("code-gap", string(p), emailKey), tx.store.limits.CodeGap},
		scoped{tx.scopeOf("code-mails", string(p), mailaddr.Mailbox(emailKey)), tx.store.limits.CodeMails}
}

// queueSignInCode queues the mail with a sign-in code for an address.
func (tx *Tx) queueSignInCode(a Asker, to recipient, emailKey string) error {
	network := base64.RawStdEncoding.EncodeToString(tx.networkHash(a))
	n := notice{Kind: KindCode, PlayerID: to.ID, Email: to.Email, Detail: noticeDetail{Network: network}}
	return tx.queueCode(signInCode, n, emailKey)
}

// queueCode queues the mail with a code for an address. The code itself is made when the mail is
// written, so that it is stored nowhere but as a hash.
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

// droppedCodes bounds what a ledger says of codes for an address that were not mailed.
var droppedCodes = Bound{4, day}

// dropCode drops a notice that was just queued, for a reason, "" for none. It stays in the ledger of the account that
// has the address, where a bound lets it. The same is asked of the database whether or not there is a reason.
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
	from := int64(1) // the least id of a player in whose ledger it stays
	if !stays {
		from = maxLinkPlayer
	}
	return tx.Exec("DELETE FROM notices WHERE key = ? AND done_at > 0 AND player_id < ?", key, from).Error
}

// holdCode says why no code is to be mailed, "" where one is. What is held back spends nothing: who asks
// too often must not use up what the owner of the address can ask for.
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

// issueCode makes a code for a mail that is about to be sent. It lives until its owner can have
// another one.
func (tx *Tx) issueCode(p codePurpose, emailKey string, registration int64) (code string, expires time.Time, err error) {
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

// redeem finds the code of an address that somebody tries; nil where it is none. The same is asked of the database
// whether or not the address is known. Its error is CodeTooMany where there were too many tries.
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

// findCode finds a code that is out for an address; nil where it is none.
func (tx *Tx) findCode(p codePurpose, emailKey, code string) (found *codeRow, err error) {
	var out []codeRow
	// No code lives longer than the bound on mails; one that seems to is left from a clock that was ahead.
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

// signedIn ends the codes of an address, makes its allowances whole and remembers where its owner is.
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

// endCodes ends the codes of an address that were used, and lets it have others.
func (tx *Tx) endCodes(p codePurpose, emailKey string) error {
	gap, mails := tx.codeScopes(p, emailKey)
	if err := tx.forget(gap.scope, mails.scope); err != nil {
		return err
	}
	return tx.Exec("DELETE FROM codes WHERE email_key = ? AND purpose = ?", emailKey, p).Error
}

// codeRecipient finds who a code is for: an account, or somebody who asked for one.
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
	if r == nil {
		return DropNoAccount, nil
	}
	c.To = Player{Name: r.Name, Email: r.Email, Locale: r.Locale, TimeZone: playerRow{TimeZone: r.TimeZone}.zone()}
	c.registration = r.ID
	return "", nil
}
