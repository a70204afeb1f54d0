package models

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
	"gorm.io/gorm"

	"turnpost/models/calendar"
	"turnpost/models/names"
	"turnpost/models/secrets"
	"turnpost/models/visible"
	"turnpost/rules"
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

// LinkedAcceptance is a game that started by the page link in a challenge's mail.
type LinkedAcceptance struct {
	AcceptedInvitation
	Session string // secret of a browser session, for a stranger whose account was created; else ""
	Page    string // link to the game's page
}

// Guest describes who accepts a mailed challenge, for the account and the session of a stranger.
type Guest struct {
	Name    string // a display name, from which the name of the account is derived
	Zone    string // of the browser; "" or an unknown one means UTC
	Locale  string // of the browser; "" means that of the challenger
	Browser string // for the list of sessions; "" for no session
}

func (g Guest) zone() string {
	if calendar.IsZone(g.Zone) {
		return g.Zone
	}
	return "UTC"
}

// AcceptByLink starts the game of a challenge for the holder of a page link to it. It is the only use case in which a
// link signs a browser in: a stranger gets an account and, if the guest has a browser, a session. The decided
// challenge makes the link unusable. A known player gets a page link to the game, but no session. A mail follows in any
// case: about the turn, or that the game has begun. Errors are those of AcceptInvitation and AcceptChallenge, and
// CodeNotFound for an invalid link.
func (s *Store) AcceptByLink(ctx context.Context, link string, guest Guest) (LinkedAcceptance, error) {
	var made LinkedAcceptance
	browser := visible.Clean(visible.Clip(guest.Browser, maxSessionLabel))
	err := s.write(ctx, func(tx *Tx) error {
		made = LinkedAcceptance{}
		about, holder, err := s.readLink(ctx, tx.DB, LinkPage, link)
		if err != nil {
			return err
		}
		if about.Challenge == "" {
			return fail(CodeNotFound, "bad_link")
		}
		if made.Player = holder.Player; holder.Player.ID == 0 {
			row, err := tx.invitation(about.Challenge)
			if err != nil {
				return err
			}
			if made.Player, made.New, err = tx.playerByProof(row, guest); err != nil {
				return err
			}
		}
		if made.Game, err = tx.acceptChallenge(made.Player, about.Challenge); err != nil {
			return err
		}
		if err := tx.noticeBegun(made.AcceptedInvitation, about.Challenge); err != nil {
			return err
		}
		if made.New && browser != "" {
			if made.Session, err = tx.issueSession(made.Player.ID, browser); err != nil {
				return err
			}
		}
		made.Page, err = s.pageLink(ctx, tx.DB, made.Player.ID, made.Game)
		return err
	})
	return made, err
}

// GameLink returns a page link to the game of an accepted challenge, for the player to whom a page link to the
// challenge was mailed. It is a link for the game's first turn. It is "" for strangers and for players without a seat.
func (s *Store) GameLink(ctx context.Context, challenge Link) (string, error) {
	var games []string
	err := s.read(ctx).Raw("SELECT game_id FROM challenges WHERE id = ? AND game_id <> ''", challenge.Challenge).
		Scan(&games).Error
	if err != nil || len(games) == 0 || challenge.Player == 0 {
		return "", err
	}
	row, err := loadGame(s.read(ctx), games[0])
	if err != nil {
		return "", err
	}
	if row.seat(challenge.Player) == rules.NoSeat { // somebody else has accepted
		return "", nil
	}
	return s.pageLink(ctx, s.read(ctx), challenge.Player, &Game{ID: row.ID})
}

// pageLink returns the link by which a player's browser shows a game, as in a mail about the game.
func (s *Store) pageLink(ctx context.Context, db *gorm.DB, player int64, g *Game) (string, error) {
	var epochs []int64
	if err := db.Raw("SELECT link_epoch FROM players WHERE id = ?", player).Scan(&epochs).Error; err != nil {
		return "", err
	}
	if len(epochs) == 0 {
		return "", fail(CodeNotFound, "no_such_player")
	}
	link := Link{
		Purpose: LinkPage, Player: player, Game: g.ID, Ply: g.Ply, Takebacks: g.Takebacks, Offers: g.Offers,
	}
	return s.signLink(ctx, link, epochs[0], "")
}
