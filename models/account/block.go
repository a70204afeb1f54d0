package account

import (
	"context"
	"time"

	"turnpost/models"
	"turnpost/models/core"
	"turnpost/models/names"
	"turnpost/models/notice"
	"turnpost/models/schema"
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
	err := s.Write(ctx, func(tx *core.Tx) error {
		if err := CheckActor(tx, player); err != nil {
			return err
		}
		other, err := OtherPlayer(tx, name)
		if err != nil {
			return err
		}
		if other.ID == player {
			return models.Invalid("name", "block_self")
		}
		var blocked int64
		err = tx.Raw("SELECT COUNT(*) FROM blocks WHERE player_id = ? AND blocked_id <> ?", player, other.ID).
			Scan(&blocked).Error
		if err != nil {
			return err
		}
		if blocked >= maxBlocks {
			return models.Fail(models.CodeTooMany, "too_many_blocks", "n", blocked)
		}
		err = tx.Exec(`INSERT INTO blocks (player_id, blocked_id, created_at) VALUES (?, ?, ?)
			ON CONFLICT (player_id, blocked_id) DO NOTHING`, player, other.ID, tx.At).Error
		if err != nil {
			return err
		}
		var since models.Millis
		err = tx.Raw("SELECT created_at FROM blocks WHERE player_id = ? AND blocked_id = ?",
			player, other.ID).Scan(&since).Error
		if err != nil {
			return err
		}
		block = Block{other.Name, since.Time()}
		tx.SetResult(block)
		return dropBlocked(tx, player, other)
	})
	return block, err
}

// dropBlocked drops queued notices from a player who is blocked. ComposeContent drops those that escape it: one that is
// claimed, and on PostgreSQL one whose transaction has not yet committed.
func dropBlocked(tx *core.Tx, player int64, other *schema.PlayerRow) error {
	err := notice.DropNotices(tx, notice.DropBlocked, notice.QueuedTo+` AND kind = ?
		AND EXISTS (SELECT 1 FROM challenges WHERE id = notices.challenge_id AND challenger_id = ?)`,
		player, player, models.KindChallenge, other.ID)
	if err != nil {
		return err
	}
	return notice.DropNotices(tx, notice.DropBlocked, notice.QueuedTo+` AND kind = ?
		AND EXISTS (SELECT 1 FROM games WHERE id = notices.game_id AND (first_id = ? OR second_id = ?))`,
		player, player, models.KindMessage, other.ID, other.ID)
}

// UnblockPlayer removes a block.
// Errors: CodeNotFound.
func (s *Store) UnblockPlayer(ctx context.Context, player int64, name string) error {
	return s.Write(ctx, func(tx *core.Tx) error {
		gone := tx.Exec(`DELETE FROM blocks WHERE player_id = ?
			AND blocked_id = (SELECT id FROM players WHERE name_key = ?)`, player, names.Key(name))
		if gone.Error == nil && gone.RowsAffected == 0 {
			return models.Fail(models.CodeNotFound, "not_blocked", "name", visible.Clip(name, 40))
		}
		return gone.Error
	})
}

// Blocks lists the players whom a player blocks, by name.
func (s *Store) Blocks(ctx context.Context, player int64) ([]Block, error) {
	var rows []struct {
		Name      string
		CreatedAt models.Millis
	}
	err := s.Read(ctx).Raw(`SELECT p.name, b.created_at FROM blocks b JOIN players p ON p.id = b.blocked_id
		WHERE b.player_id = ? ORDER BY p.name_key`, player).Scan(&rows).Error
	blocks := make([]Block, 0, len(rows))
	for _, r := range rows {
		blocks = append(blocks, Block{r.Name, r.CreatedAt.Time()})
	}
	return blocks, err
}

// MustNotBlock refuses what a player sends to another one if either blocks the other: "challenges", "messages" or
// "offers".
func MustNotBlock(tx *core.Tx, player int64, other models.PlayerRef, what string) error {
	var by []int64
	err := tx.Raw(`SELECT player_id FROM blocks
		WHERE (player_id = ? AND blocked_id = ?) OR (player_id = ? AND blocked_id = ?)`,
		other.ID, player, player, other.ID).Scan(&by).Error
	if err != nil || len(by) == 0 {
		return err
	}
	if len(by) == 1 && by[0] == player {
		return models.Fail(models.CodeForbidden, "you_block", "name", other.Name)
	}
	return models.Fail(models.CodeForbidden, "blocks_you", "name", other.Name, "what", what)
}

// Muted reports whether the operator refuses a player's messages.
func Muted(tx *core.Tx, player int64) (bool, error) {
	var since []models.Millis
	err := tx.Raw("SELECT muted_at FROM players WHERE id = ? AND muted_at > 0", player).Scan(&since).Error
	return len(since) > 0, err
}

// MustNotBeMuted refuses the message of a muted player.
func MustNotBeMuted(tx *core.Tx, player int64) error {
	muted, err := Muted(tx, player)
	if err == nil && muted {
		err = models.Fail(models.CodeForbidden, "muted")
	}
	return err
}
