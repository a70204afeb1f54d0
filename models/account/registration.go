package account

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"turnpost/models"
	"turnpost/models/core"
	"turnpost/models/schema"
	"turnpost/models/secrets"
)

// A registration belongs to the code request that it came with. Anybody can register any address, before or after its
// owner, so several registrations may be pending for one address. Which of them becomes an account is decided when a
// code is exchanged.

// UnconfirmedLife is how long a registration waits for its code to be used.
const UnconfirmedLife = models.Day

// MaxRegistrations is the maximum number of pending registrations of one address. Those of the same network are
// replaced first.
const MaxRegistrations = 32

// RegistrationRow is a requested account before a code proves the address.
type RegistrationRow struct {
	ID        int64 `gorm:"primaryKey"`
	EmailKey  string
	Email     string
	Name      string
	Locale    string
	TimeZone  string
	Request   []byte        // hash of the code request's secret; empty for none
	Network   []byte        // keyed hash of the network that it came from
	CreatedAt models.Millis `gorm:"autoCreateTime:false"`
}

// TableName implements schema.Tabler of GORM.
func (RegistrationRow) TableName() string { return "registrations" }

// storeRegistration stores a registration. It is stored for addresses with an account too, without effect. A
// registration for which a code was mailed is kept, however many follow.
func storeRegistration(tx *core.Tx, r RegistrationRow, a models.Asker) (id int64, err error) {
	r.Request, r.Network = a.RequestHash(), networkHash(tx, a)
	if err := tx.Create(&r).Error; err != nil {
		return 0, err
	}
	return r.ID, tx.Exec(`DELETE FROM registrations WHERE id IN (
			SELECT id FROM (
				SELECT id, ROW_NUMBER() OVER (PARTITION BY network ORDER BY id DESC) AS place
				FROM registrations WHERE email_key = ?) AS ranked
			ORDER BY place, id DESC LIMIT ? OFFSET ?)
		AND id NOT IN (SELECT registration_id FROM codes WHERE email_key = ?)`,
		r.EmailKey, MaxRegistrations, MaxRegistrations, r.EmailKey).Error
}

// Registrations returns the pending registrations of an address, oldest first.
func Registrations(tx *core.Tx, emailKey string) (rows []RegistrationRow, err error) {
	err = tx.Raw("SELECT * FROM registrations WHERE email_key = ? AND created_at > ? ORDER BY id",
		emailKey, tx.At.Add(-UnconfirmedLife)).Scan(&rows).Error
	return rows, err
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
	if s.Registration == RegistrationClosed {
		return models.Fail(models.CodeForbidden, "registration_closed")
	}
	if n.Locale == "" {
		n.Locale = schema.DefaultLocale
	}
	if n.TimeZone == "" {
		n.TimeZone = "UTC"
	}
	for _, err := range []error{models.CheckName(n.Name), models.CheckLocale(n.Locale), models.CheckTimeZone(n.TimeZone)} {
		if err != nil {
			return err
		}
	}
	email, emailKey, err := s.ParseOthersEmail(n.Email)
	if err != nil {
		return err
	}
	r := RegistrationRow{EmailKey: emailKey, Email: email, Name: n.Name, Locale: n.Locale, TimeZone: n.TimeZone}
	return s.Write(ctx, func(tx *core.Tx) error {
		if err := checkInvitation(tx, n.Invitation); err != nil {
			return err
		}
		if err := checkNameFree(tx, n.Name); err != nil {
			return err
		}
		return register(tx, askerOf(ctx), r, n.Invitation, false)
	})
}

// register stores an admitted registration, and queues the mail with its code. The mail is about this
// registration if byMail is set, else about one that RegistrationToMail chooses.
func register(tx *core.Tx, a models.Asker, r RegistrationRow, invitation string, byMail bool) error {
	if err := admitStranger(tx, a); err != nil {
		return err
	}
	waiting, err := Registrations(tx, r.EmailKey)
	if err != nil {
		return err
	}
	if len(waiting) == 0 { // earlier mails led to no account
		gap, _ := codeScopes(tx, SignInCode, r.EmailKey, a.Mailbox != "")
		if err := tx.Forget(gap.Scope); err != nil {
			return err
		}
	}
	may := len(waiting) > 0 // an address that was admitted may choose another name
	if !may {
		if may, err = mayRegister(tx, invitation, r.EmailKey); err != nil {
			return err
		}
	}
	if !may && byMail { // whose answer goes to the address alone
		return models.Fail(models.CodeForbidden, "invitation_needed")
	}
	about := int64(0)
	if may {
		r.CreatedAt = tx.At
		id, err := storeRegistration(tx, r, a)
		if err != nil {
			return err
		}
		if byMail {
			about = id
		}
	}
	to, err := recipientOf(tx, r.Email, r.EmailKey)
	if err != nil {
		return err
	}
	if err := storeRequest(tx, a, r.EmailKey); err != nil {
		return err
	}
	return queueSignInCode(tx, a, to, r.EmailKey, about)
}

// Limits of invitations.
const (
	MaxInvitationUses = 1000
	MaxInvitationLife = 365 * 24 * time.Hour
)

