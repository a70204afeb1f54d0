package account

import (
	"bytes"
	"cmp"
	"context"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"time"

	"turnpost/models"
	"turnpost/models/core"
	"turnpost/models/db"
	"turnpost/models/linktext"
	"turnpost/models/mailaddr"
	"turnpost/models/notice"
	"turnpost/models/schema"
	"turnpost/models/secrets"
	"turnpost/models/visible"
)

// SessionLife is how long a browser stays signed in without being used.
const SessionLife = 90 * 24 * time.Hour

// sessionUseStep is the precision of the stored last use of a session.
const sessionUseStep = 24 * time.Hour

// BrowserSession is a signed-in browser.
type BrowserSession struct {
	ID                int64
	Label             string
	CreatedAt, UsedAt time.Time
}

// StartSession exchanges a code for a browser session. The secret is for the session's cookie. Errors are
// those of SignIn.
func (s *Store) StartSession(
	ctx context.Context, address, code, label string,
) (secret string, p models.Player, err error) {
	return s.signIn(ctx, address, code, visible.Clip(label, MaxSessionLabel), IssueSession)
}

// RequestLinkedCode mails a sign-in code to the mailbox that a page link was mailed to. The holder of the link need not
// know the address. The limits are those of RequestCode, and the result reveals as little.
// Errors: CodeNotFound for an invalid link.
func (s *Store) RequestLinkedCode(ctx context.Context, link string) error {
	_, holder, err := s.ReadLink(ctx, models.LinkPage, link)
	if err != nil {
		return err
	}
	return s.RequestCode(ctx, holder.Email)
}

// StartLinkedSession exchanges a code from RequestLinkedCode for a browser session. Errors are those of
// SignIn, and CodeNotFound for an invalid link.
func (s *Store) StartLinkedSession(
	ctx context.Context, link, code, label string,
) (secret string, p models.Player, err error) {
	_, holder, err := s.ReadLink(ctx, models.LinkPage, link)
	if err != nil {
		return "", models.Player{}, err
	}
	return s.StartSession(ctx, holder.Email, code, label)
}

// MaxSessionLabel is the maximum length of a session's label in characters.
const MaxSessionLabel = 60

// IssueSession stores a session of a player and returns its secret.
func IssueSession(tx *core.Tx, player int64, label string) (string, error) {
	secret := secrets.NewToken()
	return secret, tx.Exec(
		"INSERT INTO sessions (player_id, hash, label, created_at, used_at) VALUES (?, ?, ?, ?, ?)",
		player,
		secrets.Hash(secret),
		label,
		tx.At,
		tx.At,
	).Error
}

// AuthenticateBrowser returns the player of a session. Errors: CodeUnauthorized.
func (s *Store) AuthenticateBrowser(ctx context.Context, secret string) (models.Player, error) {
	now := models.ToMillis(s.Clock())
	var row schema.PlayerRow
	var session int64
	var usedAt models.Millis
	err := db.Query(s.Read(ctx), func(c *db.Columns) error {
		session, usedAt = c.Number(), schema.Millis(c)
		row.TakeReader(c)
		return nil
	}, "SELECT s.id, s.used_at, "+schema.ReaderColumns+` FROM sessions s JOIN players p ON p.id = s.player_id
		WHERE s.hash = ? AND s.used_at > ? AND p.deleted_at = 0 AND p.banned_at = 0`,
		secrets.Hash(secret), now.Add(-SessionLife))
	if err != nil {
		return models.Player{}, err
	}
	if session == 0 {
		return models.Player{}, models.Fail(models.CodeUnauthorized, "signed_out")
	}
	if now.Sub(usedAt) > sessionUseStep {
		err = s.Write(context.WithoutCancel(ctx), func(tx *core.Tx) error {
			return tx.Exec("UPDATE sessions SET used_at = ? WHERE id = ?", now, session).Error
		})
	}
	return row.Player(), err
}

// BrowserSessions lists a player's sessions, the last used first.
func (s *Store) BrowserSessions(ctx context.Context, player int64) ([]BrowserSession, error) {
	var rows []struct {
		ID                int64
		Label             string
		CreatedAt, UsedAt models.Millis
	}
	err := s.Read(ctx).
		Raw(`SELECT id, label, created_at, used_at FROM sessions
			WHERE player_id = ? AND used_at > ? ORDER BY used_at DESC, id DESC`,
			player, models.ToMillis(s.Clock()).Add(-SessionLife)).
		Scan(&rows).
		Error
	list := make([]BrowserSession, 0, len(rows))
	for _, r := range rows {
		list = append(list, BrowserSession{r.ID, r.Label, r.CreatedAt.Time(), r.UsedAt.Time()})
	}
	return list, err
}

