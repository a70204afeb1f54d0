package account

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"turnpost/models"
	"turnpost/models/core"
	"turnpost/models/names"
	"turnpost/models/notice"
	"turnpost/models/schema"
	"turnpost/models/secrets"
	"turnpost/models/visible"
)

// Record is a player's results.
type Record struct {
	Ruleset               string
	Won, Lost, Drawn, Now int // Now: ongoing games
}

// PlayerByName returns a confirmed player with their record by ruleset.
// Errors: CodeNotFound.
func (s *Store) PlayerByName(ctx context.Context, name string) (models.Player, []Record, error) {
	row, err := schema.FindPlayer(s.Read(ctx), "name_key = ? AND confirmed_at > 0 AND deleted_at = 0", names.Key(name))
	if err != nil {
		return models.Player{}, nil, err
	}
	if row == nil {
		return models.Player{}, nil, models.Fail(models.CodeNotFound, "no_player", "name", visible.Clip(name, 40))
	}
	var records []Record
	err = s.Read(ctx).Raw(`
		SELECT ruleset, SUM(won) AS won, SUM(lost) AS lost, SUM(drawn) AS drawn, SUM(now) AS now FROM (
			SELECT ruleset, won, lost, drawn, 0 AS now FROM player_records WHERE player_id = ?
			UNION ALL SELECT ruleset, 0, 0, 0, COUNT(*) FROM games
				WHERE status = 'ongoing' AND to_move_id = ? GROUP BY ruleset
			UNION ALL SELECT ruleset, 0, 0, 0, COUNT(*) FROM games
				WHERE status = 'ongoing' AND first_id + second_id - to_move_id = ? GROUP BY ruleset) AS counted
		GROUP BY ruleset ORDER BY ruleset`, row.ID, row.ID, row.ID).Scan(&records).Error
	return row.Player(), records, err
}

// LockPlayer loads a player for a change.
func LockPlayer(tx *core.Tx, player int64) (*schema.PlayerRow, error) {
	var row schema.PlayerRow
	err := tx.Raw("SELECT * FROM players WHERE id = ? AND deleted_at = 0"+tx.ForUpdate("players"), player).Scan(&row).Error
	if err == nil && row.ID == 0 {
		err = models.Fail(models.CodeNotFound, "no_such_player")
	}
	return &row, err
}

// OtherPlayer returns a confirmed player by name.
func OtherPlayer(tx *core.Tx, name string) (*schema.PlayerRow, error) {
	row, err := schema.FindPlayer(tx.DB, "name_key = ? AND confirmed_at > 0 AND deleted_at = 0", names.Key(name))
	if err == nil && row == nil {
		err = models.Fail(models.CodeNotFound, "no_player", "name", visible.Clip(name, 40))
	}
	return row, err
}

// LockActor locks the acting player, so that an account that is deleted or banned during the request does nothing.
// A transaction that locks both a player and a game locks the player first.
func LockActor(tx *core.Tx, player int64) (*schema.PlayerRow, error) {
	row, err := LockPlayer(tx, player)
	if models.CodeOf(err) == models.CodeNotFound {
		return nil, models.Fail(models.CodeUnauthorized, "account_deleted")
	}
	if err == nil && row.BannedAt > 0 {
		return nil, models.Fail(models.CodeUnauthorized, "account_banned")
	}
	return row, err
}

// CheckActor is LockActor without the player.
func CheckActor(tx *core.Tx, player int64) error {
	_, err := LockActor(tx, player)
	return err
}

// createAccount creates the account of a registration whose address is verified and whose name is free.
func createAccount(tx *core.Tx, r RegistrationRow) (*schema.PlayerRow, error) {
	emailKey := r.EmailKey
	row := &schema.PlayerRow{
		Name: r.Name, NameKey: names.Key(r.Name), Email: r.Email, EmailKey: emailKey,
		Locale: r.Locale, TimeZone: r.TimeZone, Settings: "{}", CreatedAt: tx.At, ConfirmedAt: tx.At,
		LinkEpoch: secrets.NewEpoch(),
	}
	if err := tx.Create(row).Error; err != nil {
		return nil, err
	}
	if err := tx.Exec("DELETE FROM registrations WHERE email_key = ?", emailKey).Error; err != nil {
		return nil, err
	}
	// Earlier mails to the address become theirs to see, and are deleted with the account.
	return row, tx.Exec("UPDATE notices SET player_id = ? WHERE player_id = 0 AND kind = ? AND LOWER(email) = ?",
		row.ID, models.KindCode, emailKey).Error
}

