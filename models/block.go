package models

import (
	"context"
	"time"

	"gorm.io/gorm"

	"turnpost/models/db"
	"turnpost/models/names"
	"turnpost/models/visible"
)

// Block is a player whom another player blocks.
type Block struct {
	Name      string
	CreatedAt time.Time
}

// maxBlocks is the maximum number of players that one player blocks.
const maxBlocks = 500

// BlockPlayer refuses further challenges and messages of another player and drops their queued ones. Games
// between the two go on. It is idempotent.
// Errors: CodeNotFound, CodeInvalid for oneself, CodeTooMany.
func (s *Store) BlockPlayer(ctx context.Context, player int64, name string) (Block, error) {
	var block Block
	err := s.write(ctx, func(tx *Tx) error {
		if err := tx.checkActor(player); err != nil {
			return err
		}
		other, err := tx.otherPlayer(name)
		if err != nil {
			return err
		}
		if other.ID == player {
			return invalid("name", "block_self")
		}
		var blocked int64
		err = tx.Raw("SELECT COUNT(*) FROM blocks WHERE player_id = ? AND blocked_id <> ?", player, other.ID).
			Scan(&blocked).Error
		if err != nil {
			return err
		}
		if blocked >= maxBlocks {
			return fail(CodeTooMany, "too_many_blocks", "n", blocked)
		}
		err = tx.Exec(`INSERT INTO blocks (player_id, blocked_id, created_at) VALUES (?, ?, ?)
			ON CONFLICT (player_id, blocked_id) DO NOTHING`, player, other.ID, tx.at).Error
		if err != nil {
			return err
		}
		var since Millis
		err = tx.Raw("SELECT created_at FROM blocks WHERE player_id = ? AND blocked_id = ?",
			player, other.ID).Scan(&since).Error
		if err != nil {
			return err
		}
		block = Block{other.Name, since.Time()}
		tx.setResult(block)
		return tx.dropBlocked(player, other)
	})
	return block, err
}

// dropBlocked drops queued notices from a player who is blocked. ComposeContent drops those that escape it: one that is
// claimed, and on PostgreSQL one whose transaction has not yet committed.
func (tx *Tx) dropBlocked(player int64, other *playerRow) error {
	err := tx.dropNotices(DropBlocked, queuedTo+` AND kind = ?
		AND EXISTS (SELECT 1 FROM challenges WHERE id = notices.challenge_id AND challenger_id = ?)`,
		player, player, KindChallenge, other.ID)
	if err != nil {
		return err
	}
	return tx.dropNotices(DropBlocked, queuedTo+` AND kind = ?
		AND EXISTS (SELECT 1 FROM games WHERE id = notices.game_id AND (first_id = ? OR second_id = ?))`,
		player, player, KindMessage, other.ID, other.ID)
}

// UnblockPlayer removes a block.
// Errors: CodeNotFound.
func (s *Store) UnblockPlayer(ctx context.Context, player int64, name string) error {
	return s.write(ctx, func(tx *Tx) error {
		gone := tx.Exec(`DELETE FROM blocks WHERE player_id = ?
			AND blocked_id = (SELECT id FROM players WHERE name_key = ?)`, player, names.Key(name))
		if gone.Error == nil && gone.RowsAffected == 0 {
			return fail(CodeNotFound, "not_blocked", "name", visible.Clip(name, 40))
		}
		return gone.Error
	})
}

// Blocks lists the players whom a player blocks, by name.
func (s *Store) Blocks(ctx context.Context, player int64) ([]Block, error) {
	var rows []struct {
		Name      string
		CreatedAt Millis
	}
	err := s.read(ctx).Raw(`SELECT p.name, b.created_at FROM blocks b JOIN players p ON p.id = b.blocked_id
		WHERE b.player_id = ? ORDER BY p.name_key`, player).Scan(&rows).Error
	blocks := make([]Block, 0, len(rows))
	for _, r := range rows {
		blocks = append(blocks, Block{r.Name, r.CreatedAt.Time()})
	}
	return blocks, err
}

