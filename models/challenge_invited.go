package models

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"turnpost/models/names"
	"turnpost/models/secrets"
	"turnpost/models/visible"
)

// AcceptedInvitation is a game that began by a reply to a challenge.
type AcceptedInvitation struct {
	Game   *Game
	Player Player
	New    bool // the reply made the account
}

// AcceptInvitation begins the game of a challenge to an address. The caller has seen a link that was mailed there and
// nowhere else: that proves the address. Where it has no account yet it gets the one that it asked
// for, or one with a name made of the display name.
// Errors: CodeNotFound, CodeConflict for one that is decided, CodeForbidden where nobody can register, for a
// banned account, and where either blocks the other, CodeTooMany where the two have too many games under way.
func (s *Store) AcceptInvitation(ctx context.Context, challenge, displayName string) (AcceptedInvitation, error) {
	var accepted AcceptedInvitation
	err := s.write(ctx, func(tx *Tx) error {
		row, err := tx.invitation(challenge)
		if err != nil {
			return err
		}
		p, isNew, err := tx.playerByProof(row.Invited, displayName)
		if err != nil {
			return err
		}
		accepted = AcceptedInvitation{Player: p, New: isNew}
		if accepted.Game, err = tx.acceptChallenge(p, challenge); err != nil {
			return err
		}
		tx.setResult(accepted)
		return nil
	})
	return accepted, err
}

// DeclineInvitation refuses a challenge to an address. Who declined stays unsaid: not even whether the
// address has an account.
// Errors: CodeNotFound, CodeConflict for one that is decided.
func (s *Store) DeclineInvitation(ctx context.Context, challenge string) (c Challenge, err error) {
	err = s.write(ctx, func(tx *Tx) error {
		row, err := tx.invitation(challenge)
		if err != nil {
			return err
		}
		if err := tx.closeChallenge(row, ChallengeDeclined); err != nil {
			return err
		}
		c = row.challenge()
		tx.setResult(c)
		return tx.noticeChallengeDecision(row, Declined)
	})
	return c, err
}

// invitation loads an open challenge to an address.
func (tx *Tx) invitation(id string) (*challengeRow, error) {
	var rows []challengeRow
	query := selectChallenge + "WHERE c.id = ? AND c.invited <> ''" + tx.ForUpdate("c")
	if err := tx.Raw(query, id).Scan(&rows).Error; err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, fail(CodeNotFound, "no_challenge", "challenge", visible.Clip(id, 20))
	}
	return &rows[0], tx.mustBeOpen(&rows[0])
}

// playerByProof finds the player of an address that was proven, or makes one.
func (tx *Tx) playerByProof(emailKey, displayName string) (p Player, isNew bool, err error) {
	row, err := findPlayer(tx.DB, "email_key = ? AND deleted_at = 0", emailKey)
	if err != nil {
		return p, false, err
	}
	if row != nil {
		if banned, err := tx.banned(row.ID); err != nil || banned {
			return p, false, cmp.Or(err, error(fail(CodeForbidden, "account_banned")))
		}
		return row.player(), false, nil
	}
	if tx.store.registration == RegistrationClosed {
		return p, false, fail(CodeForbidden, "registration_closed")
	}
	pending, err := tx.newAccount(Asker{}, emailKey, 0)
	switch {
	case err == nil && pending != nil: // as they had asked for it
		return pending.player(), true, nil
	case err != nil && CodeOf(err) != CodeNameTaken:
		return p, false, err
	}
	name, err := tx.nameFor(displayName, emailKey)
	if err != nil {
		return p, false, err
	}
	row = &playerRow{
		Name: name, NameKey: names.Key(name), Email: emailKey, EmailKey: emailKey,
		Locale: "en", TimeZone: "UTC", Settings: "{}", CreatedAt: tx.at, ConfirmedAt: tx.at,
		LinkEpoch: secrets.NewEpoch(),
	}
	err = tx.Create(row).Error
	return row.player(), true, err
}

// maxNameTries bounds the numbers that are tried behind a name.
const maxNameTries = 50

// nameFor is a name that is free and looks like a display name. The address itself is no source: its owner may not
// want it read.
func (tx *Tx) nameFor(displayName, emailKey string) (string, error) {
	base := NameFromDisplay(displayName)
	for n := 1; ; n++ {
		name := base
		if n > 1 {
			suffix := fmt.Sprint(n)
			if n > maxNameTries {
				suffix = "-" + secrets.NewID()
			}
			name = base[:min(len(base), maxName-len(suffix))] + suffix
		}
		err := checkName(name)
		if err == nil {
			err = tx.claimName(name, emailKey)
		}
		if err == nil {
			return name, nil
		}
		if code := CodeOf(err); (code != CodeNameTaken && code != CodeInvalid) || n > 2*maxNameTries {
			return "", err
		}
	}
}

// maxName is the longest name in letters.
const maxName = 24

// NameFromDisplay makes a name of the first word of a display name that has Latin letters: accents are dropped, and
// whatever no name can hold. Where nothing is left, it is "player".
func NameFromDisplay(display string) string {
	words := strings.FieldsFunc(display, func(r rune) bool {
		return unicode.IsSpace(r) || r == ',' || r == '@' || r == '.'
	})
	for _, word := range words {
		var b strings.Builder
		for _, r := range norm.NFKD.String(latin.Replace(word)) {
			letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
			if letter || b.Len() > 0 && (r >= '0' && r <= '9' || r == '-' || r == '_') {
				b.WriteRune(r)
			}
		}
		name := strings.Trim(b.String()[:min(b.Len(), maxName-4)], "-_")
		if checkName(name) == nil {
			return name
		}
	}
	return "player"
}

// latin spells letters that do not come apart.
var latin = strings.NewReplacer(
	"ß", "ss", "æ", "ae", "Æ", "Ae", "œ", "oe", "Œ", "Oe", "ø", "o", "Ø", "O", "ł", "l", "Ł", "L",
	"đ", "d", "Đ", "D", "þ", "th", "Þ", "Th", "ð", "d", "ı", "i",
)
