package models

import (
	"context"

	"gorm.io/gorm"

	"turnpost/rules"
)

// LinkedAcceptance is a game that began by the page link of a challenge's mail.
type LinkedAcceptance struct {
	AcceptedInvitation
	Session string // secret of a browser's session: of a stranger whose account was made; "" for others
	Page    string // link to the game's page
}

// AcceptByLink begins the game of a challenge for the holder of a page link to it. It is the one way in which a mail
// signs a browser in: a stranger gets the account and, where browser describes theirs, a session. That spends the
// link, as the challenge is decided. A player whom the server knew gets a page link to the game, and no session.
// Errors are those of AcceptInvitation and AcceptChallenge, and CodeNotFound for a link that is no longer good.
func (s *Store) AcceptByLink(ctx context.Context, link, displayName, browser string) (LinkedAcceptance, error) {
	var made LinkedAcceptance
	browser, err := cleanText("label", clip(browser, maxSessionLabel), maxSessionLabel)
	if err != nil {
		return made, err
	}
	err = s.write(ctx, func(tx *Tx) error {
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
			if made.Player, made.New, err = tx.playerByProof(row.Invited, displayName); err != nil {
				return err
			}
		}
		if made.Game, err = tx.acceptChallenge(made.Player, about.Challenge); err != nil {
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

// GameLink makes a page link to the game that a challenge began, for the player to whom a page link to the challenge
// was mailed. It is one of the game's first turn. "" is for strangers and players who have no seat.
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

// pageLink makes the link by which a player's browser shows a game, as a mail about the game would hold it.
func (s *Store) pageLink(ctx context.Context, db *gorm.DB, player int64, g *Game) (string, error) {
	var epochs []int64
	if err := db.Raw("SELECT link_epoch FROM players WHERE id = ?", player).Scan(&epochs).Error; err != nil {
		return "", err
	}
	if len(epochs) == 0 {
		return "", fail(CodeNotFound, "no_such_player")
	}
	link := Link{
		Purpose: LinkPage, Player: player, Game: g.ID, Ply: g.Ply, Takebacks: g.Takebacks, Offers: g.Offers % maxLinkOffers,
	}
	return s.signLink(ctx, link, epochs[0], "")
}
