package models

import (
	"context"
	"errors"
	"strings"

	"gorm.io/gorm"

	"turnpost/models/db"
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
	if unwanted, err := row.unwanted(tx.DB); err != nil || unwanted || email == "" {
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

// The bounds of the limits of a challenge.
const (
	minRatingLimit = 1
	maxRatingLimit = 4000
)

// checkLimits checks what a challenge asks of its opponent.
func (n *NewChallenge) checkLimits() error {
	for field, value := range map[string]int{"min_rating": n.MinRating, "max_rating": n.MaxRating} {
		if value != 0 && (value < minRatingLimit || value > maxRatingLimit) {
			return invalid(field, "bad_rating_limit", "min", minRatingLimit, "max", maxRatingLimit)
		}
	}
	if n.MaxRating != 0 && n.MaxRating < n.MinRating {
		return invalid("max_rating", "rating_limits_cross", "min", n.MinRating, "max", n.MaxRating)
	}
	if n.MinReliability < 0 || n.MinReliability > 100 {
		return invalid("min_reliability", "bad_reliability_limit")
	}
	return nil
}

// Rematch is the result of a request for a rematch: a challenge to the opponent or, if the
// opponent had already requested one, the new game.
type Rematch struct {
	Challenge Challenge
	Game      *Game // nil while the opponent has not answered
}

// OfferRematch challenges the opponent of a finished game to another one with the sides
// changed, of the same variant at the same pace. If the opponent has already done so, it
// accepts; the house accepts at once. Of two simultaneous requests one challenges and the other accepts. Its errors are
// CodeNotFound, CodeForbidden if the player did not play or either blocks the other,
// CodeTooMany, CodeHouseOff, and CodeConflict if the game is ongoing, the player's request is pending, or
// the rematch has started.
func (s *Store) OfferRematch(ctx context.Context, p Player, game string) (Rematch, error) {
	var made Rematch
	err := s.write(ctx, func(tx *Tx) error {
		if err := tx.checkActor(p.ID); err != nil {
			return err
		}
		row, err := tx.loadGame(game) // serializes simultaneous requests
		if err != nil {
			return err
		}
		if err := tx.store.terms.mayUse(row); err != nil {
			return err
		}
		if made, err = tx.rematch(p, row); err == nil {
			tx.setResult(made)
		}
		return err
	})
	return made, err
}

func (tx *Tx) rematch(p Player, row *gameRow) (Rematch, error) {
	if row.EventID != "" {
		return Rematch{}, fail(CodeConflict, "rematch_event", "event", row.EventID)
	}
	if err := mayRematch(p, row); err != nil {
		return Rematch{}, err
	}
	offered, err := loadRematch(tx.DB, row.ID, tx.ForUpdate("c"))
	if err != nil {
		return Rematch{}, err
	}
	switch {
	case offered == nil || (offered.Status == ChallengeOpen && offered.ExpiresAt <= tx.at):
		return tx.offerRematch(p, row)
	case offered.Status == ChallengeAccepted:
		return Rematch{}, fail(CodeConflict, "rematch_begun", "game", row.ID, "rematch", offered.GameID)
	case offered.ChallengerID == p.ID:
		return Rematch{}, fail(CodeConflict, "rematch_offered", "opponent", offered.OpponentName, "challenge", offered.ID)
	}
	g, err := tx.acceptOpen(offered, p)
	return Rematch{offered.challenge(), g}, err
}

func mayRematch(p Player, row *gameRow) error {
	if row.seat(p.ID) == rules.NoSeat {
		return fail(CodeForbidden, "not_your_game", "game", row.ID)
	}
	if row.Status == Ongoing {
		return fail(CodeConflict, "rematch_early", "game", row.ID)
	}
	return nil
}

func (tx *Tx) offerRematch(p Player, row *gameRow) (Rematch, error) {
	seat := row.seat(p.ID)
	opponent, err := findPlayer(tx.DB, "id = ?", row.side(seat.Other()).ID)
	if err != nil {
		return Rematch{}, err
	}
	if opponent.DeletedAt != 0 {
		return Rematch{}, fail(CodeNotFound, "player_gone", "name", opponent.Name)
	}
	if err := tx.mustNotBlock(p.ID, PlayerRef{opponent.ID, opponent.Name}, "challenges"); err != nil {
		return Rematch{}, err
	}
	c := &challengeRow{
		Ruleset: row.Ruleset, Variant: row.Variant, ChallengerID: p.ID, ChallengerName: p.Name, ChallengerEmail: p.Email,
		OpponentID: &opponent.ID, OpponentName: opponent.Name, OpponentEmail: opponent.Email,
		Seat: seat.Other(), Pace: row.Pace, Status: ChallengeOpen, RematchOf: row.ID, life: DefaultExpiry,
		Rated: row.Rated, Vacation: row.Vacation,
	}
	if c.toHouse() {
		g, err := tx.beginHouseGame(c)
		return Rematch{c.challenge(), g}, err
	}
	if err := tx.mayChallenge(c); err != nil {
		return Rematch{}, err
	}
	err = tx.insertChallenge(c, opponent.Email)
	return Rematch{Challenge: c.challenge()}, err
}

// loadRematch returns the open or accepted challenge to a rematch, or nil.
func loadRematch(db *gorm.DB, game, suffix string) (*challengeRow, error) {
	var rows []challengeRow
	err := db.Raw(selectChallenge+`WHERE c.rematch_of = ? AND c.rematch_of <> '' AND c.status IN ('open', 'accepted')
		ORDER BY c.created_at DESC, c.id LIMIT 1`+suffix, game).Scan(&rows).Error
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	return &rows[0], nil
}
