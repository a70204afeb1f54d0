package models

import (
	"context"
	"crypto/subtle"
	"fmt"
	"strings"
	"time"

	"gorm.io/gorm/clause"
)

// Nobody can be kept from signing in by what others ask. A code that is out answers for further
// requests; mails are bounded by mailbox, and the last code that the bound lets through lives until
// another one may follow. Wrong guesses burn no code: they are counted by who guesses. A request and
// its answer are the same whether or not the address is known, and so is what is written for them.

// CodeLife is how long a code is good for at least, from when its mail is written.
const CodeLife = 15 * time.Minute

// Tries with the secret of a request for a code, and how long it is good for.
const (
	requestTries = 5
	requestLife  = day
)

// Why a code was not mailed.
const (
	DropCodeOut      NoticeReason = "code_out"      // the one mailed a moment ago is good for this request too
	DropCodesBounded NoticeReason = "codes_bounded" // enough codes went to this mailbox, none of which was used
	DropAskerBounded NoticeReason = "asker_bounded" // enough codes were asked for from where this one was
	DropNoAccount    NoticeReason = "no_account"    // nobody has the address, or asked to
)

// codeScopes are the allowances that a mail with a code spends.
func (tx *Tx) codeScopes(emailKey string) (gap, mails scoped) {
	return scoped{tx.scopeOf("code-gap", emailKey), tx.store.limits.CodeGap},
		scoped{tx.scopeOf("code-mails", mailboxOf(emailKey)), tx.store.limits.CodeMails}
}

// queueCode queues the mail with a code for an address. The code itself is made when the mail is
// written, so that it is stored nowhere but as a hash. What a bound holds back stands in the ledger
// of whoever has the address.
func (tx *Tx) queueCode(asker Asker, email, emailKey string) error {
	var to struct { // one row, known or not: reading none would be quicker
		ID    int64
		Email string
	}
	err := tx.Raw(`SELECT
		COALESCE((SELECT id FROM players WHERE email_key = ? AND deleted_at = 0), 0) AS id,
		COALESCE((SELECT email FROM players WHERE email_key = ? AND deleted_at = 0), ?) AS email`,
		emailKey, emailKey, email).Scan(&to).Error
	if err != nil {
		return err
	}
	if err := tx.storeRequest(asker.Request, emailKey); err != nil {
		return err
	}
	drop, err := tx.holdCode(asker, emailKey)
	if err != nil {
		return err
	}
	key := fmt.Sprintf("code.%d.%s", tx.at, strings.ToLower(NewRequest()[:10]))
	if err := tx.notify(notice{Key: key, Kind: KindCode, PlayerID: to.ID, Email: to.Email}); err != nil || drop == "" {
		return err
	}
	return tx.Exec("UPDATE notices SET status = ?, reason = ?, done_at = ? WHERE key = ?", Dropped, drop, tx.at, key).Error
}

// holdCode says why no code is to be mailed, "" where one is. What is held back spends nothing: who asks
// too often must not use up what the owner of the address can ask for.
func (tx *Tx) holdCode(asker Asker, emailKey string) (drop NoticeReason, err error) {
	gap, mails := tx.codeScopes(emailKey)
	asking := scoped{tx.scopeOf("code-asker", asker.Network), tx.store.limits.CodeAsker}
	if asker.Network == "" {
		asking.bound.Count = -1 // nobody to count by
	}
	all, drops := []scoped{gap, asking, mails}, []NoticeReason{DropCodeOut, DropAskerBounded, DropCodesBounded}
	for i := range all {
		ok, err := tx.take(all[i])
		if err != nil {
			return "", err
		}
		if ok {
			continue
		}
		for _, taken := range all[:i] {
			if err := tx.giveBack(taken); err != nil {
				return "", err
			}
		}
		return drops[i], nil
	}
	return "", nil
}

// storeRequest stores the secret of a request for a code.
func (tx *Tx) storeRequest(request, emailKey string) error {
	if request == "" {
		return nil
	}
	// The hash is not the first value, for GORM spreads a slice behind "(".
	return tx.Exec("INSERT INTO sign_in_requests (expires_at, hash, owner) VALUES (?, ?, ?)",
		tx.at.Add(requestLife), hashSecret(request), tx.nameOwner(emailKey)).Error
}

// issueCode makes a code for a mail that is about to be sent. It lives until its owner can have
// another one.
func (tx *Tx) issueCode(emailKey string) (code string, expires time.Time, err error) {
	_, mails := tx.codeScopes(emailKey)
	wait, err := tx.wait(mails)
	if err != nil {
		return "", expires, err
	}
	code, expires = newCode(), tx.now.Add(max(CodeLife, wait))
	return code, expires, tx.Exec("INSERT INTO codes (email_key, hash, expires_at) VALUES (?, ?, ?)",
		emailKey, hashSecret(code), ToMillis(expires)).Error
}

