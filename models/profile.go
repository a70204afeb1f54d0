package models

import (
	"context"
	"crypto/hmac"
	"strings"
	"time"

	"turnpost/models/calendar"
	"turnpost/models/names"
	"turnpost/models/visible"
)

// ProfilePatch changes the fields that are not nil, and in maps the keys that are present.
type ProfilePatch struct {
	Name           *string
	Email          *string // requests a change, see ConfirmAddress
	Locale         *string
	TimeZone       *string
	Mail           map[Kind]Delivery
	Games          map[string]Delivery
	ConfirmReplies *bool
	ConfirmTurns   *Confirmation
	Listed         *bool     // in the public list of players
	ShowRating     *bool     // to others
	DaysOff        *[]string // names of weekdays, such as sat; at most calendar.MaxDaysOff
	AutoVacation   *bool     // begin a vacation when time runs out
	Reminders      *[]string // an empty list means one reminder at a suitable time

	DigestHour *int                 // of the digest
	Quiet      *calendar.QuietHours // the zero value is none
}

// maxGameSettings is the maximum number of games with a separate setting.
const maxGameSettings = 500

// UpdateProfile changes a player's profile. Fields that the patch does not name keep their value, even under
// concurrent changes.
// Errors: CodeInvalid for a malformed field, CodeNameTaken, CodeTooMany for another new name
// within a day.
func (s *Store) UpdateProfile(ctx context.Context, player int64, patch ProfilePatch) (Player, error) {
	if err := patch.Check(); err != nil {
		return Player{}, err
	}
	var p Player
	err := s.write(ctx, func(tx *Tx) (err error) {
		p, err = tx.updateProfile(ctx, player, patch)
		tx.setResult(p)
		return err
	})
	return p, err
}

// updateProfile applies a patch that was checked.
func (tx *Tx) updateProfile(ctx context.Context, player int64, patch ProfilePatch) (Player, error) {
	if err := tx.checkActor(player); err != nil {
		return Player{}, err
	}
	if patch.Name != nil {
		if err := tx.rename(player, *patch.Name); err != nil {
			return Player{}, err
		}
	}
	if patch.Email != nil {
		if err := tx.askAddress(askerOf(ctx), player, *patch.Email); err != nil {
			return Player{}, err
		}
	}
	if err := tx.changeSettings(player, patch.apply); err != nil {
		return Player{}, err
	}
	if set, args := patch.columns(); len(set) > 0 {
		err := tx.Exec("UPDATE players SET "+strings.Join(set, ", ")+" WHERE id = ?", append(args, player)...).Error
		if err != nil {
			return Player{}, err
		}
	}
	if err := tx.applyPatch(player, patch); err != nil {
		return Player{}, err
	}
	var row playerRow
	err := tx.Raw("SELECT * FROM players WHERE id = ?", player).Take(&row).Error
	return row.player(), err
}

// columns returns assignments to the columns that the patch changes, besides the settings.
func (patch ProfilePatch) columns() (set []string, args []any) {
	add := func(column string, value any) { set, args = append(set, column+" = ?"), append(args, value) }
	if patch.Locale != nil {
		add("locale", *patch.Locale)
	}
	if patch.TimeZone != nil {
		add("time_zone", *patch.TimeZone)
	}
	if patch.Listed != nil {
		add("unlisted", oneIf(!*patch.Listed))
	}
	if patch.ShowRating != nil {
		add("hide_rating", oneIf(!*patch.ShowRating))
	}
	if patch.DaysOff != nil {
		off, _ := calendar.ParseDaysOff(*patch.DaysOff) // was checked
		add("days_off", formatDaysOff(off))
	}
	if patch.AutoVacation != nil {
		add("auto_vacation", oneIf(*patch.AutoVacation))
	}
	return set, args
}

// applyPatch applies changed settings to ongoing games and queued notices.
func (tx *Tx) applyPatch(player int64, patch ProfilePatch) error {
	if patch.Reminders != nil {
		if err := tx.addChange(&bulkChange{PlayerID: player, Kind: bulkReminders}); err != nil {
			return err
		}
	}
	if patch.TimeZone == nil && patch.DigestHour == nil && patch.Quiet == nil && patch.Mail == nil && patch.Games == nil {
		return nil
	}
	return tx.reschedule(player)
}

// Check refuses values that no profile can have.
// Errors: CodeInvalid.
func (patch ProfilePatch) Check() error {
	if patch.Locale != nil {
		if err := checkLocale(*patch.Locale); err != nil {
			return err
		}
	}
	if patch.TimeZone != nil {
		if err := checkTimeZone(*patch.TimeZone); err != nil {
			return err
		}
	}
	for kind, d := range patch.Mail {
		field := "mail." + visible.Clip(string(kind), 40)
		if !kind.MayBeOff() {
			return invalid(field, "bad_mail_kind", "kinds", settableKinds())
		}
		if err := checkDelivery(field, d); err != nil {
			return err
		}
	}
	for game, d := range patch.Games {
		if err := checkDelivery("games."+visible.Clip(game, 40), d); err != nil {
			return err
		}
	}
	if err := patch.checkHours(); err != nil {
		return err
	}
	if patch.ConfirmTurns != nil && !patch.ConfirmTurns.known() {
		return invalid("confirm_turns", "bad_confirmation")
	}
	if patch.DaysOff != nil {
		if _, ok := calendar.ParseDaysOff(*patch.DaysOff); !ok {
			return invalid("days_off", "bad_days_off", "max", calendar.MaxDaysOff)
		}
	}
	return patch.checkReminders()
}

