package challenge

import (
	"context"
	"errors"
	"strings"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/core"
	"turnpost/models/db"
	"turnpost/models/notice"
	"turnpost/models/pace"
	"turnpost/models/play"
	"turnpost/models/schema"
	"turnpost/models/visible"
	"turnpost/rules"
	"turnpost/rules/phrase"
)

// NewChallenge holds the fields of a new challenge.
type NewChallenge struct {
	Ruleset, Variant string // Variant "": the default one
	Opponent         string // a player's name or an email address; "": anyone
	Seat             string // first, second, the ID of a side, or random; "": random
	models.Terms
	Expires string // "3d", "36h"; "": DefaultExpiry
	Message string
}

// CreateChallenge creates a challenge. A named opponent or an invited address is notified. A challenge to the house is
// accepted at once; it is CodeHouseOff if the house begins no games. Errors: CodeInvalid for a malformed field or an
// unknown opponent, CodeForbidden if either blocks the other or for a message to a stranger by a player without a
// finished game, CodeTooMany.
func (s *Store) CreateChallenge(ctx context.Context, p models.Player, n NewChallenge) (models.Challenge, error) {
	row, err := s.NewChallenge(p, n)
	if err != nil {
		return models.Challenge{}, err
	}
	err = s.Write(ctx, func(tx *core.Tx) error {
		if err := account.CheckActor(tx, p.ID); err != nil {
			return err
		}
		if row.Message != "" {
			if err := account.MustNotBeMuted(tx, p.ID); err != nil {
				return err
			}
		}
		email, err := FindOpponent(tx, row, p, n.Opponent)
		if err != nil {
			return err
		}
		if row.ToHouse() {
			_, err = play.BeginHouseGame(tx, row)
		} else if err = errors.Join(tx.MayChallenge(row), tx.MayWriteToStranger(row)); err == nil {
			err = InsertChallenge(tx, row, email)
		}
		if err != nil {
			return err
		}
		tx.SetResult(row.Challenge())
		return nil
	})
	if err != nil {
		return models.Challenge{}, err
	}
	return row.Challenge(), nil
}

// InsertChallenge stores a challenge that expires after row.life, and queues the notice to an address; "" for none.
func InsertChallenge(tx *core.Tx, row *schema.ChallengeRow, email string) (err error) {
	if row.ID, err = tx.FreeID("challenges"); err != nil {
		return err
	}
	row.CreatedAt, row.ExpiresAt = tx.At, tx.At.Add(row.Life)
	if err := schema.StoreChallenge(tx.DB, row); err != nil {
		return err
	}
	err = db.Query(tx.DB, func(c *db.Columns) error {
		row.TakeRest(c)
		return nil
	}, "SELECT "+schema.SelectRest("")+" FROM players WHERE id = ?", row.ChallengerID)
	if err != nil {
		return err
	}
	if unwanted, err := row.Unwanted(tx.DB); err != nil || unwanted || email == "" {
		return err
	}
	n := schema.Notice{Key: "challenge." + row.ID, Kind: models.KindChallenge, Email: email, ChallengeID: row.ID}
	if row.OpponentID != nil {
		n.PlayerID = *row.OpponentID
	}
	return notice.Notify(tx, n)
}