// EndSession ends a session. It is idempotent.
func (s *Store) EndSession(ctx context.Context, secret string) error {
	return s.Write(ctx, func(tx *core.Tx) error {
		return tx.Exec("DELETE FROM sessions WHERE hash = ?", secrets.Hash(secret)).Error
	})
}

// SignOutEverywhere revokes a player's tokens, sessions, feeds and all links that were mailed to them.
func (s *Store) SignOutEverywhere(ctx context.Context, player int64) error {
	return s.Write(ctx, func(tx *core.Tx) error { return SignOutEverywhere(tx, player) })
}

// SignOutEverywhere ends all ways into an account: tokens, sessions, feeds, codes and links.
func SignOutEverywhere(tx *core.Tx, player int64) error {
	for _, query := range []string{
		"DELETE FROM tokens WHERE player_id = ?",
		"DELETE FROM sessions WHERE player_id = ?",
		"DELETE FROM feeds WHERE player_id = ?",
		"DELETE FROM codes WHERE email_key = (SELECT email_key FROM players WHERE id = ?)",
	} {
		if err := tx.Exec(query, player).Error; err != nil {
			return err
		}
	}
	if err := endAddressChanges(tx, player); err != nil {
		return err
	}
	return tx.Exec("UPDATE players SET link_epoch = ? WHERE id = ?", secrets.NewEpoch(), player).Error
}

// RequestCode mails a new sign-in code if the address has an account or has requested one. The result does not depend
// on it. While a recent code is valid, further requests get no new one. The context
// may hold an Asker.
// Errors: CodeInvalid.
func (s *Store) RequestCode(ctx context.Context, address string) error {
	email, key, err := schema.ParseEmail(address)
	if err != nil {
		return err
	}
	return s.Write(ctx, func(tx *core.Tx) error {
		return requestCode(tx, askerOf(ctx), email, key)
	})
}

// SignIn exchanges a code for a token, whose text is returned only once. The first use creates the
// account that the address has requested. The context may hold an Asker. Errors: CodeBadCode;
// CodeTooMany after too many wrong codes; CodeNameTaken if another player took the name since it
// was requested: the code stays valid for a registration with another name. CodeInvalid for an invalid token request,
// which does not use up the code.
func (s *Store) SignIn(
	ctx context.Context, address, code string, n NewToken,
) (made IssuedToken, p models.Player, err error) {
	row, err := n.row(s.Clock())
	if err != nil {
		return IssuedToken{}, models.Player{}, err
	}
	_, p, err = s.signIn(ctx, address, code, row.Label, func(tx *core.Tx, player int64, _ string) (_ string, err error) {
		made, err = issueToken(tx, player, row)
		return made.Secret, err
	})
	if err != nil {
		return IssuedToken{}, models.Player{}, err
	}
	return made, p, nil
}

// signIn exchanges a code for the result of issue: a token, or a browser session.
func (s *Store) signIn(
	ctx context.Context, address, code, label string, issue issuer,
) (secret string, p models.Player, err error) {
	_, key, err := schema.ParseEmail(address)
	if err != nil {
		return "", models.Player{}, err
	}
	if label, err = models.CleanText("label", label, 60); err != nil {
		return "", models.Player{}, err
	}
	refused := models.Fail(models.CodeBadCode, "bad_code")
	var outcome error
	asker := askerOf(ctx)
	err = s.Write(ctx, func(tx *core.Tx) error {
		traded, err := redeem(tx, asker, key, code)
		if models.CodeOf(err) == models.CodeTooMany {
			outcome = err // the counters are committed
			return nil
		}
		if outcome = refused; err != nil || traded == nil {
			return err
		}
		row, err := account(tx, asker, key, traded.RegistrationID)
		if err != nil || row == nil {
			return err
		}
		if err := signedIn(tx, asker, key); err != nil {
			return err
		}
		if err := MailArrived(tx, row.ID); err != nil {
			return err
		}
		p, outcome = row.Player(), nil
		secret, err = issue(tx, row.ID, label)
		return err
	})
	if err == nil {
		err = outcome
	}
	return secret, p, err
}

// issuer creates a token or session for a player and returns its secret.
type issuer func(tx *core.Tx, player int64, label string) (secret string, err error)

