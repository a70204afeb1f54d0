package upkeep

import (
	"context"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/challenge"
	"turnpost/models/core"
	"turnpost/models/db"
	"turnpost/models/event"
	"turnpost/models/names"
	"turnpost/models/notice"
	"turnpost/models/roundrobin"
	"turnpost/models/schema"
	"turnpost/models/secrets"
)

// DeletePlayer deletes an account: the player's games are resigned, or aborted if possible, their challenges withdrawn
// or declined, and a meaningless name replaces theirs beside their turns and messages. Rows that nobody sees any more,
// such as their ledger, are deleted in parts. confirm must be their name.
// Their address may register again; their name stays reserved for it for NameReserved.
// Errors: CodeNotFound, CodeInvalid for another name.
func (s *Store) DeletePlayer(ctx context.Context, player int64, confirm string) error {
	return s.Write(ctx, func(tx *core.Tx) error {
		row, err := account.LockPlayer(tx, player)
		if err != nil {
			return err
		}
		if names.Key(confirm) != row.NameKey {
			return models.Invalid("confirm", "confirm_name", "name", row.Name)
		}
		leaveEvents := func(tx *core.Tx, p *schema.PlayerRow) error { return event.LeaveEvents(tx, p, roundrobin.Deleted) }
		for _, step := range []func(*core.Tx, *schema.PlayerRow) error{
			leaveEvents, event.ForgetEvents, CloseChallenges, account.ReserveName, anonymise, LeaveGames,
		} {
			if err := step(tx, row); err != nil {
				return err
			}
		}
		return tx.Store.Follow.Change(tx, &schema.BulkChange{PlayerID: player, Kind: schema.BulkErasure})
	})
}

// CloseChallenges withdraws the player's open challenges and declines those to them.
func CloseChallenges(tx *core.Tx, p *schema.PlayerRow) error {
	var open []schema.ChallengeRow
	err := tx.Raw(schema.SelectChallenge+`WHERE c.status = 'open' AND c.id IN (
			SELECT id FROM challenges WHERE challenger_id = ?
			UNION SELECT id FROM challenges WHERE opponent_id = ?
			UNION SELECT id FROM challenges WHERE invited = ? AND invited <> '')`+tx.ForUpdate("c"),
		p.ID, p.ID, p.EmailKey).Scan(&open).Error
	if err != nil {
		return err
	}
	for i := range open {
		if err := endChallenge(tx, &open[i], p); err != nil {
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
func endChallenge(tx *core.Tx, c *schema.ChallengeRow, p *schema.PlayerRow) error {
	if c.ChallengerID == p.ID {
		if err := notice.DropNotices(tx, notice.DropChallengeWithdrawn, notice.OfChallenge, c.ID); err != nil {
			return err
		}
		return challenge.CloseChallenge(tx, c, models.ChallengeWithdrawn)
	}
	if err := challenge.CloseChallenge(tx, c, models.ChallengeDeclined); err != nil {
		return err
	}
	return notice.Decision(tx, c, models.Declined)
}

// LeaveGames ends the player's ongoing games: aborted if a side has not played yet, else won by the
// opponent.
func LeaveGames(tx *core.Tx, p *schema.PlayerRow) error {
	return tx.Store.Follow.Change(tx, &schema.BulkChange{PlayerID: p.ID, Kind: schema.BulkDeparture})
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

// Erase deletes some of the remaining rows of a deleted player, then the address in the ledger.
func Erase(tx *core.Tx, c *schema.BulkChange, after int64) (next int64, done bool, err error) {
	for _, erased := range erasedRows {
		n, err := db.Exec(tx.DB, "DELETE FROM "+erased.table+" WHERE ("+erased.key+") IN (SELECT "+erased.key+
			" FROM "+erased.table+" WHERE "+erased.where+db.Limit(schema.BulkPart)+")", c.PlayerID)
		if err != nil || n == schema.BulkPart {
			return after, false, err
		}
	}
	ids, err := notice.NoticesAfter(tx, "player_id = ? AND id > ?", c.PlayerID, after)
	if err != nil || len(ids) == 0 {
		return 0, true, err
	}
	if err := notice.DropNotices(tx, notice.DropAccountGone, "id IN ?", ids); err != nil {
		return 0, false, err
	}
	err = tx.Exec("UPDATE notices SET email = '' WHERE id IN ?", ids).Error
	return ids[len(ids)-1], len(ids) < schema.BulkPart, err
}

// anonymise removes the data that identifies the player, and has the rest deleted in parts.
func anonymise(tx *core.Tx, p *schema.PlayerRow) error {
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
		`+schema.SetNoRest()+`, deleted_at = ?
		WHERE id = ?`, name, name, name, tx.At, p.ID).Error
}