// mayRegister reports whether an address without an account may get one. A wrong code is refused openly, because that
// reveals nothing about the address; if there is no code, only the mail tells.
func mayRegister(tx *core.Tx, invitation, emailKey string) (bool, error) {
	if tx.Store.Registration != RegistrationInvitation {
		return true, nil
	}
	if invitation != "" {
		used := tx.Exec(`UPDATE invitations SET left_uses = left_uses - 1
			WHERE hash = ? AND expires_at > ? AND left_uses > 0`,
			secrets.Hash(invitation), tx.At)
		return used.RowsAffected == 1, used.Error
	}
	var challenged int64
	err := tx.Raw("SELECT COUNT(*) FROM challenges WHERE invited = ? AND invited <> '' AND status = ?",
		emailKey, models.ChallengeOpen).Scan(&challenged).Error
	return challenged > 0, err
}

// checkInvitation refuses an invalid code, for every address alike.
func checkInvitation(tx *core.Tx, invitation string) error {
	if invitation == "" || tx.Store.Registration != RegistrationInvitation {
		return nil
	}
	var good int64
	err := tx.Raw("SELECT COUNT(*) FROM invitations WHERE hash = ? AND expires_at > ? AND left_uses > 0",
		secrets.Hash(invitation), tx.At).Scan(&good).Error
	if err == nil && good == 0 {
		e := models.Fail(models.CodeForbidden, "bad_invitation")
		e.Field = "invitation"
		return e
	}
	return err
}

// Somebody without a browser registers by mail: the mail with the code has a LinkConfirm, by which a reply from the
// address confirms the registration that the mail names, and no other one. No code is exchanged, and nobody is signed
// in.

// ConfirmRegistration creates the account of a registration whose address the caller has verified. It returns the
// account of the address if it has one by now.
// Errors: CodeNotFound if the registration is too old; CodeNameTaken; CodeForbidden for a banned account.
func (s *Store) ConfirmRegistration(ctx context.Context, id int64) (p models.Player, err error) {
	err = s.Write(ctx, func(tx *core.Tx) error {
		r, err := Registration(tx, id)
		if err != nil {
			return err
		}
		if r == nil {
			return models.Fail(models.CodeNotFound, "nothing_held")
		}
		row, err := schema.FindPlayer(tx.DB, "email_key = ? AND deleted_at = 0", r.EmailKey)
		if err != nil {
			return err
		}
		if banned, err := tx.Banned(r.EmailKey); err != nil || banned {
			return cmp.Or(err, error(models.Fail(models.CodeForbidden, "account_banned")))
		}
		if row == nil {
			if err := tx.ClaimName(r.Name, r.EmailKey); err != nil {
				return err
			}
			if row, err = createAccount(tx, *r); err != nil {
				return err
			}
		}
		p = row.Player()
		tx.SetResult(p)
		return nil
	})
	return p, err
}

// Registration returns a pending registration; nil for none.
func Registration(tx *core.Tx, id int64) (*RegistrationRow, error) {
	var rows []RegistrationRow
	err := tx.Raw("SELECT * FROM registrations WHERE id = ? AND created_at > ?", id, tx.At.Add(-UnconfirmedLife)).
		Scan(&rows).Error
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	return &rows[0], nil
}

// RegisterByMail is Register for a mail at the desk: a name that is not free, or none, is replaced by a similar one,
// because only the owner of the address may learn about it. The locale is a language tag, "" for English.
// Errors: CodeForbidden if the policy does not admit the address, or it is banned; CodeTooMany; CodeInvalid for the
// address.
func (s *Store) RegisterByMail(ctx context.Context, address, name, locale string) error {
	if s.Registration == RegistrationClosed {
		return models.Fail(models.CodeForbidden, "registration_closed")
	}
	email, key, err := s.ParseOthersEmail(address)
	if err != nil {
		return err
	}
	locale = cmp.Or(locale, schema.DefaultLocale)
	if err := models.CheckLocale(locale); err != nil {
		return err
	}
	r := RegistrationRow{EmailKey: key, Email: email, Locale: locale, TimeZone: "UTC"}
	return s.Write(ctx, func(tx *core.Tx) (err error) {
		if banned, err := tx.Banned(key); err != nil || banned {
			return cmp.Or(err, error(models.Fail(models.CodeForbidden, "account_banned")))
		}
		if r.Name, err = tx.NameFor(name, nobody); err != nil { // nobody: abandoned names stay reserved
			return err
		}
		return register(tx, askerOf(ctx), r, "", true)
	})
}

// The policies. The zero value means RegistrationOpen.
const (
	RegistrationOpen models.Registration = "open"
	// with an invitation's code, or an address that was challenged
	RegistrationInvitation models.Registration = "invitation"
	RegistrationClosed     models.Registration = "closed"
)

// ParseRegistration parses a policy.
func ParseRegistration(text string) (models.Registration, error) {
	switch r := models.Registration(text); r {
	case RegistrationOpen, RegistrationInvitation, RegistrationClosed:
		return r, nil
	}
	return "", fmt.Errorf("%q: must be %s, %s or %s", text, RegistrationOpen, RegistrationInvitation, RegistrationClosed)
}
