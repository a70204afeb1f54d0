package models

import (
	"cmp"
	"context"
	"fmt"
	"time"

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

// registrations returns the pending registrations of an address, oldest first.
func (tx *Tx) registrations(emailKey string) (rows []registrationRow, err error) {
	err = tx.Raw("SELECT * FROM registrations WHERE email_key = ? AND created_at > ? ORDER BY id",
		emailKey, tx.at.Add(-unconfirmedLife)).Scan(&rows).Error
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

// Limits of invitations.
const (
	MaxInvitationUses = 1000
	MaxInvitationLife = 365 * 24 * time.Hour
)

// Invite returns the code of a new invitation for a number of accounts until it expires. Only its hash is stored. The
// note is for the operator.
// Errors: CodeInvalid.
func (a Admin) Invite(ctx context.Context, note string, uses int, life time.Duration) (code string, err error) {
	if note, err = cleanText("note", note, 100); err != nil {
		return "", err
	}
	if uses < 1 || uses > MaxInvitationUses {
		return "", invalid("uses", "bad_invitation_uses", "max", MaxInvitationUses)
	}
	if life < time.Minute || life > MaxInvitationLife {
		return "", invalid("life", "bad_invitation_life", "days", int(MaxInvitationLife.Hours()/24))
	}
	code = "inv-" + secrets.NewID() + secrets.NewID()
	return code, a.store.write(ctx, func(tx *Tx) error {
		return tx.Exec("INSERT INTO invitations (note, hash, created_at, expires_at, left_uses) VALUES (?, ?, ?, ?, ?)",
			note, secrets.Hash(code), tx.at, tx.at.Add(life), uses).Error
	})
}

// mayRegister reports whether an address without an account may get one. A wrong code is refused openly, because that
// reveals nothing about the address; if there is no code, only the mail tells.
func (tx *Tx) mayRegister(invitation, emailKey string) (bool, error) {
	if tx.store.registration != RegistrationInvitation {
		return true, nil
	}
	if invitation != "" {
		used := tx.Exec(`UPDATE invitations SET left_uses = left_uses - 1
			WHERE hash = ? AND expires_at > ? AND left_uses > 0`,
			secrets.Hash(invitation), tx.at)
		return used.RowsAffected == 1, used.Error
	}
	var challenged int64
	err := tx.Raw("SELECT COUNT(*) FROM challenges WHERE invited = ? AND status = ?", emailKey, ChallengeOpen).
		Scan(&challenged).Error
	return challenged > 0, err
}

// checkInvitation refuses an invalid code, for every address alike.
func (tx *Tx) checkInvitation(invitation string) error {
	if invitation == "" || tx.store.registration != RegistrationInvitation {
		return nil
	}
	var good int64
	err := tx.Raw("SELECT COUNT(*) FROM invitations WHERE hash = ? AND expires_at > ? AND left_uses > 0",
		secrets.Hash(invitation), tx.at).Scan(&good).Error
	if err == nil && good == 0 {
		e := fail(CodeForbidden, "bad_invitation")
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
func (s *Store) ConfirmRegistration(ctx context.Context, id int64) (p Player, err error) {
	err = s.write(ctx, func(tx *Tx) error {
		r, err := tx.registration(id)
		if err != nil {
			return err
		}
		if r == nil {
			return fail(CodeNotFound, "nothing_held")
		}
		row, err := findPlayer(tx.DB, "email_key = ? AND deleted_at = 0", r.EmailKey)
		if err != nil {
			return err
		}
		if row == nil {
			if err := tx.claimName(r.Name, r.EmailKey); err != nil {
				return err
			}
			if row, err = tx.createAccount(*r); err != nil {
				return err
			}
		}
		if banned, err := tx.banned(row.ID); err != nil || banned {
			return cmp.Or(err, error(fail(CodeForbidden, "account_banned")))
		}
		p = row.player()
		tx.setResult(p)
		return nil
	})
	return p, err
}

// registration returns a pending registration; nil for none.
func (tx *Tx) registration(id int64) (*registrationRow, error) {
	var rows []registrationRow
	err := tx.Raw("SELECT * FROM registrations WHERE id = ? AND created_at > ?", id, tx.at.Add(-unconfirmedLife)).
		Scan(&rows).Error
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	return &rows[0], nil
}

// RegisterByMail is Register for a mail at the desk: a name that is not free, or none, is replaced by a similar one,
// because only the owner of the address may learn about it. The locale is a language tag, "" for English.
// Errors: CodeForbidden if the policy does not admit new players; CodeTooMany; CodeInvalid for the address.
func (s *Store) RegisterByMail(ctx context.Context, address, name, locale string) error {
	if s.registration == RegistrationClosed {
		return fail(CodeForbidden, "registration_closed")
	}
	email, key, err := s.parseOthersEmail(address)
	if err != nil {
		return err
	}
	locale = cmp.Or(locale, defaultLocale)
	if err := checkLocale(locale); err != nil {
		return err
	}
	r := registrationRow{EmailKey: key, Email: email, Locale: locale, TimeZone: "UTC"}
	return s.write(ctx, func(tx *Tx) (err error) {
		if r.Name, err = tx.nameFor(name, nobody); err != nil { // nobody: abandoned names stay reserved
			return err
		}
		return tx.register(askerOf(ctx), r, "", true)
	})
}

// Registration is the policy of who may create an account.
type Registration string

// The policies. The zero value means RegistrationOpen.
const (
	RegistrationOpen       Registration = "open"
	RegistrationInvitation Registration = "invitation" // with an invitation's code, or an address that was challenged
	RegistrationClosed     Registration = "closed"
)

// ParseRegistration parses a policy.
func ParseRegistration(text string) (Registration, error) {
	switch r := Registration(text); r {
	case RegistrationOpen, RegistrationInvitation, RegistrationClosed:
		return r, nil
	}
	return "", fmt.Errorf("%q: must be %s, %s or %s", text, RegistrationOpen, RegistrationInvitation, RegistrationClosed)
}
