package models

import "turnpost/rules"

// Bounds of what two accounts can have together, and of what an account has out.

// mayChallenge checks that a player has not too many challenges out, to all or to one player.
func (tx *Tx) mayChallenge(row *challengeRow) error {
	limits := tx.store.limits
	var out, together int64
	err := tx.Raw("SELECT COUNT(*) FROM challenges WHERE challenger_id = ? AND status = ?",
		row.ChallengerID, ChallengeOpen).Scan(&out).Error
	if err != nil {
		return err
	}
	if limits.OpenChallenges > 0 && out >= int64(limits.OpenChallenges) {
		return fail(CodeTooMany, "too_many_challenges", "n", out)
	}
	switch {
	case row.OpponentID != nil:
		err = tx.Raw("SELECT COUNT(*) FROM challenges WHERE challenger_id = ? AND status = ? AND opponent_id = ?",
			row.ChallengerID, ChallengeOpen, *row.OpponentID).Scan(&together).Error
	case row.Invited != "":
		err = tx.Raw("SELECT COUNT(*) FROM challenges WHERE challenger_id = ? AND status = ? AND invited = ?",
			row.ChallengerID, ChallengeOpen, row.Invited).Scan(&together).Error
	}
	if err == nil && limits.ChallengesTogether > 0 && together >= int64(limits.ChallengesTogether) {
		return fail(CodeTooMany, "too_many_challenges_together", "n", together)
	}
	return err
}

// mayBegin checks that two players have not too many games under way.
func (tx *Tx) mayBegin(a, b int64) error {
	var together int64
	err := tx.Raw(`SELECT (SELECT COUNT(*) FROM games WHERE first_id = ? AND second_id = ? AND status = 'ongoing')
		+ (SELECT COUNT(*) FROM games WHERE first_id = ? AND second_id = ? AND status = 'ongoing')`,
		a, b, b, a).Scan(&together).Error
	if most := tx.store.limits.GamesTogether; err == nil && most > 0 && together >= int64(most) {
		return fail(CodeTooMany, "too_many_games_together", "n", together)
	}
	return err
}

// mayWriteToStranger keeps words of accounts that have finished no game from addresses: whoever gets
// them has not asked for anything, and an account costs nothing.
func (tx *Tx) mayWriteToStranger(row *challengeRow) error {
	if row.Invited == "" || row.Message == "" {
		return nil
	}
	var finished []string
	err := tx.Raw(`SELECT id FROM games WHERE first_id = ? AND status = 'finished' UNION ALL
		SELECT id FROM games WHERE second_id = ? AND status = 'finished' LIMIT 1`,
		row.ChallengerID, row.ChallengerID).Scan(&finished).Error
	if err != nil || len(finished) > 0 {
		return err
	}
	e := fail(CodeForbidden, "words_to_stranger")
	e.Field = "message"
	return e
}

// actor locks the player who acts, so that nothing is done by somebody whose account is deleted or
// banned while the request is under way. Whoever locks both a player and a game takes the player first.
func (tx *Tx) actor(player int64) (*playerRow, error) {
	row, err := tx.lockPlayer(player)
	if CodeOf(err) == CodeNotFound {
		return nil, fail(CodeUnauthorized, "account_deleted")
	}
	if err == nil && row.BannedAt > 0 {
		return nil, fail(CodeUnauthorized, "account_banned")
	}
	return row, err
}

// stillHere is actor for those who need only know.
func (tx *Tx) stillHere(player int64) error {
	_, err := tx.actor(player)
	return err
}

// mayOffer refuses offers in a running game where either player has blocked the other.
func (tx *Tx) mayOffer(row *gameRow, seat rules.Seat) error {
	to := seat.Other()
	return tx.mustNotBlock(row.side(seat).ID, row.side(to).ref(), "offers")
}