// KnowsAddress reports whether an address has an account. It is for the operator's commands and must never affect a
// response to a stranger.
// Errors: CodeInvalid.
func (s *Store) KnowsAddress(ctx context.Context, address string) (bool, error) {
	_, key, err := schema.ParseEmail(address)
	if err != nil {
		return false, err
	}
	row, err := schema.FindPlayer(s.Read(ctx), "email_key = ?", key)
	return row != nil, err
}

// UpdateProfile changes a player's profile. Fields that the patch does not name keep their value, even under
// concurrent changes.
// Errors: CodeInvalid for a malformed field, CodeNameTaken, CodeTooMany for another new name
// within a day, CodeConflict where it is too late to become a bot or to cease to be one.
func (s *Store) UpdateProfile(ctx context.Context, player int64, patch models.ProfilePatch) (models.Player, error) {
	if err := patch.Check(); err != nil {
		return models.Player{}, err
	}
	var p models.Player
	err := s.Write(ctx, func(tx *core.Tx) (err error) {
		p, err = UpdateProfile(ctx, tx, player, patch)
		tx.SetResult(p)
		return err
	})
	return p, err
}

// UpdateProfile applies a patch that was checked.
func UpdateProfile(ctx context.Context, tx *core.Tx, player int64, patch models.ProfilePatch) (models.Player, error) {
	actor, err := LockActor(tx, player)
	if err != nil {
		return models.Player{}, err
	}
	if patch.Name != nil {
		if err := rename(tx, player, *patch.Name); err != nil {
			return models.Player{}, err
		}
	}
	bot := patch.Values.Get("bot") == models.Yes
	if patch.Values.Has("bot") && bot != names.IsBot(actor.Name) {
		if err := mayBeBot(tx, player, bot); err != nil {
			return models.Player{}, err
		}
		if err := SetBot(tx, player, bot); err != nil {
			return models.Player{}, err
		}
	}
	if patch.Email != nil {
		if err := askAddress(tx, askerOf(ctx), player, *patch.Email); err != nil {
			return models.Player{}, err
		}
	}
	if err := ChangeSettings(tx, player, patch.Apply); err != nil {
		return models.Player{}, err
	}
	if err := tx.ChooseDaysOff(actor, patch); err != nil {
		return models.Player{}, err
	}
	if set, args := patch.Columns(); len(set) > 0 {
		err := tx.Exec("UPDATE players SET "+strings.Join(set, ", ")+" WHERE id = ?", append(args, player)...).Error
		if err != nil {
			return models.Player{}, err
		}
	}
	if err := applyPatch(tx, player, patch); err != nil {
		return models.Player{}, err
	}
	var row schema.PlayerRow
	err = tx.Raw("SELECT * FROM players WHERE id = ?", player).Take(&row).Error
	return row.Player(), err
}

// applyPatch applies changed settings to ongoing games and queued notices.
func applyPatch(tx *core.Tx, player int64, patch models.ProfilePatch) error {
	if patch.Values.Has("reminders") {
		if err := tx.Store.Follow.Change(tx, &schema.BulkChange{PlayerID: player, Kind: schema.BulkReminders}); err != nil {
			return err
		}
	}
	if !patch.MovesMail() {
		return nil
	}
	return notice.Reschedule(tx, player)
}

// Rules for changes of names.
const (
	RenameEvery  = 24 * time.Hour
	NameReserved = 30 * 24 * time.Hour // how long nobody else may take an abandoned name
)

// rename changes a player's name. The previous name stays reserved for them for a while, so that nobody
// can impersonate them.
func rename(tx *core.Tx, player int64, name string) error {
	row, err := LockPlayer(tx, player)
	if err != nil || row.Name == name {
		return err
	}
	bot := names.IsBot(row.Name)
	if bot {
		name = names.Plain(name)
	}
	if err := models.CheckName(name); err != nil || names.Marked(name, bot) == row.Name {
		return err
	}
	if since := tx.At.Sub(row.RenamedAt); row.RenamedAt > 0 && since < RenameEvery {
		return models.TooMany(RenameEvery-since, "renamed_lately", "at", row.RenamedAt.Time().Format(time.RFC3339))
	}
	if err := tx.ClaimName(name, row.EmailKey); err != nil {
		return err
	}
	if names.Key(name) != row.NameKey {
		if err := ReserveName(tx, row); err != nil {
			return err
		}
	}
	return tx.Exec("UPDATE players SET name = ?, name_key = ?, renamed_at = ? WHERE id = ?",
		names.Marked(name, bot), names.Key(name), tx.At, player).Error
}

