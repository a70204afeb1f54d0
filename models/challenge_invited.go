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

// AcceptedInvitation is a game that started by a reply to a challenge.
type AcceptedInvitation struct {
	Game   *Game
	Player Player
	New    bool // the reply created the account
}

// AcceptInvitation starts the game of a challenge to an address. The caller has verified a link that was mailed only to
// that address, which proves the address. An address without an account gets the account that it requested, or one with
// a name derived from the display name.
// Errors: CodeNotFound, CodeConflict for a decided one, CodeForbidden if registration is closed, for a
// banned account, and if either blocks the other, CodeTooMany if the two have too many ongoing games.
func (s *Store) AcceptInvitation(ctx context.Context, challenge, displayName string) (AcceptedInvitation, error) {
	var accepted AcceptedInvitation
	err := s.write(ctx, func(tx *Tx) error {
		row, err := tx.invitation(challenge)
		if err != nil {
			return err
		}
		p, isNew, err := tx.playerByProof(row, Guest{Name: displayName})
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

// DeclineInvitation declines a challenge to an address. It does not reveal who declined, nor whether the address has an
// account.
// Errors: CodeNotFound, CodeConflict for a decided one.
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

// playerByProof returns the player of the proven address of an invitation, and creates the account if there is none.
func (tx *Tx) playerByProof(invitation *challengeRow, guest Guest) (p Player, isNew bool, err error) {
	emailKey := invitation.Invited
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
	case err == nil && pending != nil: // the account that they requested
		return pending.player(), true, nil
	case err != nil && CodeOf(err) != CodeNameTaken:
		return p, false, err
	}
	name, err := tx.nameFor(guest.Name, emailKey)
	if err != nil {
		return p, false, err
	}
	locale := guest.Locale
	if locale == "" {
		if locale, err = tx.localeOf(invitation.ChallengerID); err != nil {
			return p, false, err
		}
	}
	row = &playerRow{
		Name: name, NameKey: names.Key(name), Email: emailKey, EmailKey: emailKey,
		Locale: locale, TimeZone: guest.zone(), Settings: "{}", CreatedAt: tx.at, ConfirmedAt: tx.at,
		LinkEpoch: secrets.NewEpoch(),
	}
	err = tx.Create(row).Error
	return row.player(), true, err
}

// defaultLocale is the language of those who have chosen none.
const defaultLocale = "en"

// localeOf returns the language of a player.
func (tx *Tx) localeOf(player int64) (string, error) {
	row, err := findPlayer(tx.DB, "id = ?", player)
	if err != nil || row == nil {
		return defaultLocale, err
	}
	return row.Locale, nil
}

// maxNameTries limits the numbers tried as a suffix of a name.
const maxNameTries = 50

// nameFor returns a free name similar to a display name. It does not use the address, because its owner may not want to
// publish it.
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

// maxName is the maximum length of a name in letters.
const maxName = 24

// NameFromDisplay derives a name from the first word of a display name that has Latin letters. It removes accents and
// characters that names cannot have. If nothing remains, it returns "player".
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

// latin replaces letters that have no decomposition.
var latin = strings.NewReplacer(
	"ß", "ss", "æ", "ae", "Æ", "Ae", "œ", "oe", "Œ", "Oe", "ø", "o", "Ø", "O", "ł", "l", "Ł", "L",
	"đ", "d", "Đ", "D", "þ", "th", "Þ", "Th", "ð", "d", "ı", "i",
)
