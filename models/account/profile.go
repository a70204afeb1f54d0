package account

import (
	"context"
	"strings"
	"time"

	"turnpost/models"
	"turnpost/models/core"
	"turnpost/models/names"
	"turnpost/models/notice"
	"turnpost/models/schema"
)

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
	bot := patch.Values["bot"] == models.Yes
	if patch.Values["bot"] != "" && bot != names.IsBot(actor.Name) {
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
	if patch.Reminders != nil {
		if err := tx.Store.Follow.Change(tx, &schema.BulkChange{PlayerID: player, Kind: schema.BulkReminders}); err != nil {
			return err
		}
	}
	if patch.TimeZone == nil && patch.DigestHour == nil && patch.Quiet == nil && patch.Mail == nil && patch.Games == nil {
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