// redeem tells whether the code is one that is out for the address. The same is asked of the database
// whether or not the address is known. Its error is CodeTooMany where there were too many guesses.
func (tx *Tx) redeem(asker Asker, emailKey, code string) (bool, error) {
	if err := tx.countGuess(asker, emailKey); err != nil {
		return false, err
	}
	var out []struct{ Hash []byte }
	// No code lives longer than the bound on mails; one that seems to is left from a clock that was ahead.
	latest := tx.at.Add(max(CodeLife, tx.store.limits.CodeMails.Per))
	err := tx.Raw("SELECT hash FROM codes WHERE email_key = ? AND expires_at > ? AND expires_at <= ?",
		emailKey, tx.at, latest).Scan(&out).Error
	hash, found := hashSecret(code), 0
	for _, c := range out {
		found |= subtle.ConstantTimeCompare(c.Hash, hash)
	}
	return found == 1, err
}

// countGuess counts a try by who makes it: by the secret of a request that was made for the
// address, else by network; and by all who try, but for networks that the owner has signed in from.
func (tx *Tx) countGuess(asker Asker, emailKey string) error {
	own := tx.Exec(`UPDATE sign_in_requests SET tries = tries + 1
		WHERE hash = ? AND owner = ? AND expires_at > ? AND tries < ?`,
		hashSecret(asker.Request), tx.nameOwner(emailKey), tx.at, requestTries)
	if own.Error != nil {
		return own.Error
	}
	var counted []scoped
	if own.RowsAffected == 0 {
		counted = append(counted, scoped{tx.scopeOf("guesser", asker.Network, emailKey), tx.store.limits.Guesser})
	}
	var home int64
	err := tx.Raw("SELECT COUNT(*) FROM bounds WHERE scope = ? AND until_at > ?",
		tx.homeScope(asker, emailKey), tx.at).Scan(&home).Error
	if err != nil {
		return err
	}
	if home == 0 {
		counted = append(counted, scoped{tx.scopeOf("guesses", emailKey), tx.store.limits.Guesses})
	}
	for _, c := range counted {
		ok, err := tx.take(c)
		if err != nil {
			return err
		}
		if !ok {
			wait, err := tx.wait(c)
			if err != nil {
				return err
			}
			return tooMany(wait, "too_many_guesses")
		}
	}
	return nil
}

// homeFor is how long a network is remembered from which an account was signed in.
const homeFor = 90 * day

func (tx *Tx) homeScope(asker Asker, emailKey string) string {
	return tx.scopeOf("home", asker.Network, emailKey)
}

// signedIn ends the codes of an address, makes its allowances whole and remembers where its owner is.
func (tx *Tx) signedIn(asker Asker, emailKey string) error {
	if err := tx.Exec("DELETE FROM codes WHERE email_key = ?", emailKey).Error; err != nil {
		return err
	}
	gap, mails := tx.codeScopes(emailKey)
	guesser, guesses := tx.scopeOf("guesser", asker.Network, emailKey), tx.scopeOf("guesses", emailKey)
	if err := tx.forget(gap.scope, mails.scope, guesser, guesses); err != nil || asker.Network == "" {
		return err
	}
	return tx.Exec(`INSERT INTO bounds (scope, until_at) VALUES (?, ?)
		ON CONFLICT (scope) DO UPDATE SET until_at = excluded.until_at`,
		tx.homeScope(asker, emailKey), tx.at.Add(homeFor)).Error
}

type registrationRow struct {
	EmailKey  string `gorm:"primaryKey"`
	Email     string
	Name      string
	Locale    string
	TimeZone  string
	CreatedAt Millis `gorm:"autoCreateTime:false"`
}

func (registrationRow) TableName() string { return "registrations" }

// storeRegistration keeps what somebody wants an account to be, until a code proves the address. It
// is kept for addresses with an account too, where it comes to nothing.
func (tx *Tx) storeRegistration(r registrationRow) error {
	return tx.Clauses(clause.OnConflict{UpdateAll: true}).Create(&r).Error
}

// registration finds what an address has asked to be; nil where nothing.
func (tx *Tx) registration(emailKey string) (*registrationRow, error) {
	var rows []registrationRow
	err := tx.Where("email_key = ? AND created_at > ?", emailKey, tx.at.Add(-unconfirmedLife)).Limit(1).Find(&rows).Error
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	return &rows[0], nil
}

// addressCode finds who a code is for: an account, or somebody who asked for one.
func (s *Store) addressCode(ctx context.Context, c *Content) (drop NoticeReason, err error) {
	_, key, err := readEmail(c.row.Email)
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
	r, err := tx.registration(key)
	if err != nil || r == nil {
		return DropNoAccount, err
	}
	c.To = Player{Name: r.Name, Email: r.Email, Locale: r.Locale, TimeZone: playerRow{TimeZone: r.TimeZone}.zone()}
	return "", nil
}