// apply changes the settings that the patch names.
func (patch ProfilePatch) apply(settings *Settings) error {
	settings.Mail = merged(settings.Mail, patch.Mail)
	settings.Games = merged(settings.Games, patch.Games)
	if len(settings.Games) > maxGameSettings {
		return invalid("games", "too_many_game_settings", "max", maxGameSettings)
	}
	if patch.ConfirmReplies != nil {
		settings.ConfirmReplies = *patch.ConfirmReplies
	}
	if patch.ConfirmTurns != nil {
		settings.ConfirmTurns = *patch.ConfirmTurns
	}
	if patch.DigestHour != nil {
		settings.DigestHour = patch.DigestHour
	}
	if patch.Quiet != nil {
		settings.Quiet = patch.Quiet
		if *patch.Quiet == (calendar.QuietHours{}) {
			settings.Quiet = nil
		}
	}
	if patch.Reminders != nil {
		settings.Reminders = *patch.Reminders
	}
	return nil
}

// Rules for changes of names.
const (
	RenameEvery  = 24 * time.Hour
	NameReserved = 30 * 24 * time.Hour // how long nobody else may take an abandoned name
)

// rename changes a player's name. The previous name stays reserved for them for a while, so that nobody
// can impersonate them.
func (tx *Tx) rename(player int64, name string) error {
	row, err := tx.lockPlayer(player)
	if err != nil || row.Name == name {
		return err
	}
	if err := checkName(name); err != nil {
		return err
	}
	if since := tx.at.Sub(row.RenamedAt); row.RenamedAt > 0 && since < RenameEvery {
		return tooMany(RenameEvery-since, "renamed_lately", "at", row.RenamedAt.Time().Format(time.RFC3339))
	}
	if err := tx.claimName(name, row.EmailKey); err != nil {
		return err
	}
	if names.Key(name) != row.NameKey {
		if err := tx.reserveName(row); err != nil {
			return err
		}
	}
	return tx.Exec("UPDATE players SET name = ?, name_key = ?, renamed_at = ? WHERE id = ?",
		name, names.Key(name), tx.at, player).Error
}

// reserveName reserves an abandoned name for the owner of the player's address.
func (tx *Tx) reserveName(row *playerRow) error {
	return tx.Exec(`INSERT INTO former_names (name_key, owner, until_at) VALUES (?, ?, ?)
		ON CONFLICT (name_key) DO UPDATE SET owner = excluded.owner, until_at = excluded.until_at`,
		row.NameKey, tx.nameOwner(row.EmailKey), tx.at.Add(NameReserved)).Error
}

// nameReserved reports whether somebody with another address abandoned the name recently.
func (tx *Tx) nameReserved(name, emailKey string) (bool, error) {
	var owners [][]byte
	err := tx.Raw("SELECT owner FROM former_names WHERE name_key = ? AND until_at > ?",
		names.Key(name), tx.at).Scan(&owners).Error
	return len(owners) > 0 && !hmac.Equal(owners[0], tx.nameOwner(emailKey)), err
}

// nameOwner returns the MAC of an address, which identifies it where the address must not be stored.
func (tx *Tx) nameOwner(emailKey string) []byte {
	return tx.store.mac([]byte("name " + emailKey))
}

func checkName(name string) error {
	if !names.IsValid(name) {
		return invalid("name", "bad_name")
	}
	if names.IsReserved(name) {
		return invalid("name", "server_name", "name", name)
	}
	if names.IsGone(names.Key(name)) {
		return invalid("name", "reserved_name", "prefix", names.GonePrefix)
	}
	return nil
}

// claimName fails if a player has the name, or somebody with another address abandoned it recently. The caller has
// verified the address.
func (tx *Tx) claimName(name, emailKey string) error {
	reserved, err := tx.nameReserved(name, emailKey)
	if err != nil {
		return err
	}
	row, err := findPlayer(tx.DB, "name_key = ? AND email_key <> ?", names.Key(name), emailKey)
	if err != nil || (row == nil && !reserved) {
		return err
	}
	return nameTaken(name)
}

// checkNameFree fails if a player has the name, or somebody abandoned it recently, regardless of the caller: before an
// address is verified, the response must not reveal whose the name is or was. A player who abandoned it can register
// with another name and rename themselves.
func (tx *Tx) checkNameFree(name string) error {
	var taken int64
	err := tx.Raw(`SELECT (SELECT COUNT(*) FROM players WHERE name_key = ?) +
		(SELECT COUNT(*) FROM former_names WHERE name_key = ? AND until_at > ?)`,
		names.Key(name), names.Key(name), tx.at).Scan(&taken).Error
	if err == nil && taken > 0 {
		err = nameTaken(name)
	}
	return err
}

func nameTaken(name string) error {
	e := fail(CodeNameTaken, "name_taken", "name", name)
	e.Field = "name"
	return e
}
