package models

import (
	"bytes"
	"cmp"
	"context"
	"slices"

	"turnpost/models/secrets"
)

// The rows stored by requests for codes are bounded for every caller. A request about an address without an account, or
// a registration, is counted for its networks and for all strangers together (Limits.CodeAsker and CodeStrangers), and
// stores at most 2 KB, for a day. A bound lets its Count through at once and as many again within its time, and rows
// wait for up to an hour to be deleted; that is about 2.1 times the Count: 42 MB with the default of 10,000. The rows
// of requests about an address with an account are bounded by account: maxRequests secrets for a day, and in the ledger
// the mailed codes and droppedCodes of the others.
//
// Such a request is not counted for strangers, so that strangers keep nobody from signing in. A request beyond a bound
// is carried out nevertheless, for an address that nobody has: it takes as long and has the same response.

const (
	requestTries = 5   // with the secret of a code request
	requestLife  = day // of that secret
	maxRequests  = 100 // maximum number of stored secrets for one address; older ones are replaced
)

// Notices to addresses without an account, mailed or not, are deleted after a day: no ledger shows them.
const (
	strangersNotices = "player_id = 0 AND kind IN ('code', 'address_code', 'report') AND done_at > 0"
	strangersLife    = day
)

// nobody is the address used for refused requests.
const nobody = "nobody@turnpost.invalid"

// recipient is the recipient of a code.
type recipient struct {
	ID    int64 // 0: no account
	Email string
}

// recipientOf returns who has an address. It reads one row, known or not: reading none would be faster.
func (tx *Tx) recipientOf(email, emailKey string) (to recipient, err error) {
	err = tx.Raw(`SELECT
		COALESCE((SELECT id FROM players WHERE email_key = ? AND deleted_at = 0), 0) AS id,
		COALESCE((SELECT email FROM players WHERE email_key = ? AND deleted_at = 0), ?) AS email`,
		emailKey, emailKey, email).Scan(&to).Error
	return to, err
}

// requestCode queues the mail with a code for an address if the asker may request one.
func (tx *Tx) requestCode(a Asker, email, emailKey string) error {
	to, err := tx.recipientOf(email, emailKey)
	if err != nil {
		return err
	}
	admitted, err := tx.admitAsker(a, to.ID != 0, emailKey)
	if err != nil {
		return err
	}
	if !admitted {
		to, emailKey = recipient{Email: nobody}, nobody
	}
	if err := tx.storeRequest(a, emailKey); err != nil {
		return err
	}
	return tx.queueSignInCode(a, to, emailKey, 0)
}

// admitAsker counts a request for a code, and reports whether it is within its bounds.
func (tx *Tx) admitAsker(a Asker, known bool, emailKey string) (bool, error) {
	home, err := tx.isHome(a, emailKey)
	if err != nil {
		return false, err
	}
	bounds := tx.strangerBounds(a)
	narrowest := len(bounds) - 1
	for i := range bounds {
		if home || (known && i < narrowest) {
			bounds[i] = tx.ownAllowance(emailKey)
		}
	}
	refused, err := tx.takeAll(bounds...)
	if err != nil || refused == noneRefused {
		return err == nil, err
	}
	for range len(bounds) - 1 - refused { // as much work as if none is refused
		if _, err := tx.take(tx.ownAllowance(nobody)); err != nil {
			return false, err
		}
	}
	return false, nil
}

// ownAllowance replaces a bound by which a request is not counted, so that the work is the same. It is never exhausted.
func (tx *Tx) ownAllowance(emailKey string) scoped {
	return scoped{tx.scopeOf("code-own", emailKey), Bound{1 << 30, 365 * day}}
}

// admitStranger counts a registration. The error is CodeTooMany beyond a bound, for every address alike.
func (tx *Tx) admitStranger(a Asker) error {
	return tx.spend(tx.strangerBounds(a), "too_many_registrations")
}

// strangerBounds returns the bounds of a code request: for all together, then by the asker's networks, the widest
// first.
func (tx *Tx) strangerBounds(a Asker) []scoped {
	asker := tx.store.limits.CodeAsker
	if a.Network == "" {
		asker.Count = -1 // no network to count by
	}
	all := scoped{tx.scopeOf("code-strangers"), tx.store.limits.CodeStrangers}
	return append([]scoped{all}, tx.byNetwork("code-asker", a, asker)...)
}