// account returns the account of a verified address, or creates the one that it has requested. mailedFor is the
// registration that its code was mailed for.
func account(tx *core.Tx, a models.Asker, emailKey string, mailedFor int64) (*schema.PlayerRow, error) {
	if banned, err := tx.Banned(emailKey); err != nil || banned {
		return nil, err
	}
	row, err := schema.FindPlayer(tx.DB, "email_key = ? AND deleted_at = 0", emailKey)
	if err != nil || row != nil {
		return row, err
	}
	return NewAccount(tx, a, emailKey, mailedFor)
}

// countGuess counts a try of a code by its sender: by the code request's secret, if it was made for the address, else
// by network. Except for networks from which the owner has signed in, it also counts for the address and, without such
// a secret, for all addresses together. The last count, returned as sprayed, is of wrong codes only. The error is
// CodeTooMany if one of the bounds has no try left; then the try counts for none.
func countGuess(tx *core.Tx, a models.Asker, emailKey string) (sprayed []schema.Scoped, err error) {
	own := tx.Exec(`UPDATE sign_in_requests SET tries = tries + 1
		WHERE hash = ? AND owner = ? AND expires_at > ? AND tries < ?`,
		a.RequestHash(), tx.NameOwner(emailKey), tx.At, RequestTries)
	if own.Error != nil {
		return nil, own.Error
	}
	home, err := isHome(tx, a, emailKey)
	if err != nil {
		return nil, err
	}
	limits, bounds := tx.Store.Limits, []schema.Scoped(nil)
	if !home && own.RowsAffected == 0 { // checked first, so that an exhausted request stores nothing
		sprayed = []schema.Scoped{{Scope: tx.ScopeOf("spraying"), Bound: limits.Spraying}}
		bounds = append(bounds, sprayed...)
	}
	if own.RowsAffected == 0 {
		bounds = append(bounds, tx.ByNetwork("guesser", a, limits.Guesser, emailKey)...)
	}
	if !home {
		bounds = append(bounds, schema.Scoped{Scope: tx.ScopeOf("guesses", emailKey), Bound: limits.Guesses})
	}
	refused, err := tx.TakeAll(bounds...)
	if err != nil || refused == schema.NoneRefused {
		return sprayed, err
	}
	wait, err := tx.Wait(bounds[refused])
	if err != nil {
		return nil, err
	}
	if refused < len(sprayed) {
		return nil, models.TooMany(wait, "too_many_guesses_everywhere")
	}
	return nil, models.TooMany(wait, "too_many_guesses")
}

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

// The rows stored by requests for codes are bounded for every caller. A request about an address without an account, or
// a registration, is counted for its networks and for all strangers together (Limits.CodeAsker and CodeStrangers), and
// stores at most 2 KB, for a day. A bound lets its Count through at once and as many again within its time, and rows
// wait for up to an hour to be deleted; that is about 2.1 times the Count: 42 MB with the default of 10,000. The rows
// of requests about an address with an account are bounded by account: MaxRequests secrets for a day, and in the ledger
// the mailed codes and droppedCodes of the others.
//
// Such a request is not counted for strangers, so that strangers keep nobody from signing in. A request beyond a bound
// is carried out nevertheless, for an address that nobody has: it takes as long and has the same response.

// Bounds of requests for codes.
const (
	RequestTries = 5          // with the secret of a code request
	requestLife  = models.Day // of that secret
	MaxRequests  = 100        // maximum number of stored secrets for one address; older ones are replaced
)

// Notices to addresses without an account, mailed or not, are deleted after a day: no ledger shows them.
const (
	StrangersNotices = "player_id = 0 AND kind IN ('code', 'address_code', 'report') AND done_at > 0"
	StrangersLife    = models.Day
)

// nobody is the address used for refused requests.
const nobody = "nobody@turnpost.invalid"

// recipient is the recipient of a code.
type recipient struct {
	ID    int64 // 0: no account
	Email string
}

// recipientOf returns who has an address. It reads one row, known or not: reading none would be faster.
func recipientOf(tx *core.Tx, email, emailKey string) (to recipient, err error) {
	err = tx.Raw(`SELECT
		COALESCE((SELECT id FROM players WHERE email_key = ? AND deleted_at = 0), 0) AS id,
		COALESCE((SELECT email FROM players WHERE email_key = ? AND deleted_at = 0), ?) AS email`,
		emailKey, emailKey, email).Scan(&to).Error
	return to, err
}

