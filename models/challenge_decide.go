package models

import (
	"context"

	"gorm.io/gorm"

	"turnpost/models/calendar"
	"turnpost/models/visible"
	"turnpost/rules"
)

// WithdrawChallenge withdraws the player's open challenge.
// Errors: CodeNotFound, CodeForbidden for another player's, CodeConflict for a decided one.
func (s *Store) WithdrawChallenge(ctx context.Context, p Player, id string) (Challenge, error) {
	return s.decideChallenge(ctx, p, id, func(tx *Tx, row *challengeRow) error {
		if row.ChallengerID != p.ID {
			return fail(CodeForbidden, "not_challenger", "name", row.ChallengerName)
		}
		if err := tx.dropNotices(DropChallengeWithdrawn, "challenge_id = ?", id); err != nil {
			return err
		}
		return tx.closeChallenge(row, ChallengeWithdrawn)
	})
}

// DeclineChallenge declines a challenge to this player, by name or address.
// Errors: CodeNotFound, CodeForbidden for one to somebody else, CodeConflict for a decided one.
func (s *Store) DeclineChallenge(ctx context.Context, p Player, id string) (Challenge, error) {
	return s.decideChallenge(ctx, p, id, func(tx *Tx, row *challengeRow) error {
		if !row.isFor(p) || (row.OpponentID == nil && row.Invited == "") {
			return fail(CodeForbidden, "not_challenged")
		}
		// A refusal must not reveal who has the invited address.
		if err := tx.closeChallenge(row, ChallengeDeclined); err != nil {
			return err
		}
		return tx.noticeChallengeDecision(row, Declined)
	})
}

func (s *Store) decideChallenge(
	ctx context.Context, p Player, id string, decide func(tx *Tx, row *challengeRow) error,
) (c Challenge, err error) {
	err = s.write(ctx, func(tx *Tx) error {
		if err := tx.checkActor(p.ID); err != nil {
			return err
		}
		row, err := tx.openChallenge(p, id)
		if err != nil {
			return err
		}
		if err := decide(tx, row); err != nil {
			return err
		}
		c = row.challenge()
		tx.setResult(c)
		return nil
	})
	return c, err
}

// openChallenge loads a challenge that awaits a decision.
func (tx *Tx) openChallenge(p Player, id string) (*challengeRow, error) {
	row, err := loadChallenge(tx.DB, p, id, tx.ForUpdate("c"))
	if err != nil {
		return nil, err
	}
	return row, tx.mustBeOpen(row)
}

// mustBeOpen refuses a challenge that is decided or has expired.
func (tx *Tx) mustBeOpen(row *challengeRow) error {
	if row.Status == ChallengeOpen && row.ExpiresAt <= tx.at {
		row.Status = ChallengeExpired // the next sweep stores it
	}
	if row.Status != ChallengeOpen {
		return fail(CodeConflict, "challenge_closed", "challenge", row.ID, "status", row.Status)
	}
	return nil
}

func (tx *Tx) closeChallenge(row *challengeRow, status ChallengeStatus) error {
	row.Status, row.AnsweredAt = status, tx.at
	return tx.Exec("UPDATE challenges SET status = ?, answered_at = ?, opponent_id = ?, game_id = ? WHERE id = ?",
		row.Status, row.AnsweredAt, row.OpponentID, row.GameID, row.ID).Error
}

// AcceptChallenge starts the game of a challenge. Errors: CodeNotFound, CodeForbidden for one's own or if either blocks
// the other, CodeConflict for a decided one, CodeNotEligible for a player who does not meet its limits, CodeTooMany if
// the two have too many ongoing games.
func (s *Store) AcceptChallenge(ctx context.Context, p Player, id string) (*Game, error) {
	var game *Game
	err := s.write(ctx, func(tx *Tx) (err error) {
		if game, err = tx.acceptChallenge(p, id); err == nil {
			tx.setResult(game)
		}
		return err
	})
	return game, err
}

func (tx *Tx) acceptChallenge(p Player, id string) (*Game, error) {
	if err := tx.checkActor(p.ID); err != nil {
		return nil, err
	}
	row, err := tx.openChallenge(p, id)
	if err != nil {
		return nil, err
	}
	return tx.acceptOpen(row, p)
}

// acceptOpen starts the game of an open challenge.
func (tx *Tx) acceptOpen(row *challengeRow, p Player) (*Game, error) {
	if !row.isFor(p) {
		return nil, fail(CodeForbidden, "own_challenge")
	}
	if err := tx.mustNotBlock(p.ID, PlayerRef{row.ChallengerID, row.ChallengerName}, "challenges"); err != nil {
		return nil, err
	}
	if err := tx.mustBeEligible(row, p.ID); err != nil {
		return nil, err
	}
	row.OpponentID, row.OpponentName, row.OpponentEmail = &p.ID, p.Name, p.Email
	if err := tx.mayBegin(p.ID, row.ChallengerID); err != nil {
		return nil, err
	}
	begun, err := tx.beginGame(row)
	if err != nil {
		return nil, err
	}
	row.GameID = begun.ID
	if err := tx.closeChallenge(row, ChallengeAccepted); err != nil {
		return nil, err
	}
	if err := tx.noticeChallengeDecision(row, Accepted); err != nil {
		return nil, err
	}
	return begun.gameAfter(tx.at, nil), tx.noticeTurn(begun)
}

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
	browser, err := cleanText("label", visible.Clip(guest.Browser, maxSessionLabel), maxSessionLabel)
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
		Purpose: LinkPage, Player: player, Game: g.ID, Ply: g.Ply, Takebacks: g.Takebacks, Offers: g.Offers % maxLinkOffers,
	}
	return s.signLink(ctx, link, epochs[0], "")
}
