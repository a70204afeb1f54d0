package challenge

import (
	"context"
	"strings"
	"time"

	"gorm.io/gorm"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/core"
	"turnpost/models/db"
	"turnpost/models/mailaddr"
	"turnpost/models/names"
	"turnpost/models/pace"
	"turnpost/models/play"
	"turnpost/models/rating"
	"turnpost/models/schema"
	"turnpost/models/visible"
)

func loadChallenge(db *gorm.DB, p models.Player, id, suffix string) (*schema.ChallengeRow, error) {
	var rows []schema.ChallengeRow
	if err := db.Raw(schema.SelectChallenge+"WHERE c.id = ?"+suffix, id).Scan(&rows).Error; err != nil {
		return nil, err
	}
	if len(rows) == 0 || (rows[0].ChallengerID != p.ID && !rows[0].IsFor(p) && !rows[0].Invites(p)) {
		return nil, models.Fail(models.CodeNotFound, "no_challenge", "challenge", visible.Clip(id, 20))
	}
	return &rows[0], nil
}

// FindChallenge returns a challenge that the player may see: their own, one to them or to their address, or an open
// one, which anonymous readers, with ID 0, may see too.
// Errors: CodeNotFound.
func (s *Store) FindChallenge(ctx context.Context, p models.Player, id string) (models.Challenge, error) {
	row, err := loadChallenge(s.Read(ctx), p, id, "")
	if err != nil {
		return models.Challenge{}, err
	}
	rows := []schema.ChallengeRow{*row}
	err = s.HideMessages(ctx, p, rows)
	return rows[0].Challenge(), err
}

// InvitationsPerDay limits the mails that one player causes to addresses that are not known to belong to a player.
const InvitationsPerDay = 10

// FindOpponent sets the opponent of a challenge and returns their address. It does not look up an address, because the
// response must not reveal whether it has an account.
func FindOpponent(tx *core.Tx, row *schema.ChallengeRow, p models.Player, opponent string) (email string, err error) {
	if opponent == "" {
		return "", nil
	}
	if email, key, err := schema.ParseEmail(opponent); err == nil {
		if key == mailaddr.Key(p.Email) {
			return "", models.Invalid("opponent", "own_address")
		}
		if own := tx.Store.OwnAddress; own != nil && own(email) {
			return "", models.Invalid("opponent", "server_invited")
		}
		if tx.Store.Registration == account.RegistrationClosed { // of every address alike
			return "", models.Invalid("opponent", "invitations_closed")
		}
		if err := mayInvite(tx, p.ID); err != nil {
			return "", err
		}
		row.Invited = key
		return email, nil
	}
	who := "name_key = ? AND confirmed_at > 0 AND deleted_at = 0 AND banned_at = 0"
	if models.HouseLevel(opponent) != "" {
		who = "name_key = ?"
	}
	found, err := schema.FindPlayer(tx.DB, who+tx.ForShare("players"), names.Key(opponent))
	if err != nil {
		return "", err
	}
	if found == nil && names.Key(opponent)+"-" == models.HousePrefix {
		return "", models.Invalid("opponent", "house_names", "names", play.HouseList())
	}
	if found == nil && strings.Contains(opponent, "@") {
		return "", models.Invalid("opponent", "bad_email", "email", visible.Clip(opponent, 80))
	}
	if found == nil {
		return "", models.Invalid("opponent", "no_opponent", "name", visible.Clip(opponent, 40))
	}
	if found.ID == p.ID {
		return "", models.Invalid("opponent", "challenge_self")
	}
	row.OpponentID, row.OpponentName = &found.ID, found.Name
	return found.Email, account.MustNotBlock(tx, p.ID, models.PlayerRef{ID: found.ID, Name: found.Name}, "challenges")
}

// mayInvite checks that the player has not invited too many addresses within a day.
func mayInvite(tx *core.Tx, player int64) error {
	var recent []models.Millis
	err := tx.Raw(`SELECT created_at FROM challenges
		WHERE challenger_id = ? AND created_at > ? AND invited <> '' ORDER BY created_at`+db.Limit(InvitationsPerDay),
		player, tx.At.Add(-24*time.Hour)).Scan(&recent).Error
	if err != nil || len(recent) < InvitationsPerDay {
		return err
	}
	return models.TooMany(recent[0].Add(24*time.Hour).Sub(tx.At), "too_many_invitations", "n", len(recent))
}

// How long a challenge can be accepted: the default and the bounds.
const (
	DefaultExpiry = 14 * 24 * time.Hour
	minExpiry     = time.Hour
	maxExpiry     = 60 * 24 * time.Hour
)

// readExpiry parses `3d` or `36h`.
func readExpiry(text string) (time.Duration, error) {
	if text == "" {
		return DefaultExpiry, nil
	}
	life, ok := pace.ParseSpan(text)
	if !ok || life < minExpiry || life > maxExpiry {
		return 0, models.Invalid("expires", "bad_expiry", "expires", visible.Clip(text, 20))
	}
	return life, nil
}

// LastChallenge returns the newest challenge that the player has made, in a ruleset or in any, to begin another one
// with the same choices; found is false if there is none.
func (s *Store) LastChallenge(
	ctx context.Context, player int64, ruleset string,
) (c models.Challenge, found bool, err error) {
	err = db.Query(s.Read(ctx), func(columns *db.Columns) error {
		row := schema.TakeChallenge(columns)
		c, found = row.Challenge(), true
		c.Terms = row.Terms // as was asked for, of the house too
		return nil
	}, schema.SelectChallenge+`WHERE c.id = (SELECT id FROM challenges WHERE challenger_id = ? AND (? = '' OR ruleset = ?)
		ORDER BY created_at DESC, id DESC LIMIT 1)`, player, ruleset, ruleset)
	return c, found, err
}

// AddStandings sets the standings of the challengers, as a player with an ID sees them; 0 is an anonymous reader.
func (s *Store) AddStandings(ctx context.Context, reader int64, list []models.Challenge) error {
	known := map[int64]models.Reliability{}
	for i := range list {
		c := &list[i]
		by, err := s.RatingIn(ctx, c.Challenger.ID, c.Ruleset, c.Variant, reader)
		if err != nil {
			return err
		}
		r, ok := known[c.Challenger.ID]
		if !ok {
			if r, err = s.Reliability(ctx, c.Challenger.ID); err != nil {
				return err
			}
			known[c.Challenger.ID] = r
		}
		c.Standing = &models.ChallengerStanding{Rating: by, Reliability: r}
	}
	return nil
}

// RatingIn returns the current rating of a player in a variant of a ruleset, as a player with an ID sees it: nil before
// the first rated game and if it is hidden.
func (s *Store) RatingIn(
	ctx context.Context, player int64, ruleset, variant string, reader int64,
) (shown *rating.Rating, err error) {
	now := s.Clock()
	err = db.Query(s.Read(ctx), func(c *db.Columns) error {
		standing := rating.Standing{Rating: schema.TakeRating(c), Games: int(c.Number()), At: schema.Millis(c).Time()}
		by := standing.Now(now)
		if models.SeesRatings(reader, player, c.Number() != 0) {
			shown = &by
		}
		return nil
	}, `SELECT r.rating, r.deviation, r.volatility, r.games, r.rated_at, p.hide_rating
		FROM ratings r JOIN players p ON p.id = r.player_id
		WHERE r.player_id = ? AND r.ruleset = ? AND r.variant = ?`, player, ruleset, variant)
	return shown, err
}
