package account

import (
	"bytes"
	"cmp"
	"context"
	"slices"

	"turnpost/models"
	"turnpost/models/core"
	"turnpost/models/mailaddr"
	"turnpost/models/schema"
)

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
