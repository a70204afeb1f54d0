package models

import (
	"context"

	"turnpost/rules"
)

// DeletePlayer ends an account in one transaction: the player's games are resigned, or aborted
// where that is possible, their challenges withdrawn or declined, and of the player only a name
// without meaning is left beside what they played and said. confirm must be their own name.
// Their address may register again; their name is kept for it for NameReserved.
// Errors: CodeNotFound, CodeInvalid for another name.
func (s *Store) DeletePlayer(ctx context.Context, player int64, confirm string) error {
	return s.write(ctx, func(tx *Tx) error {
		row, err := tx.lockPlayer(player)
		if err != nil {
			return err
		}
		if nameKey(confirm) != row.NameKey {
			return invalid("confirm", "confirm_name", "name", row.Name)
		}
		for _, step := range []func(*playerRow) error{tx.closeChallenges, tx.leaveGames, tx.reserveName, tx.anonymise} {
			if err := step(row); err != nil {
				return err
			}
		}
		return tx.dropNotices(DropAccountGone, "player_id = ?", player)
	})
}

// closeChallenges withdraws the player's open challenges and declines those to them.
func (tx *Tx) closeChallenges(p *playerRow) error {
	var open []challengeRow
	err := tx.Raw(selectChallenge+`WHERE c.status = 'open' AND c.id IN (
			SELECT id FROM challenges WHERE challenger_id = ?
			UNION SELECT id FROM challenges WHERE opponent_id = ?
			UNION SELECT id FROM challenges WHERE invited = ? AND invited <> '')`+tx.ForUpdate("c"),
		p.ID, p.ID, p.EmailKey).Scan(&open).Error
	if err != nil {
		return err
	}
	for i := range open {
		if err := tx.endChallenge(&open[i], p); err != nil {
			return err
		}
	}
	err = tx.Exec(`UPDATE notices SET email = '' WHERE player_id = 0 AND challenge_id IN (
		SELECT id FROM challenges WHERE invited = ? AND invited <> '' AND status <> 'open')`, p.EmailKey).Error
	if err != nil {
		return err
	}
	return tx.Exec("UPDATE challenges SET invited = '' WHERE invited = ? AND invited <> '' AND status <> 'open'",
		p.EmailKey).Error
}

// endChallenge ends an open challenge by or to a player who goes.
func (tx *Tx) endChallenge(c *challengeRow, p *playerRow) error {
	if c.ChallengerID == p.ID {
		if err := tx.dropNotices(DropChallengeWithdrawn, "challenge_id = ?", c.ID); err != nil {
			return err
		}
		return tx.closeChallenge(c, ChallengeWithdrawn)
	}
	if err := tx.closeChallenge(c, ChallengeDeclined); err != nil {
		return err
	}
	return tx.noticeChallengeDecision(c, Declined)
}

// leaveGames ends the player's games that are under way.
func (tx *Tx) leaveGames(p *playerRow) error {
	var ids []string
	err := tx.Raw(`SELECT id FROM games WHERE first_id = ? AND status = 'ongoing'
		UNION SELECT id FROM games WHERE second_id = ? AND status = 'ongoing' ORDER BY id`, p.ID, p.ID).Scan(&ids).Error
	if err != nil {
		return err
	}
	for _, id := range ids {
		row, err := loadGame(tx.DB, id, tx.ForUpdate("g"))
		if err != nil {
			return err
		}
		if row.Status != Ongoing { // it ended before its row was locked
			continue
		}
		if err := tx.leaveGame(row, row.seat(p.ID)); err != nil {
			return err
		}
	}
	return nil
}

func (tx *Tx) leaveGame(row *gameRow, seat rules.Seat) error {
	abort, err := tx.mayAbort(row)
	if err != nil {
		return err
	}
	result := rules.Won(seat.Other(), ReasonResignation)
	if abort {
		result = rules.Drawn(ReasonAborted)
	}
	if err := tx.finishGame(row, result); err != nil {
		return err
	}
	return tx.updateGame(row, row.Ply)
}

// anonymise removes what says who the player was.
func (tx *Tx) anonymise(p *playerRow) error {
	for _, query := range []string{
		"DELETE FROM tokens WHERE player_id = ?",
		"DELETE FROM sessions WHERE player_id = ?",
		"DELETE FROM responses WHERE player_id = ?",
		"DELETE FROM vacations WHERE player_id = ?",
		"DELETE FROM plans WHERE player_id = ?",
		"DELETE FROM inbound WHERE player_id = ?",
		"DELETE FROM chats WHERE player_id = ?",
		"DELETE FROM blocks WHERE player_id = ?",
		"DELETE FROM blocks WHERE blocked_id = ?",
		"UPDATE notices SET email = '' WHERE player_id = ?",
	} {
		if err := tx.Exec(query, p.ID).Error; err != nil {
			return err
		}
	}
	for _, table := range []string{"codes", "registrations"} {
		if err := tx.Exec("DELETE FROM "+table+" WHERE email_key = ?", p.EmailKey).Error; err != nil {
			return err
		}
	}
	name := gonePrefix + newID()
	return tx.Exec(`UPDATE players SET name = ?, name_key = ?, email = '', email_key = ?,
		locale = 'en', time_zone = 'UTC', settings = '{}', away_from = 0, away_until = 0, deleted_at = ?
		WHERE id = ?`, name, name, name, tx.at, p.ID).Error
}
