package account

import (
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"strings"
	"time"

	"turnpost/models"
	"turnpost/models/core"
	"turnpost/models/linktext"
	"turnpost/models/mailaddr"
	"turnpost/models/notice"
	"turnpost/models/schema"
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
	DropCodeOut      models.NoticeReason = "code_out"      // a recently mailed code is valid for this request too
	DropCodesBounded models.NoticeReason = "codes_bounded" // enough codes went to this mailbox, none of which was used
	DropNoAccount    models.NoticeReason = "no_account"    // nobody has the address or requested an account for it
)

// CodePurpose is what a code is for. It is worth nothing for another purpose.
type CodePurpose string

// SignInCode is the purpose of a code that signs in.
const SignInCode CodePurpose = "sign_in"

// codeRow is a mailed code.
type codeRow struct {
	Hash           []byte
	RegistrationID int64 // that the mail was about; 0: none
}

// codeScopes returns the allowances that a mail with a code spends. Requests that are proven to come from the mailbox
// have separate ones.
func codeScopes(tx *core.Tx, p CodePurpose, emailKey string, proven bool) (gap, mails schema.Scoped) {
	if emailKey == nobody {
		return ownAllowance(tx, nobody), ownAllowance(tx, nobody)
	}
	of := string(p)
	if proven {
		of += "-proven"
	}
	return schema.Scoped{Scope: tx.ScopeOf("code-gap", of, emailKey), Bound: tx.Store.Limits.CodeGap},
		schema.Scoped{
			Scope: tx.ScopeOf("code-mails", of, mailaddr.Mailbox(emailKey)),
			Bound: tx.Store.Limits.CodeMails,
		}
}

// queueSignInCode queues the mail with a sign-in code for an address, about a registration if one is given.
func queueSignInCode(tx *core.Tx, a models.Asker, to recipient, emailKey string, registration int64) error {
	network := base64.RawStdEncoding.EncodeToString(networkHash(tx, a))
	n := schema.Notice{Kind: models.KindCode, PlayerID: to.ID, Email: to.Email}
	n.Detail = schema.NoticeDetail{Network: network, Registration: registration}
	return queueCode(tx, SignInCode, n, emailKey, a.Mailbox != "")
}

// queueCode queues the mail with a code for an address. The code is created when the mail is
// composed, so that only its hash is stored.
func queueCode(tx *core.Tx, p CodePurpose, n schema.Notice, emailKey string, proven bool) error {
	drop, err := holdCode(tx, p, emailKey, proven)
	if err != nil {
		return err
	}
	n.Key = fmt.Sprintf("code.%d.%s", tx.At, strings.ToLower(secrets.NewRequest()[:10]))
	if err := notice.Notify(tx, n); err != nil {
		return err
	}
	return dropCode(tx, n.Key, drop, emailKey)
}

// droppedCodes limits the ledger entries about unmailed codes for an address.
var droppedCodes = models.Bound{Count: 4, Per: models.Day}

// dropCode drops a notice that was just queued, for a reason; "" keeps it. Within a limit, it stays in the ledger of
// the address's account. The database work is the same with and without a reason.
func dropCode(tx *core.Tx, key string, drop models.NoticeReason, emailKey string) error {
	status, done, bound := models.Queued, models.Millis(0), ownAllowance(tx, emailKey)
	if drop != "" {
		status, done, bound = models.Dropped, tx.At, schema.Scoped{
			Scope: tx.ScopeOf("code-dropped", emailKey),
			Bound: droppedCodes,
		}
	}
	if emailKey == nobody {
		bound = ownAllowance(tx, nobody)
	}
	stays, err := tx.Take(bound)
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
func holdCode(tx *core.Tx, p CodePurpose, emailKey string, proven bool) (drop models.NoticeReason, err error) {
	gap, mails := codeScopes(tx, p, emailKey, proven)
	refused, err := tx.TakeAll(gap, mails)
	switch {
	case err != nil:
		return "", err
	case emailKey == nobody:
		return DropNoAccount, nil
	case refused == schema.NoneRefused:
		return "", nil
	}
	return []models.NoticeReason{DropCodeOut, DropCodesBounded}[refused], nil
}

// IssueCode creates a code for a mail that is about to be sent. It lives until its owner can get
// another one.
func IssueCode(tx *core.Tx,
	p CodePurpose,
	emailKey string,
	registration int64,
) (code string, expires time.Time, err error) {
	_, mails := codeScopes(tx, p, emailKey, false)
	wait, err := tx.Wait(mails)
	if err != nil {
		return "", expires, err
	}
	code, expires = secrets.NewCode(), tx.Now.Add(max(CodeLife, wait))
	err = tx.Exec("INSERT INTO codes (email_key, purpose, registration_id, hash, expires_at) VALUES (?, ?, ?, ?, ?)",
		emailKey, p, registration, secrets.Hash(code), models.ToMillis(expires)).Error
	return code, expires, err
}

// redeem returns the code of an address that somebody tries; nil if it is wrong. The database work is the same whether
// or not the address is known. The error is CodeTooMany after too many tries.
func redeem(tx *core.Tx, a models.Asker, emailKey, code string) (*codeRow, error) {
	sprayed, err := countGuess(tx, a, emailKey)
	if err != nil {
		return nil, err
	}
	found, err := findCode(tx, SignInCode, emailKey, code)
	if err != nil || found == nil {
		return nil, err
	}
	return found, tx.GiveBack(sprayed...)
}

// findCode returns a valid code of an address, or nil.
func findCode(tx *core.Tx, p CodePurpose, emailKey, code string) (found *codeRow, err error) {
	var out []codeRow
	// No code lives longer than the bound on mails; a later expiry comes from a clock that was ahead.
	latest := tx.At.Add(max(CodeLife, tx.Store.Limits.CodeMails.Per))
	err = tx.Raw(`SELECT hash, registration_id FROM codes
		WHERE email_key = ? AND purpose = ? AND expires_at > ? AND expires_at <= ?`,
		emailKey, p, tx.At, latest).Scan(&out).Error
	hash := secrets.Hash(code)
	for i := range out {
		if subtle.ConstantTimeCompare(out[i].Hash, hash) == 1 {
			found = &out[i]
		}
	}
	return found, err
}

// signedIn deletes the codes of an address, restores its allowances and records the owner's network.
func signedIn(tx *core.Tx, a models.Asker, emailKey string) error {
	if err := endCodes(tx, SignInCode, emailKey); err != nil {
		return err
	}
	scopes := []string{tx.ScopeOf("guesses", emailKey)}
	for _, s := range tx.ByNetwork("guesser", a, models.Bound{}, emailKey) {
		scopes = append(scopes, s.Scope)
	}
	if err := tx.Forget(scopes...); err != nil {
		return err
	}
	return storeHome(tx, a, emailKey)
}

// endCodes deletes the used codes of an address and lets it get new ones.
func endCodes(tx *core.Tx, p CodePurpose, emailKey string) error {
	for _, proven := range []bool{false, true} {
		gap, mails := codeScopes(tx, p, emailKey, proven)
		if err := tx.Forget(gap.Scope, mails.Scope); err != nil {
			return err
		}
	}
	return tx.Exec("DELETE FROM codes WHERE email_key = ? AND purpose = ?", emailKey, p).Error
}
