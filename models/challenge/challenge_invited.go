package challenge

import (
	"cmp"
	"context"

	"gorm.io/gorm"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/calendar"
	"turnpost/models/core"
	"turnpost/models/names"
	"turnpost/models/notice"
	"turnpost/models/play"
	"turnpost/models/schema"
	"turnpost/models/secrets"
	"turnpost/models/visible"
	"turnpost/rules"
)

// AcceptInvitation starts the game of a challenge to an address. The caller has verified a link that was mailed only to
// that address, which proves the address. An address without an account gets the account that it requested, or one with
// a name derived from the display name.
// Errors: CodeNotFound, CodeConflict for a decided one, CodeForbidden if registration is closed, for a
// banned account, and if either blocks the other, CodeTooMany if the two have too many ongoing games.
func (s *Store) AcceptInvitation(
	ctx context.Context, challenge, displayName string,
) (models.AcceptedInvitation, error) {
	var accepted models.AcceptedInvitation
	err := s.Write(ctx, func(tx *core.Tx) error {
		row, err := invitation(tx, challenge)
		if err != nil {
			return err
		}
		p, isNew, err := playerByProof(tx, row, Guest{Name: displayName})
		if err != nil {
			return err
		}
		accepted = models.AcceptedInvitation{Player: p, New: isNew}
		if accepted.Game, err = acceptChallenge(tx, p, challenge); err != nil {
			return err
		}
		tx.SetResult(accepted)
		return nil
	})
	return accepted, err
}

// DeclineInvitation declines a challenge to an address. It does not reveal who declined, nor whether the address has an
// account.
// Errors: CodeNotFound, CodeConflict for a decided one.
func (s *Store) DeclineInvitation(ctx context.Context, challenge string) (c models.Challenge, err error) {
	err = s.Write(ctx, func(tx *core.Tx) error {
		row, err := invitation(tx, challenge)
		if err != nil {
			return err
		}
		if err := CloseChallenge(tx, row, models.ChallengeDeclined); err != nil {
			return err
		}
		c = row.Challenge()
		tx.SetResult(c)
		return notice.Decision(tx, row, models.Declined)
	})
	return c, err
}

// invitation loads an open challenge to an address.
func invitation(tx *core.Tx, id string) (*schema.ChallengeRow, error) {
	var rows []schema.ChallengeRow
	query := schema.SelectChallenge + "WHERE c.id = ? AND c.invited <> ''" + tx.ForUpdate("c")
	if err := tx.Raw(query, id).Scan(&rows).Error; err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, models.Fail(models.CodeNotFound, "no_challenge", "challenge", visible.Clip(id, 20))
	}
	return &rows[0], mustBeOpen(tx, &rows[0])
}

// playerByProof returns the player of the proven address of an invitation, and creates the account if there is none.
func playerByProof(tx *core.Tx, invitation *schema.ChallengeRow, guest Guest) (p models.Player, isNew bool, err error) {
	emailKey := invitation.Invited
	row, err := schema.FindPlayer(tx.DB, "email_key = ? AND deleted_at = 0", emailKey)
	if err != nil {
		return p, false, err
	}
	if banned, err := tx.Banned(emailKey); err != nil || banned {
		return p, false, cmp.Or(err, error(models.Fail(models.CodeForbidden, "account_banned")))
	}
	if row != nil {
		return row.Player(), false, nil
	}
	if tx.Store.Registration == account.RegistrationClosed {
		return p, false, models.Fail(models.CodeForbidden, "registration_closed")
	}
	pending, err := account.NewAccount(tx, models.Asker{}, emailKey, 0)
	switch {
	case err == nil && pending != nil: // the account that they requested
		return pending.Player(), true, nil
	case err != nil && models.CodeOf(err) != models.CodeNameTaken:
		return p, false, err
	}
	name, err := tx.NameFor(guest.Name, emailKey)
	if err != nil {
		return p, false, err
	}
	locale := guest.Locale
	if locale == "" {
		if locale, err = localeOf(tx, invitation.ChallengerID); err != nil {
			return p, false, err
		}
	}
	row = &schema.PlayerRow{
		Name: name, NameKey: names.Key(name), Email: emailKey, EmailKey: emailKey,
		Locale: locale, TimeZone: guest.zone(), Settings: "{}", CreatedAt: tx.At, ConfirmedAt: tx.At,
		LinkEpoch: secrets.NewEpoch(),
	}
	err = tx.Create(row).Error
	return row.Player(), true, err
}