// NewChallenge validates the fields that need no database.
func (s *Store) NewChallenge(p models.Player, n NewChallenge) (*schema.ChallengeRow, error) {
	r, variant, err := s.FindRuleset(n.Ruleset, n.Variant)
	if err != nil {
		return nil, err
	}
	if n.Pace == "" {
		n.Pace = pace.Default
	}
	control, err := schema.ParsePace(n.Pace)
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
	message, err := models.CleanText("message", n.Message, models.MaxMessage)
	if err != nil {
		return nil, err
	}
	if err := n.CheckLimits(); err != nil {
		return nil, err
	}
	n.Pace = control.String()
	return &schema.ChallengeRow{
		Ruleset: info.ID, Variant: variant.ID, ChallengerID: p.ID, ChallengerName: p.Name,
		Seat: seat, Terms: n.Terms, Message: message, Status: models.ChallengeOpen, Life: life,
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
	return rules.NoSeat, models.Invalid("seat", "bad_seat", "seat", visible.Clip(text, 20), "sides", sides)
}

// Rematch is the result of a request for a rematch: a challenge to the opponent or, if the
// opponent had already requested one, the new game.
type Rematch struct {
	Challenge models.Challenge
	Game      *models.Game // nil while the opponent has not answered
}

// OfferRematch challenges the opponent of a finished game to another one with the sides
// changed, of the same variant at the same pace. If the opponent has already done so, it
// accepts; the house accepts at once. Of two simultaneous requests one challenges and the other accepts. Its errors are
// CodeNotFound, CodeForbidden if the player did not play or either blocks the other,
// CodeTooMany, CodeHouseOff, and CodeConflict if the game is ongoing, the player's request is pending, or
// the rematch has started.
func (s *Store) OfferRematch(ctx context.Context, p models.Player, game string) (Rematch, error) {
	var made Rematch
	err := s.Write(ctx, func(tx *core.Tx) error {
		if err := account.CheckActor(tx, p.ID); err != nil {
			return err
		}
		row, err := play.LockGame(tx, game) // serializes simultaneous requests
		if err != nil {
			return err
		}
		if err := tx.Store.Guard.MayUse(row); err != nil {
			return err
		}
		if made, err = rematch(tx, p, row); err == nil {
			tx.SetResult(made)
		}
		return err
	})
	return made, err
}

func rematch(tx *core.Tx, p models.Player, row *core.GameRow) (Rematch, error) {
	if row.EventID != "" {
		return Rematch{}, models.Fail(models.CodeConflict, "rematch_event", "event", row.EventID)
	}
	if err := mayRematch(p, row); err != nil {
		return Rematch{}, err
	}
	offered, err := schema.LoadRematch(tx.DB, row.ID, tx.ForUpdate("c"))
	if err != nil {
		return Rematch{}, err
	}
	switch {
	case offered == nil || (offered.Status == models.ChallengeOpen && offered.ExpiresAt <= tx.At):
		return offerRematch(tx, p, row)
	case offered.Status == models.ChallengeAccepted:
		return Rematch{}, models.Fail(models.CodeConflict, "rematch_begun", "game", row.ID, "rematch", offered.GameID)
	case offered.ChallengerID == p.ID:
		return Rematch{}, models.Fail(models.CodeConflict, "rematch_offered", "opponent", offered.OpponentName, "challenge",
			offered.ID)
	}
	g, err := acceptOpen(tx, offered, p)
	return Rematch{offered.Challenge(), g}, err
}

func mayRematch(p models.Player, row *core.GameRow) error {
	if row.Seat(p.ID) == rules.NoSeat {
		return models.Fail(models.CodeForbidden, "not_your_game", "game", row.ID)
	}
	if row.Status == models.Ongoing {
		return models.Fail(models.CodeConflict, "rematch_early", "game", row.ID)
	}
	return nil
}

func offerRematch(tx *core.Tx, p models.Player, row *core.GameRow) (Rematch, error) {
	seat := row.Seat(p.ID)
	opponent, err := schema.FindPlayer(tx.DB, "id = ?", row.Side(seat.Other()).ID)
	if err != nil {
		return Rematch{}, err
	}
	if opponent.DeletedAt != 0 {
		return Rematch{}, models.Fail(models.CodeNotFound, "player_gone", "name", opponent.Name)
	}
	if err := account.MustNotBlock(tx, p.ID, models.PlayerRef{ID: opponent.ID, Name: opponent.Name},
		"challenges"); err != nil {
		return Rematch{}, err
	}
	c := &schema.ChallengeRow{
		Ruleset: row.Ruleset, Variant: row.Variant, ChallengerID: p.ID, ChallengerName: p.Name, ChallengerEmail: p.Email,
		OpponentID: &opponent.ID, OpponentName: opponent.Name, OpponentEmail: opponent.Email,
		Seat: seat.Other(), Terms: row.Terms, Status: models.ChallengeOpen, RematchOf: row.ID, Life: DefaultExpiry,
	}
	if c.ToHouse() {
		g, err := play.BeginHouseGame(tx, c)
		return Rematch{c.Challenge(), g}, err
	}
	if err := tx.MayChallenge(c); err != nil {
		return Rematch{}, err
	}
	err = InsertChallenge(tx, c, opponent.Email)
	return Rematch{Challenge: c.Challenge()}, err
}
