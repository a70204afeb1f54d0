package models

import (
	"context"

	"gorm.io/gorm"

	"turnpost/models/db"
	"turnpost/models/names"
	"turnpost/models/rating"
	"turnpost/models/roundrobin"
	"turnpost/models/secrets"
	"turnpost/rules"
)

// DeletePlayer deletes an account: the player's games are resigned, or aborted if possible, their challenges withdrawn
// or declined, and a meaningless name replaces theirs beside their turns and messages. Rows that nobody sees any more,
// such as their ledger, are deleted in parts. confirm must be their name.
// Their address may register again; their name stays reserved for it for NameReserved.
// Errors: CodeNotFound, CodeInvalid for another name.
func (s *Store) DeletePlayer(ctx context.Context, player int64, confirm string) error {
	return s.write(ctx, func(tx *Tx) error {
		row, err := tx.lockPlayer(player)
		if err != nil {
			return err
		}
		if names.Key(confirm) != row.NameKey {
			return invalid("confirm", "confirm_name", "name", row.Name)
		}
		for _, step := range []func(*playerRow) error{
			func(p *playerRow) error { return tx.leaveEvents(p, roundrobin.Deleted) }, tx.forgetEvents, tx.closeChallenges,
			tx.reserveName, tx.anonymise, tx.leaveGames,
		} {
			if err := step(row); err != nil {
				return err
			}
		}
		return tx.addChange(&bulkChange{PlayerID: player, Kind: bulkErasure})
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
	return tx.Exec(
		"UPDATE challenges SET invited = '', invited_as = '' WHERE invited = ? AND invited <> '' AND status <> 'open'",
		p.EmailKey,
	).Error
}

// endChallenge closes an open challenge by or to a player who leaves.
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

// leaveGames ends the player's ongoing games: aborted if a side has not played yet, else won by the
// opponent.
func (tx *Tx) leaveGames(p *playerRow) error {
	return tx.addChange(&bulkChange{PlayerID: p.ID, Kind: bulkDeparture})
}

// showDeparture ends a game of a player who has left.
func showDeparture(from *gorm.DB, row *gameRow, c *bulkChange) error {
	abort, err := mayAbort(from, row)
	if err != nil {
		return err
	}
	result := rules.Won(row.seat(c.PlayerID).Other(), ReasonResignation)
	switch {
	case row.EventID != "":
		result.Reason = ReasonWithdrawn
	case abort:
		result = rules.Drawn(ReasonAborted)
	}
	row.UnratedBecause = rating.CauseDeleted
	row.finish(c.At, result)
	return nil
}

func (tx *Tx) storeDeparture(row *gameRow, c *bulkChange) error {
	if err := showDeparture(tx.DB, row, c); err != nil {
		return err
	}
	return tx.noticeEnd(row, row.seat(c.PlayerID).Other())
}

// erasedRows lists the rows of a deleted player, by the keys of their tables. Plans end with their games.
var erasedRows = []struct{ table, key, where string }{
	{"responses", "player_id, via, key", "player_id = ?"},
	{"game_ratings", "game_id, seat", "player_id = ?"},
	{"ratings", "player_id, ruleset, variant", "player_id = ?"},
	{"player_records", "player_id, ruleset", "player_id = ?"},
	{"standings", "player_id", "player_id = ?"},
	{"hook_deliveries", "id", "player_id = ?"},
	{"inbound", "id", "player_id = ? AND player_id > 0"},
	{"reports", "id", "reporter_id = ?"},
	{"chats", "game_id, seat", "player_id = ?"},
	{"notes", "player_id, game_id", "player_id = ?"},
	{"kept_lines", "id", "player_id = ?"},
	{"blocks", "player_id, blocked_id", "player_id = ?"},
	{"blocks", "player_id, blocked_id", "blocked_id = ?"},
}

// erase deletes some of the remaining rows of a deleted player, then the address in the ledger.
func (tx *Tx) erase(c *bulkChange, after int64) (next int64, done bool, err error) {
	for _, erased := range erasedRows {
		n, err := db.Exec(tx.DB, "DELETE FROM "+erased.table+" WHERE ("+erased.key+") IN (SELECT "+erased.key+
			" FROM "+erased.table+" WHERE "+erased.where+db.Limit(bulkPart)+")", c.PlayerID)
		if err != nil || n == bulkPart {
			return after, false, err
		}
	}
	ids, err := tx.noticesAfter("player_id = ? AND id > ?", c.PlayerID, after)
	if err != nil || len(ids) == 0 {
		return 0, true, err
	}
	if err := tx.dropNotices(DropAccountGone, "id IN ?", ids); err != nil {
		return 0, false, err
	}
	err = tx.Exec("UPDATE notices SET email = '' WHERE id IN ?", ids).Error
	return ids[len(ids)-1], len(ids) < bulkPart, err
}

// anonymise removes the data that identifies the player, and has the rest deleted in parts.
func (tx *Tx) anonymise(p *playerRow) error {
	for _, query := range []string{
		"DELETE FROM tokens WHERE player_id = ?",
		"DELETE FROM sessions WHERE player_id = ?",
		"DELETE FROM feeds WHERE player_id = ?",
		"DELETE FROM vacations WHERE player_id = ?",
		"DELETE FROM hooks WHERE player_id = ?",
		`UPDATE notices SET email = '' WHERE player_id = 0 AND LOWER(email) IN (
			SELECT email_key FROM address_changes WHERE player_id = ?)`,
		`DELETE FROM codes WHERE purpose = 'address' AND email_key IN (
			SELECT c.email_key FROM address_changes c WHERE c.player_id = ? AND NOT EXISTS (
				SELECT 1 FROM address_changes o WHERE o.player_id <> c.player_id AND o.email_key = c.email_key))`,
		"DELETE FROM address_changes WHERE player_id = ?",
		"UPDATE challenges SET invited = '', invited_as = '' WHERE challenger_id = ? AND invited <> ''",
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
	name := names.GonePrefix + secrets.NewID()
	return tx.Exec(`UPDATE players SET name = ?, name_key = ?, email = '', email_key = ?,
		locale = 'en', time_zone = 'UTC', settings = '{}', away_from = 0, away_until = 0,
		days_off = '', auto_vacation = 0, deleted_at = ?
		WHERE id = ?`, name, name, name, tx.at, p.ID).Error
}