// ReserveName reserves an abandoned name for the owner of the player's address.
func ReserveName(tx *core.Tx, row *schema.PlayerRow) error {
	return tx.Exec(`INSERT INTO former_names (name_key, owner, until_at) VALUES (?, ?, ?)
		ON CONFLICT (name_key) DO UPDATE SET owner = excluded.owner, until_at = excluded.until_at`,
		row.NameKey, tx.NameOwner(row.EmailKey), tx.At.Add(NameReserved)).Error
}

// checkNameFree fails if a player has the name, or somebody abandoned it recently, regardless of the caller: before an
// address is verified, the response must not reveal whose the name is or was. A player who abandoned it can register
// with another name and rename themselves.
func checkNameFree(tx *core.Tx, name string) error {
	var taken int64
	err := tx.Raw(`SELECT (SELECT COUNT(*) FROM players WHERE name_key = ?) +
		(SELECT COUNT(*) FROM former_names WHERE name_key = ? AND until_at > ?)`,
		names.Key(name), names.Key(name), tx.At).Scan(&taken).Error
	if err == nil && taken > 0 {
		err = schema.NameTaken(name)
	}
	return err
}

// ChangeSettings changes a player's settings in place.
func ChangeSettings(tx *core.Tx, player int64, change func(*models.Settings) error) error {
	var row schema.PlayerRow
	if err := tx.Raw("SELECT * FROM players WHERE id = ?"+tx.ForUpdate("players"), player).Scan(&row).Error; err != nil {
		return err
	}
	settings := row.Player().Settings
	if err := change(&settings); err != nil {
		return err
	}
	text, err := json.Marshal(settings)
	if err != nil {
		return fmt.Errorf("settings of player %d: %w", player, err)
	}
	return tx.Exec("UPDATE players SET settings = ? WHERE id = ?", string(text), player).Error
}

// CountConfirmed counts the confirmation of a turn by mail, as long as it matters.
func CountConfirmed(tx *core.Tx, player int64) error {
	return ChangeSettings(tx, player, func(s *models.Settings) error {
		s.ConfirmedTurns = min(s.ConfirmedTurns+1, models.FirstTurns)
		return nil
	})
}

// SettingsChange changes settings of a player all at once, or none.
type SettingsChange struct {
	models.ProfilePatch
	Vacation *DayRange // nil: unchanged
}

// DayRange is the first and the last day of a vacation; the zero value is none.
type DayRange struct{ From, Until string }

// mayBeBot refuses to make a player's account a bot once a rated game of it has begun, and to make it a person's once
// any has: those who play against it must be able to rely on what they were told. Games with the house do not count.
func mayBeBot(tx *core.Tx, player int64, bot bool) error {
	rated, refusal := "", "bot_stays"
	if bot {
		rated, refusal = " AND rated = 1", "bot_late"
	}
	var begun bool
	err := tx.Raw(`SELECT EXISTS (SELECT 1 FROM (
			SELECT second_id AS opponent, rated FROM games WHERE first_id = ?
			UNION ALL SELECT first_id, rated FROM games WHERE second_id = ? AND status = 'ongoing'
			UNION ALL SELECT first_id, rated FROM games WHERE second_id = ? AND status <> 'ongoing') AS g
		WHERE opponent NOT IN `+schema.HouseIDs+rated+")", player, player, player).Scan(&begun).Error
	if err == nil && begun {
		err = models.Fail(models.CodeConflict, refusal)
	}
	return err
}

// SetBot says that a program plays a player's turns, or that it does not. Games under way with a bot are not rated any
// more; finished ones keep what they are.
func SetBot(tx *core.Tx, player int64, bot bool) error {
	row, err := LockPlayer(tx, player)
	if err != nil {
		return err
	}
	err = tx.Exec("UPDATE players SET name = ? WHERE id = ?", names.Marked(row.Name, bot), player).Error
	if err != nil || !bot {
		return err
	}
	return tx.Exec(`UPDATE games SET rated = 0 WHERE rated = 1 AND id IN (
			SELECT id FROM games WHERE first_id = ? AND status = 'ongoing'
			UNION ALL SELECT id FROM games WHERE second_id = ? AND status = 'ongoing')`, player, player).Error
}

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