// requestCode queues the mail with a code for an address if the asker may request one.
func requestCode(tx *core.Tx, a models.Asker, email, emailKey string) error {
	to, err := recipientOf(tx, email, emailKey)
	if err != nil {
		return err
	}
	admitted, err := admitAsker(tx, a, to.ID != 0, emailKey)
	if err != nil {
		return err
	}
	if !admitted {
		to, emailKey = recipient{Email: nobody}, nobody
	}
	if err := storeRequest(tx, a, emailKey); err != nil {
		return err
	}
	return queueSignInCode(tx, a, to, emailKey, 0)
}

// admitAsker counts a request for a code, and reports whether it is within its bounds.
func admitAsker(tx *core.Tx, a models.Asker, known bool, emailKey string) (bool, error) {
	home, err := isHome(tx, a, emailKey)
	if err != nil {
		return false, err
	}
	bounds := strangerBounds(tx, a)
	narrowest := len(bounds) - 1
	for i := range bounds {
		if home || (known && i < narrowest) {
			bounds[i] = ownAllowance(tx, emailKey)
		}
	}
	refused, err := tx.TakeAll(bounds...)
	if err != nil || refused == schema.NoneRefused {
		return err == nil, err
	}
	for range len(bounds) - 1 - refused { // as much work as if none is refused
		if _, err := tx.Take(ownAllowance(tx, nobody)); err != nil {
			return false, err
		}
	}
	return false, nil
}

// ownAllowance replaces a bound by which a request is not counted, so that the work is the same. It is never exhausted.
func ownAllowance(tx *core.Tx, emailKey string) schema.Scoped {
	return schema.Scoped{
		Scope: tx.ScopeOf("code-own", emailKey),
		Bound: models.Bound{Count: 1 << 30, Per: 365 * models.Day},
	}
}

// admitStranger counts a registration. The error is CodeTooMany beyond a bound, for every address alike.
func admitStranger(tx *core.Tx, a models.Asker) error {
	return tx.Spend(strangerBounds(tx, a), "too_many_registrations")
}

// strangerBounds returns the bounds of a code request: for all together, then by the asker's networks, the widest
// first.
func strangerBounds(tx *core.Tx, a models.Asker) []schema.Scoped {
	asker := tx.Store.Limits.CodeAsker
	if a.Network == "" {
		asker.Count = -1 // no network to count by
	}
	all := schema.Scoped{Scope: tx.ScopeOf("code-strangers"), Bound: tx.Store.Limits.CodeStrangers}
	bounds := append([]schema.Scoped{all}, tx.ByNetwork("code-asker", a, asker)...)
	if a.Mailbox != "" { // one of many with a large provider
		bounds = append(bounds, schema.Scoped{Scope: tx.ScopeOf("code-mailbox", a.Mailbox), Bound: mailboxBound})
	}
	return bounds
}

// Bounds of a mailbox that asks by mail: requests for codes, and answers that say why there is none.
var (
	mailboxBound = models.Bound{Count: 10, Per: models.Day}
	refusalBound = models.Bound{Count: 1, Per: models.Day}
)

// TakeRefusal spends the allowance of answers to refused registrations by mail, and reports whether one was left: one a
// day for each mailbox, and for the networks of the asker as many as codes.
func TakeRefusal(tx *core.Tx, a models.Asker, address string) (bool, error) {
	once := schema.Scoped{Scope: tx.ScopeOf("register-refused", mailaddr.Mailbox(address)), Bound: refusalBound}
	if a.Mailbox != "" {
		once.Scope = tx.ScopeOf("register-refused-proven", a.Mailbox)
	}
	refused, err := tx.TakeAll(append(tx.ByNetwork("register-refused", a, tx.Store.Limits.CodeAsker), once)...)
	return refused == schema.NoneRefused, err
}

// storeRequest stores the secret of a code request.
func storeRequest(tx *core.Tx, a models.Asker, emailKey string) error {
	if a.Request == "" {
		return nil
	}
	owner := tx.NameOwner(emailKey)
	// The hash is not the first value, because GORM expands a slice after "(".
	err := tx.Exec("INSERT INTO sign_in_requests (expires_at, hash, owner) VALUES (?, ?, ?)",
		tx.At.Add(requestLife), a.RequestHash(), owner).Error
	if err != nil {
		return err
	}
	return tx.Exec(`DELETE FROM sign_in_requests WHERE hash IN (
			SELECT hash FROM sign_in_requests WHERE owner = ? ORDER BY expires_at DESC, hash LIMIT ? OFFSET ?)`,
		owner, MaxRequests, MaxRequests).Error
}

// homeFor is how long a network from which an account was signed in is remembered.
const homeFor = 90 * models.Day

