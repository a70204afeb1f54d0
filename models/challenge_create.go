package models

import (
	"context"
	"errors"
	"strings"
	"time"

	"turnpost/models/db"
	"turnpost/models/names"
	"turnpost/models/pace"
	"turnpost/models/visible"
	"turnpost/rules"
	"turnpost/rules/phrase"
)

// NewChallenge holds the fields of a new challenge.
type NewChallenge struct {
	Ruleset, Variant string // Variant "": the default one
	Opponent         string // a player's name or an email address; "": anyone
	Seat             string // first, second, the ID of a side, or random; "": random
	Pace             string // "": pace.Default
	Expires          string // "3d", "36h"; "": DefaultExpiry
	Message          string
	Unrated          bool
	NoVacation       bool // vacations do not stop the clocks of the game
	MinRating        int  // of the opponent; 0 for none, as the next two
	MaxRating        int
	MinReliability   int // in percent
}

// invitationsPerDay limits the mails that one player causes to addresses that are not known to belong to a player.
const invitationsPerDay = 10

// CreateChallenge creates a challenge. A named opponent or an invited address is notified. A challenge to the house is
// accepted at once; it is CodeHouseOff if the house begins no games. Errors: CodeInvalid for a malformed field or an
// unknown opponent, CodeForbidden if either blocks the other or for a message to a stranger by a player without a
// finished game, CodeTooMany.
func (s *Store) CreateChallenge(ctx context.Context, p Player, n NewChallenge) (Challenge, error) {
	row, err := s.newChallenge(p, n)
	if err != nil {
		return Challenge{}, err
	}
	err = s.write(ctx, func(tx *Tx) error {
		if err := tx.checkActor(p.ID); err != nil {
			return err
		}
		if row.Message != "" {
			if err := tx.mustNotBeMuted(p.ID); err != nil {
				return err
			}
		}
		email, err := tx.findOpponent(row, p, n.Opponent)
		if err != nil {
			return err
		}
		if row.toHouse() {
			_, err = tx.beginHouseGame(row)
		} else if err = errors.Join(tx.mayChallenge(row), tx.mayWriteToStranger(row)); err == nil {
			err = tx.insertChallenge(row, email)
		}
		if err != nil {
			return err
		}
		tx.setResult(row.challenge())
		return nil
	})
	if err != nil {
		return Challenge{}, err
	}
	return row.challenge(), nil
}

// insertChallenge stores a challenge that expires after row.life, and queues the notice to an address; "" for none.
func (tx *Tx) insertChallenge(row *challengeRow, email string) (err error) {
	if row.ID, err = tx.freeID("challenges"); err != nil {
		return err
	}
	row.CreatedAt, row.ExpiresAt = tx.at, tx.at.Add(row.life)
	if err := tx.Create(row).Error; err != nil {
		return err
	}
	err = db.Query(tx.DB, func(c *db.Columns) error {
		row.DaysOff, row.AutoVacation = c.Text(), c.Number()
		return nil
	}, "SELECT days_off, auto_vacation FROM players WHERE id = ?", row.ChallengerID)
	if err != nil {
		return err
	}
	if unwanted, err := tx.unwanted(row); err != nil || unwanted || email == "" {
		return err
	}
	n := notice{Key: "challenge." + row.ID, Kind: KindChallenge, Email: email, ChallengeID: row.ID}
	if row.OpponentID != nil {
		n.PlayerID = *row.OpponentID
	}
	return tx.notify(n)
}

// newChallenge validates the fields that need no database.
func (s *Store) newChallenge(p Player, n NewChallenge) (*challengeRow, error) {
	r, variant, err := s.FindRuleset(n.Ruleset, n.Variant)
	if err != nil {
		return nil, err
	}
	if n.Pace == "" {
		n.Pace = pace.Default
	}
	control, err := parsePace(n.Pace)
	if err != nil {
		return nil, err
	}
	info := r.Info(phrase.English)
	seat, err := readSeat(info, n.Seat)
	if err != nil {
		return nil, err
	}
	life, err := readExpiry(n.Expires)
	if err != nil {
		return nil, err
	}
	message, err := cleanText("message", n.Message, maxMessage)
	if err != nil {
		return nil, err
	}
	if err := n.checkLimits(); err != nil {
		return nil, err
	}
	rated := int64(1)
	if n.Unrated {
		rated = 0
	}
	vacation := int64(1)
	if n.NoVacation {
		vacation = 0
	}
	return &challengeRow{
		Rated: rated, Vacation: vacation,
		Ruleset: info.ID, Variant: variant.ID, ChallengerID: p.ID, ChallengerName: p.Name,
		Seat: seat, Pace: control.String(), Message: message, Status: ChallengeOpen, life: life,
		MinRating: n.MinRating, MaxRating: n.MaxRating, MinReliability: n.MinReliability,
	}, nil
}

// readSeat parses the challenger's seat: by its order, by its side, or by lot.
func readSeat(info rules.Info, text string) (rules.Seat, error) {
	switch strings.ToLower(text) {
	case "first":
		return rules.First, nil
	case "second":
		return rules.Second, nil
	case "random", "":
		return rules.NoSeat, nil
	}
	if seat, found := info.Seat(strings.ToLower(text)); found {
		return seat, nil
	}
	sides := []string{info.Sides[0].ID, info.Sides[1].ID}
	return rules.NoSeat, invalid("seat", "bad_seat", "seat", visible.Clip(text, 20), "sides", sides)
}

// findOpponent sets the opponent of a challenge and returns their address. It does not look up an address, because the
// response must not reveal whether it has an account.
func (tx *Tx) findOpponent(row *challengeRow, p Player, opponent string) (email string, err error) {
	if opponent == "" {
		return "", nil
	}
	if email, key, err := parseEmail(opponent); err == nil {
		if key == emailKeyOf(p) {
			return "", invalid("opponent", "own_address")
		}
		if err := tx.mayInvite(p.ID); err != nil {
			return "", err
		}
		row.Invited = key
		return email, nil
	}
	who := "name_key = ? AND confirmed_at > 0 AND deleted_at = 0 AND banned_at = 0"
	if HouseLevel(opponent) != "" {
		who = "name_key = ?"
	}
	found, err := findPlayer(tx.LockShared(), who, names.Key(opponent))
	if err != nil {
		return "", err
	}
	if found == nil {
		return "", invalid("opponent", "no_opponent", "name", visible.Clip(opponent, 40))
	}
	if found.ID == p.ID {
		return "", invalid("opponent", "challenge_self")
	}
	row.OpponentID, row.OpponentName = &found.ID, found.Name
	return found.Email, tx.mustNotBlock(p.ID, PlayerRef{found.ID, found.Name}, "challenges")
}

// mayInvite checks that the player has not invited too many addresses within a day.
func (tx *Tx) mayInvite(player int64) error {
	var recent []Millis
	err := tx.Raw(`SELECT created_at FROM challenges
		WHERE challenger_id = ? AND created_at > ? AND invited <> '' ORDER BY created_at LIMIT ?`,
		player, tx.at.Add(-24*time.Hour), invitationsPerDay).Scan(&recent).Error
	if err != nil || len(recent) < invitationsPerDay {
		return err
	}
	return tooMany(recent[0].Add(24*time.Hour).Sub(tx.at), "too_many_invitations", "n", len(recent))
}
