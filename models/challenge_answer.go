package models

import "context"

// Withdraw takes back the player's own open challenge.
func (s *Store) Withdraw(ctx context.Context, p Player, id string) (Challenge, error) {
	return s.answerChallenge(ctx, p, id, func(tx *Tx, row *challengeRow) error {
		if row.ChallengerID != p.ID {
			return fail(CodeForbidden, "only %s can withdraw this challenge", row.ChallengerName)
		}
		if err := tx.dropNotices("the challenge was withdrawn", "challenge_id = ?", id); err != nil {
			return err
		}
		return tx.closeChallenge(row, ChallengeWithdrawn)
	})
}

// Decline refuses a challenge that is for this player by name or address.
func (s *Store) Decline(ctx context.Context, p Player, id string) (Challenge, error) {
	return s.answerChallenge(ctx, p, id, func(tx *Tx, row *challengeRow) error {
		if !row.isFor(p) || (row.OpponentID == nil && row.Invited == "") {
			return fail(CodeForbidden, "this challenge is not for you to decline")
		}
		row.OpponentID, row.OpponentName, row.OpponentEmail = &p.ID, p.Name, p.Email
		if err := tx.closeChallenge(row, ChallengeDeclined); err != nil {
			return err
		}
		return tx.noticeChallengeAnswer(row)
	})
}

func (s *Store) answerChallenge(ctx context.Context, p Player, id string, answer func(tx *Tx, row *challengeRow) error) (c Challenge, err error) {
	err = s.write(ctx, func(tx *Tx) error {
		row, err := tx.openChallenge(p, id)
		if err != nil {
			return err
		}
		if err := answer(tx, row); err != nil {
			return err
		}
		c = row.challenge()
		tx.answer(c)
		return nil
	})
	return c, err
}

// openChallenge loads a challenge that is still to be answered.
func (tx *Tx) openChallenge(p Player, id string) (*challengeRow, error) {
	row, err := loadChallenge(tx.DB, p, id, tx.forUpdate("c"))
	if err != nil {
		return nil, err
	}
	if row.Status != ChallengeOpen {
		return nil, fail(CodeConflict, "challenge %s is %s already", id, row.Status)
	}
	return row, nil
}

func (tx *Tx) closeChallenge(row *challengeRow, status ChallengeStatus) error {
	row.Status, row.AnsweredAt = status, tx.at
	return tx.Exec("UPDATE challenges SET status = ?, answered_at = ?, opponent_id = ?, game_id = ? WHERE id = ?",
		row.Status, row.AnsweredAt, row.OpponentID, row.GameID, row.ID).Error
}

// Accept begins the game of a challenge.
func (s *Store) Accept(ctx context.Context, p Player, id string) (*Game, error) {
	var game *Game
	err := s.write(ctx, func(tx *Tx) error {
		row, err := tx.openChallenge(p, id)
		if err != nil {
			return err
		}
		if !row.isFor(p) {
			return fail(CodeForbidden, "you cannot accept your own challenge")
		}
		if err := tx.checkBlocks(p.ID, Seated{row.ChallengerID, row.ChallengerName}, "challenges"); err != nil {
			return err
		}
		row.OpponentID, row.OpponentName, row.OpponentEmail = &p.ID, p.Name, p.Email
		begun, err := tx.beginGame(row)
		if err != nil {
			return err
		}
		row.GameID = begun.ID
		if err := tx.closeChallenge(row, ChallengeAccepted); err != nil {
			return err
		}
		if err := tx.noticeChallengeAnswer(row); err != nil {
			return err
		}
		game = begun.gameAfter(tx.at, nil)
		tx.answer(game)
		return tx.noticeTurn(begun)
	})
	return game, err
}