// localeOf returns the language of a player.
func localeOf(tx *core.Tx, player int64) (string, error) {
	row, err := schema.FindPlayer(tx.DB, "id = ?", player)
	if err != nil || row == nil {
		return schema.DefaultLocale, err
	}
	return row.Locale, nil
}

// LinkedAcceptance is a game that started by the page link in a challenge's mail.
type LinkedAcceptance struct {
	models.AcceptedInvitation
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
	browser := visible.Clean(visible.Clip(guest.Browser, account.MaxSessionLabel))
	err := s.Write(ctx, func(tx *core.Tx) error {
		made = LinkedAcceptance{}
		about, holder, err := s.FindLink(ctx, tx.DB, models.LinkPage, link)
		if err != nil {
			return err
		}
		if about.Challenge == "" {
			return models.Fail(models.CodeNotFound, "bad_link")
		}
		if made.Player = holder.Player; holder.Player.ID == 0 {
			row, err := invitation(tx, about.Challenge)
			if err != nil {
				return err
			}
			if made.Player, made.New, err = playerByProof(tx, row, guest); err != nil {
				return err
			}
		}
		if made.Game, err = acceptChallenge(tx, made.Player, about.Challenge); err != nil {
			return err
		}
		if err := notice.Begun(tx, made.AcceptedInvitation, about.Challenge); err != nil {
			return err
		}
		if made.New && browser != "" {
			if made.Session, err = account.IssueSession(tx, made.Player.ID, browser); err != nil {
				return err
			}
		}
		made.Page, err = s.PageLink(ctx, tx.DB, made.Player.ID, made.Game)
		return err
	})
	return made, err
}

// GameLink returns a page link to the game of an accepted challenge, for the player to whom a page link to the
// challenge was mailed. It is a link for the game's first turn. It is "" for strangers and for players without a seat.
func (s *Store) GameLink(ctx context.Context, challenge models.Link) (string, error) {
	var games []string
	err := s.Read(ctx).Raw("SELECT game_id FROM challenges WHERE id = ? AND game_id <> ''", challenge.Challenge).
		Scan(&games).Error
	if err != nil || len(games) == 0 || challenge.Player == 0 {
		return "", err
	}
	row, err := play.LoadGame(s.Read(ctx), games[0])
	if err != nil {
		return "", err
	}
	if row.Seat(challenge.Player) == rules.NoSeat { // somebody else has accepted
		return "", nil
	}
	return s.PageLink(ctx, s.Read(ctx), challenge.Player, &models.Game{ID: row.ID})
}

// PageLink returns the link by which a player's browser shows a game, as in a mail about the game.
func (s *Store) PageLink(ctx context.Context, db *gorm.DB, player int64, g *models.Game) (string, error) {
	var epochs []int64
	if err := db.Raw("SELECT link_epoch FROM players WHERE id = ?", player).Scan(&epochs).Error; err != nil {
		return "", err
	}
	if len(epochs) == 0 {
		return "", models.Fail(models.CodeNotFound, "no_such_player")
	}
	link := models.Link{
		Purpose: models.LinkPage, Player: player, Game: g.ID, Ply: g.Ply, Takebacks: g.Takebacks, Offers: g.Offers,
	}
	return s.SignLink(ctx, link, epochs[0], "")
}
