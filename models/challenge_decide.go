package models

import "context"

// WithdrawChallenge takes back the player's own open challenge.
// Errors: CodeNotFound, CodeForbidden for somebody else's, CodeConflict for one that is decided.
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

// DeclineChallenge refuses a challenge that is for this player by name or address.
// Errors: CodeNotFound, CodeForbidden for one that is not for them, CodeConflict for one that is
// decided.
func (s *Store) DeclineChallenge(ctx context.Context, p Player, id string) (Challenge, error) {
	return s.decideChallenge(ctx, p, id, func(tx *Tx, row *challengeRow) error {
		if !row.isFor(p) || (row.OpponentID == nil && row.Invited == "") {
			return fail(CodeForbidden, "not_challenged")
		}
		// Whoever invited an address does not learn from a refusal who has it.
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
		if err := tx.stillHere(p.ID); err != nil {
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

// openChallenge loads a challenge that is still to be answered.
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
		row.Status = ChallengeExpired // the next sweep writes it down
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

// AcceptChallenge begins the game of a challenge.
// Errors: CodeNotFound, CodeForbidden for one's own or where either blocks the other, CodeConflict
// for one that is decided, CodeTooMany where the two have too many games under way.
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
	if err := tx.stillHere(p.ID); err != nil {
		return nil, err
	}
	row, err := tx.openChallenge(p, id)
	if err != nil {
		return nil, err
	}
	return tx.acceptOpen(row, p)
}

// acceptOpen begins the game of a challenge that stands.
func (tx *Tx) acceptOpen(row *challengeRow, p Player) (*Game, error) {
	if !row.isFor(p) {
		return nil, fail(CodeForbidden, "own_challenge")
	}
	if err := tx.mustNotBlock(p.ID, PlayerRef{row.ChallengerID, row.ChallengerName}, "challenges"); err != nil {
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