// HomeScope is the scope of what counts sign-ins to an account from a network.
func HomeScope(tx *core.Tx, a models.Asker, emailKey string) string {
	return tx.ScopeOf("home", a.Network, emailKey)
}

// isHome reports whether the account of an address was signed in from the asker's network.
func isHome(tx *core.Tx, a models.Asker, emailKey string) (bool, error) {
	var home int64
	err := tx.Raw("SELECT COUNT(*) FROM bounds WHERE scope = ? AND until_at > ?",
		HomeScope(tx, a, emailKey), tx.At).Scan(&home).Error
	return home > 0, err
}

// storeHome records the network from which an account was signed in.
func storeHome(tx *core.Tx, a models.Asker, emailKey string) error {
	if a.Network == "" {
		return nil
	}
	return tx.Exec(`INSERT INTO bounds (scope, until_at) VALUES (?, ?)
		ON CONFLICT (scope) DO UPDATE SET until_at = excluded.until_at`,
		HomeScope(tx, a, emailKey), tx.At.Add(homeFor)).Error
}

type askerKey struct{}

// WithAsker returns a context that holds an Asker.
func WithAsker(ctx context.Context, a models.Asker) context.Context {
	return context.WithValue(ctx, askerKey{}, a)
}

func askerOf(ctx context.Context) models.Asker {
	a, _ := ctx.Value(askerKey{}).(models.Asker)
	return a
}

// networkHash identifies a network without revealing it. It is empty if the network is unknown.
func networkHash(tx *core.Tx, a models.Asker) []byte {
	if a.Network == "" {
		return []byte{}
	}
	return tx.Store.Mac([]byte("registered from " + a.Network))
}

// RegistrationToMail chooses the registration for the mail with a code: the newest one from the network that
// requested the code, else the oldest one. rows are in the order of registrations; the result is nil for none.
func RegistrationToMail(rows []RegistrationRow, network []byte) *RegistrationRow {
	for i := range slices.Backward(rows) {
		if bytes.Equal(rows[i].Network, network) {
			return &rows[i]
		}
	}
	if len(rows) == 0 {
		return nil
	}
	return &rows[0]
}

// registrationsToTry orders the registrations that a code may confirm; if a name is taken, the next one is tried. A
// code request that registered the address confirms only its own registration. Otherwise the registration that the code
// was mailed for comes first, unless the network that exchanges the code sent only others: then somebody from elsewhere
// registered the address before its owner.
func registrationsToTry(rows []RegistrationRow, request, network []byte, mailedFor int64) []RegistrationRow {
	own := slices.IndexFunc(rows, func(r RegistrationRow) bool {
		return len(request) > 0 && bytes.Equal(r.Request, request)
	})
	if own >= 0 {
		return rows[own : own+1]
	}
	const none = 4
	rank := func(r RegistrationRow) int {
		mailed, near := r.ID == mailedFor, bytes.Equal(r.Network, network)
		switch {
		case mailed && near:
			return 1
		case near:
			return 2
		case mailed:
			return 3
		}
		return none
	}
	sorted := slices.SortedFunc(slices.Values(rows), func(a, b RegistrationRow) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(b.ID, a.ID)) // newest first
	})
	switch unfit := slices.IndexFunc(sorted, func(r RegistrationRow) bool { return rank(r) == none }); unfit {
	case -1:
		return sorted
	case 0:
		return rows[:1] // the oldest
	default:
		return sorted[:unfit]
	}
}

// NewAccount creates the account that a verified address has requested; nil if it has not requested one. mailedFor is
// the registration that its code was mailed for. The error is CodeNameTaken if another player has the name by now.
func NewAccount(tx *core.Tx, a models.Asker, emailKey string, mailedFor int64) (*schema.PlayerRow, error) {
	rows, err := Registrations(tx, emailKey)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	r, err := firstFree(tx, registrationsToTry(rows, a.RequestHash(), networkHash(tx, a), mailedFor))
	if err != nil {
		return nil, err
	}
	return createAccount(tx, r)
}

// firstFree returns the first registration whose name is free. If there is none, the error is that of the first.
func firstFree(tx *core.Tx, rows []RegistrationRow) (r RegistrationRow, err error) {
	for i, r := range rows {
		taken := tx.ClaimName(r.Name, r.EmailKey)
		if taken == nil {
			return r, nil
		}
		if models.CodeOf(taken) != models.CodeNameTaken {
			return r, taken
		}
		if i == 0 {
			err = taken
		}
	}
	return r, err
}
