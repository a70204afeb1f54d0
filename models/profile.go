package models

import (
	"turnpost/models/calendar"
	"turnpost/models/names"
	"turnpost/models/visible"
)

// ProfilePatch changes the fields that are not nil, and in maps the keys that are present.
type ProfilePatch struct {
	Name           *string
	Bot            *bool   // a program plays the turns
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

// Columns returns assignments to the columns that the patch changes, besides the settings, days off and the time zone.
func (patch ProfilePatch) Columns() (set []string, args []any) {
	add := func(column string, value any) { set, args = append(set, column+" = ?"), append(args, value) }
	if patch.Locale != nil {
		add("locale", *patch.Locale)
	}
	if patch.Listed != nil {
		add("unlisted", OneIf(!*patch.Listed))
	}
	if patch.ShowRating != nil {
		add("hide_rating", OneIf(!*patch.ShowRating))
	}
	if patch.AutoVacation != nil {
		add("auto_vacation", OneIf(*patch.AutoVacation))
	}
	return set, args
}

// Check refuses values that no profile can have.
// Errors: CodeInvalid.
func (patch ProfilePatch) Check() error {
	if patch.Locale != nil {
		if err := CheckLocale(*patch.Locale); err != nil {
			return err
		}
	}
	if patch.TimeZone != nil {
		if err := CheckTimeZone(*patch.TimeZone); err != nil {
			return err
		}
	}
	for kind, d := range patch.Mail {
		field := "mail." + visible.Clip(string(kind), 40)
		if !kind.MayBeOff() {
			return Invalid(field, "bad_mail_kind", "kinds", settableKinds())
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
		return Invalid("confirm_turns", "bad_confirmation")
	}
	if patch.DaysOff != nil {
		if _, ok := calendar.ParseDaysOff(*patch.DaysOff); !ok {
			return Invalid("days_off", "bad_days_off", "max", calendar.MaxDaysOff)
		}
	}
	return patch.checkReminders()
}

// Apply changes the settings that the patch names.
func (patch ProfilePatch) Apply(settings *Settings) error {
	settings.Mail = merged(settings.Mail, patch.Mail)
	settings.Games = merged(settings.Games, patch.Games)
	if len(settings.Games) > maxGameSettings {
		return Invalid("games", "too_many_game_settings", "max", maxGameSettings)
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

// CheckName refuses names that no player may have. Errors: CodeInvalid.
func CheckName(name string) error {
	if !names.IsValid(name) {
		return Invalid("name", "bad_name")
	}
	if names.IsReserved(name) {
		return Invalid("name", "server_name", "name", name)
	}
	if names.IsGone(names.Key(name)) {
		return Invalid("name", "reserved_name", "prefix", names.GonePrefix)
	}
	return nil
}
