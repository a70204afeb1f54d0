package models

import (
	"bytes"
	"cmp"
	"context"
	"slices"

	"turnpost/models/names"
	"turnpost/models/secrets"
)

// A registration belongs to the code request that it came with. Anybody can register any address, before or after its
// owner, so several registrations may be pending for one address. Which of them becomes an account is decided when a
// code is exchanged.

// unconfirmedLife is how long a registration waits for its code to be used.
const unconfirmedLife = day

// maxRegistrations is the maximum number of pending registrations of one address. Those of the same network are
// replaced first.
const maxRegistrations = 32

// registrationRow is a requested account before a code proves the address.
type registrationRow struct {
	ID        int64 `gorm:"primaryKey"`
	EmailKey  string
	Email     string
	Name      string
	Locale    string
	TimeZone  string
	Request   []byte // hash of the code request's secret; empty for none
	Network   []byte // keyed hash of the network that it came from
	CreatedAt Millis `gorm:"autoCreateTime:false"`
}

func (registrationRow) TableName() string { return "registrations" }

// storeRegistration stores a registration. It is stored for addresses with an account too, without effect. A
// registration for which a code was mailed is kept, however many follow.
func (tx *Tx) storeRegistration(r registrationRow, a Asker) (id int64, err error) {
	r.Request, r.Network = a.requestHash(), tx.networkHash(a)
	if err := tx.Create(&r).Error; err != nil {
		return 0, err
	}
	return r.ID, tx.Exec(`DELETE FROM registrations WHERE id IN (
			SELECT id FROM (
				SELECT id, ROW_NUMBER() OVER (PARTITION BY network ORDER BY id DESC) AS place
				FROM registrations WHERE email_key = ?) AS ranked
			ORDER BY place, id DESC LIMIT ? OFFSET ?)
		AND id NOT IN (SELECT registration_id FROM codes WHERE email_key = ?)`,
		r.EmailKey, maxRegistrations, maxRegistrations, r.EmailKey).Error
}

// networkHash identifies a network without revealing it. It is empty if the network is unknown.
func (tx *Tx) networkHash(a Asker) []byte {
	if a.Network == "" {
		return []byte{}
	}
	return tx.store.mac([]byte("registered from " + a.Network))
}

// registrations returns the pending registrations of an address, oldest first.
func (tx *Tx) registrations(emailKey string) (rows []registrationRow, err error) {
	err = tx.Where("email_key = ? AND created_at > ?", emailKey, tx.at.Add(-unconfirmedLife)).Order("id").Find(&rows).Error
	return rows, err
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

// createAccount creates the account of a registration whose address is verified and whose name is free.
func (tx *Tx) createAccount(r registrationRow) (*playerRow, error) {
	emailKey := r.EmailKey
	row := &playerRow{
		Name: r.Name, NameKey: names.Key(r.Name), Email: r.Email, EmailKey: emailKey,
		Locale: r.Locale, TimeZone: r.TimeZone, Settings: "{}", CreatedAt: tx.at, ConfirmedAt: tx.at,
		LinkEpoch: secrets.NewEpoch(),
	}
	if err := tx.Create(row).Error; err != nil {
		return nil, err
	}
	if err := tx.Exec("DELETE FROM registrations WHERE email_key = ?", emailKey).Error; err != nil {
		return nil, err
	}
	// Earlier mails to the address become theirs to see, and are deleted with the account.
	return row, tx.Exec("UPDATE notices SET player_id = ? WHERE player_id = 0 AND kind = ? AND LOWER(email) = ?",
		row.ID, KindCode, emailKey).Error
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

// NewPlayer holds the fields of a registration.
type NewPlayer struct {
	Name, Email      string
	Locale, TimeZone string // "" for en and UTC
	Invitation       string // code of an invitation, if registration needs one
}

// Register mails a sign-in code for a new player, if the registration policy admits them. Its result and its effort are
// the same whether or not the address is known: an address with an account gets a code for that account, and a name is
// not assigned until the code is used. Registrations of the same address by others do not change it. The context may
// hold an Asker.
// Errors: CodeInvalid for a malformed field; CodeForbidden if the policy does not admit them;
// CodeNameTaken, which reveals only public information: that a player has the name, or abandoned it
// recently; CodeTooMany if the asker's network, or everybody together, requests too many codes.
func (s *Store) Register(ctx context.Context, n NewPlayer) error {
	if s.registration == RegistrationClosed {
		return fail(CodeForbidden, "registration_closed")
	}
	if n.Locale == "" {
		n.Locale = defaultLocale
	}
	if n.TimeZone == "" {
		n.TimeZone = "UTC"
	}
	for _, err := range []error{checkName(n.Name), checkLocale(n.Locale), checkTimeZone(n.TimeZone)} {
		if err != nil {
			return err
		}
	}
	email, emailKey, err := s.parseOthersEmail(n.Email)
	if err != nil {
		return err
	}
	r := registrationRow{EmailKey: emailKey, Email: email, Name: n.Name, Locale: n.Locale, TimeZone: n.TimeZone}
	return s.write(ctx, func(tx *Tx) error {
		if err := tx.checkInvitation(n.Invitation); err != nil {
			return err
		}
		if err := tx.checkNameFree(n.Name); err != nil {
			return err
		}
		return tx.register(askerOf(ctx), r, n.Invitation, false)
	})
}

// register stores an admitted registration, and queues the mail with its code. The mail is about this
// registration if byMail is set, else about one that registrationToMail chooses.
func (tx *Tx) register(a Asker, r registrationRow, invitation string, byMail bool) error {
	if err := tx.admitStranger(a); err != nil {
		return err
	}
	waiting, err := tx.registrations(r.EmailKey)
	if err != nil {
		return err
	}
	if gap, _ := tx.codeScopes(signInCode, r.EmailKey); len(waiting) == 0 { // earlier mails led to no account
		if err := tx.forget(gap.scope); err != nil {
			return err
		}
	}
	may := len(waiting) > 0 // an address that was admitted may choose another name
	if !may {
		if may, err = tx.mayRegister(invitation, r.EmailKey); err != nil {
			return err
		}
	}
	about := int64(0)
	if may {
		r.CreatedAt = tx.at
		id, err := tx.storeRegistration(r, a)
		if err != nil {
			return err
		}
		if byMail {
			about = id
		}
	}
	to, err := tx.recipientOf(r.Email, r.EmailKey)
	if err != nil {
		return err
	}
	if err := tx.storeRequest(a, r.EmailKey); err != nil {
		return err
	}
	return tx.queueSignInCode(a, to, r.EmailKey, about)
}

// KnowsAddress reports whether an address has an account. It is for the operator's commands and must never affect a
// response to a stranger.
// Errors: CodeInvalid.
func (s *Store) KnowsAddress(ctx context.Context, address string) (bool, error) {
	_, key, err := parseEmail(address)
	if err != nil {
		return false, err
	}
	row, err := findPlayer(s.read(ctx), "email_key = ?", key)
	return row != nil, err
}