// storeRequest stores the secret of a code request.
func (tx *Tx) storeRequest(a Asker, emailKey string) error {
	if a.Request == "" {
		return nil
	}
	owner := tx.nameOwner(emailKey)
	// The hash is not the first value, because GORM expands a slice after "(".
	err := tx.Exec("INSERT INTO sign_in_requests (expires_at, hash, owner) VALUES (?, ?, ?)",
		tx.at.Add(requestLife), a.requestHash(), owner).Error
	if err != nil {
		return err
	}
	return tx.Exec(`DELETE FROM sign_in_requests WHERE hash IN (
			SELECT hash FROM sign_in_requests WHERE owner = ? ORDER BY expires_at DESC, hash LIMIT ? OFFSET ?)`,
		owner, maxRequests, maxRequests).Error
}

// homeFor is how long a network from which an account was signed in is remembered.
const homeFor = 90 * day

func (tx *Tx) homeScope(a Asker, emailKey string) string {
	return tx.scopeOf("home", a.Network, emailKey)
}

// isHome reports whether the account of an address was signed in from the asker's network.
func (tx *Tx) isHome(a Asker, emailKey string) (bool, error) {
	var home int64
	err := tx.Raw("SELECT COUNT(*) FROM bounds WHERE scope = ? AND until_at > ?",
		tx.homeScope(a, emailKey), tx.at).Scan(&home).Error
	return home > 0, err
}

// storeHome records the network from which an account was signed in.
func (tx *Tx) storeHome(a Asker, emailKey string) error {
	if a.Network == "" {
		return nil
	}
	return tx.Exec(`INSERT INTO bounds (scope, until_at) VALUES (?, ?)
		ON CONFLICT (scope) DO UPDATE SET until_at = excluded.until_at`,
		tx.homeScope(a, emailKey), tx.at.Add(homeFor)).Error
}

// Asker identifies a caller without an account. Register, RequestCode and SignIn find it in the context.
type Asker struct {
	// Network is the narrowest of the networks.Prefixes of the client's address, or "" if it is unknown.
	Network string
	// Request is the secret of a code request, or "". secrets.NewRequest creates it and the response contains it. A
	// caller who sends it with the code has a separate number of tries, which others cannot use up.
	Request string
}

type askerKey struct{}

// WithAsker returns a context that holds an Asker.
func WithAsker(ctx context.Context, a Asker) context.Context {
	return context.WithValue(ctx, askerKey{}, a)
}

func askerOf(ctx context.Context) Asker {
	a, _ := ctx.Value(askerKey{}).(Asker)
	return a
}

// requestHash returns the stored hash of the secret; nil without a secret.
func (a Asker) requestHash() []byte {
	if a.Request == "" {
		return []byte{}
	}
	return secrets.Hash(a.Request)
}

// networkHash identifies a network without revealing it. It is empty if the network is unknown.
func (tx *Tx) networkHash(a Asker) []byte {
	if a.Network == "" {
		return []byte{}
	}
	return tx.store.mac([]byte("registered from " + a.Network))
}

// registrationToMail chooses the registration for the mail with a code: the newest one from the network that
// requested the code, else the oldest one. rows are in the order of registrations; the result is nil for none.
func registrationToMail(rows []registrationRow, network []byte) *registrationRow {
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
func registrationsToTry(rows []registrationRow, request, network []byte, mailedFor int64) []registrationRow {
	own := slices.IndexFunc(rows, func(r registrationRow) bool {
		return len(request) > 0 && bytes.Equal(r.Request, request)
	})
	if own >= 0 {
		return rows[own : own+1]
	}
	const none = 4
	rank := func(r registrationRow) int {
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
	sorted := slices.SortedFunc(slices.Values(rows), func(a, b registrationRow) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(b.ID, a.ID)) // newest first
	})
	switch unfit := slices.IndexFunc(sorted, func(r registrationRow) bool { return rank(r) == none }); unfit {
	case -1:
		return sorted
	case 0:
		return rows[:1] // the oldest
	default:
		return sorted[:unfit]
	}
}

// newAccount creates the account that a verified address has requested; nil if it has not requested one. mailedFor is
// the registration that its code was mailed for. The error is CodeNameTaken if another player has the name by now.
func (tx *Tx) newAccount(a Asker, emailKey string, mailedFor int64) (*playerRow, error) {
	rows, err := tx.registrations(emailKey)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	r, err := tx.firstFree(registrationsToTry(rows, a.requestHash(), tx.networkHash(a), mailedFor))
	if err != nil {
		return nil, err
	}
	return tx.createAccount(r)
}

// firstFree returns the first registration whose name is free. If there is none, the error is that of the first.
func (tx *Tx) firstFree(rows []registrationRow) (r registrationRow, err error) {
	for i, r := range rows {
		taken := tx.claimName(r.Name, r.EmailKey)
		if taken == nil {
			return r, nil
		}
		if CodeOf(taken) != CodeNameTaken {
			return r, taken
		}
		if i == 0 {
			err = taken
		}
	}
	return r, err
}
