package models

import "context"

// NewPlayer is what a registration says.
type NewPlayer struct {
	Name, Email      string
	Locale, TimeZone string // "" for en and UTC
	Invitation       string // code of an invitation, where registration needs one
}

// Register mails a sign-in code for a new player, where registration lets them in. It says and does the same
// whether or not the address is known: an address with an account gets a code for that account, and a
// name is nobody's until the code is used. Others who register the address change nothing about it. The context may
// hold an Asker.
// Errors: CodeInvalid for a malformed field; CodeForbidden where registration does not let them in;
// CodeNameTaken, which says only what everybody can see: that a player has the name, or gave it up a short
// while ago; CodeTooMany where the asker's network, or everybody together, asks for too many codes.
func (s *Store) Register(ctx context.Context, n NewPlayer) error {
	if s.registration == RegistrationClosed {
		return fail(CodeForbidden, "registration_closed")
	}
	if n.Locale == "" {
		n.Locale = "en"
	}
	if n.TimeZone == "" {
		n.TimeZone = "UTC"
	}
	for _, err := range []error{checkName(n.Name), checkLocale(n.Locale), checkTimeZone(n.TimeZone)} {
		if err != nil {
			return err
		}
	}
	email, emailKey, err := s.readOthersEmail(n.Email)
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
		return tx.register(askerOf(ctx), r, n.Invitation)
	})
}

// register stores a registration where it is let in, and queues the mail with its code.
func (tx *Tx) register(a Asker, r registrationRow, invitation string) error {
	if err := tx.admitStranger(a); err != nil {
		return err
	}
	waiting, err := tx.registrations(r.EmailKey)
	if err != nil {
		return err
	}
	if gap, _ := tx.codeScopes(signInCode, r.EmailKey); len(waiting) == 0 { // what was mailed before came to nothing
		if err := tx.forget(gap.scope); err != nil {
			return err
		}
	}
	may := len(waiting) > 0 // an address that was let in may think of another name
	if !may {
		if may, err = tx.mayRegister(invitation, r.EmailKey); err != nil {
			return err
		}
	}
	if may {
		r.CreatedAt = tx.at
		if err := tx.storeRegistration(r, a); err != nil {
			return err
		}
	}
	to, err := tx.recipientOf(r.Email, r.EmailKey)
	if err != nil {
		return err
	}
	if err := tx.storeRequest(a, r.EmailKey); err != nil {
		return err
	}
	return tx.queueSignInCode(a, to, r.EmailKey)
}

// KnowsAddress tells whether an address has an account. It is for the
// operator's own commands, never for a response to a stranger.
// Errors: CodeInvalid.
func (s *Store) KnowsAddress(ctx context.Context, address string) (bool, error) {
	_, key, err := readEmail(address)
	if err != nil {
		return false, err
	}
	row, err := findPlayer(s.read(ctx), "email_key = ?", key)
	return row != nil, err
}