// mustNotBlock refuses what a player sends to another one if either blocks the other: "challenges" or "messages".
func (tx *Tx) mustNotBlock(player int64, other PlayerRef, what string) error {
	var by []int64
	err := tx.Raw(`SELECT player_id FROM blocks
		WHERE (player_id = ? AND blocked_id = ?) OR (player_id = ? AND blocked_id = ?)`,
		other.ID, player, player, other.ID).Scan(&by).Error
	if err != nil || len(by) == 0 {
		return err
	}
	if len(by) == 1 && by[0] == player {
		return fail(CodeForbidden, "you_block", "name", other.Name)
	}
	return fail(CodeForbidden, "blocks_you", "name", other.Name, "what", what)
}

// notBlocked excludes challenges whose challenger blocks the player or is blocked by them.
const notBlocked = ` AND NOT EXISTS (SELECT 1 FROM blocks b
	WHERE (b.player_id = ? AND b.blocked_id = c.challenger_id)
	OR (b.player_id = c.challenger_id AND b.blocked_id = ?))`

// unwanted reports whether a challenge goes to a player, or the address of one, who blocks the challenger. A challenge
// to such an address is stored but not mailed, so that the challenger cannot learn whose it is.
func (r *challengeRow) unwanted(from *gorm.DB) (bool, error) {
	if r.OpponentID != nil {
		return blocks(from, *r.OpponentID, r.ChallengerID)
	}
	if r.Invited == "" {
		return false, nil
	}
	unwanted := false
	err := db.Query(from, func(c *db.Columns) error { unwanted = c.Bool(); return nil },
		`SELECT EXISTS (SELECT 1 FROM blocks b JOIN players p ON p.id = b.player_id
			WHERE p.email_key = ? AND b.blocked_id = ?)`, r.Invited, r.ChallengerID)
	return unwanted, err
}

// blocks reports whether a player blocks another one.
func blocks(from *gorm.DB, player, other int64) (is bool, err error) {
	err = db.Query(from, func(c *db.Columns) error { is = c.Bool(); return nil },
		"SELECT EXISTS (SELECT 1 FROM blocks WHERE player_id = ? AND blocked_id = ?)", player, other)
	return is, err
}

// MutePlayer refuses the messages of an account from now on; its turns and decisions go on.
// Errors: CodeNotFound, CodeConflict if it is muted already.
func (a Admin) MutePlayer(ctx context.Context, name string) error {
	return a.setMuted(ctx, name, "muted_already", func(tx *Tx, id int64) (changed int64, err error) {
		done := tx.Exec("UPDATE players SET muted_at = ? WHERE id = ? AND muted_at = 0", tx.at, id)
		return done.RowsAffected, done.Error
	})
}

// UnmutePlayer delivers the messages of an account again. Errors: CodeNotFound, CodeConflict if it is not muted.
func (a Admin) UnmutePlayer(ctx context.Context, name string) error {
	return a.setMuted(ctx, name, "not_muted", func(tx *Tx, id int64) (changed int64, err error) {
		done := tx.Exec("UPDATE players SET muted_at = 0 WHERE id = ? AND muted_at > 0", id)
		return done.RowsAffected, done.Error
	})
}

func (a Admin) setMuted(
	ctx context.Context, name, unchanged string, change func(tx *Tx, id int64) (changed int64, err error),
) error {
	return a.store.write(ctx, func(tx *Tx) error {
		row, err := tx.lockNamed(name)
		if err != nil {
			return err
		}
		changed, err := change(tx, row.ID)
		if err == nil && changed == 0 {
			err = fail(CodeConflict, unchanged, "name", row.Name)
		}
		return err
	})
}

// muted reports whether the operator refuses a player's messages.
func (tx *Tx) muted(player int64) (bool, error) {
	var since []Millis
	err := tx.Raw("SELECT muted_at FROM players WHERE id = ? AND muted_at > 0", player).Scan(&since).Error
	return len(since) > 0, err
}

// mustNotBeMuted refuses the message of a muted player.
func (tx *Tx) mustNotBeMuted(player int64) error {
	muted, err := tx.muted(player)
	if err == nil && muted {
		err = fail(CodeForbidden, "muted")
	}
	return err
}
