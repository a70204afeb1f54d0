package models

import (
	"context"

	"gorm.io/gorm"

	"turnpost/rules"
)

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
