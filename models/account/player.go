package account

import (
	"context"

	"turnpost/models"
	"turnpost/models/core"
	"turnpost/models/names"
	"turnpost/models/schema"
	"turnpost/models/secrets"
	"turnpost/models/visible"
)

// ReaderColumns are the columns of TakeReader.
const ReaderColumns = `p.id, p.name, p.email, p.locale, p.time_zone, p.settings, p.away_from, p.away_until,
	p.created_at, p.confirmed_at, p.failing_since, p.failing_why, p.unlisted, p.hide_rating, p.days_off, p.auto_vacation,
	p.former_days_off, p.refused_at, p.refused_why`

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
