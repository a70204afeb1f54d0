package models

import (
	"turnpost/models/calendar"
	"turnpost/models/names"
	"turnpost/models/visible"
)

// ProfilePatch changes the fields that are not nil, and in maps the keys that are present.
type ProfilePatch struct {
	Name      *string
	Email     *string // requests a change, see ConfirmAddress
	Locale    *string
	TimeZone  *string
	Values    map[string]string // of PlayerSettings, by name
	Mail      map[Kind]Delivery
	Games     map[string]Delivery
	DaysOff   *[]string // names of weekdays, such as sat; at most calendar.MaxDaysOff
	Reminders *[]string // an empty list means one reminder at a suitable time

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
	for _, s := range PlayerSettings {
		if value, changed := patch.Values[s.Name]; changed && s.Column != "" {
			add(s.Column, OneIf((value == Yes) != s.Opposite))
		}
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
	if err := patch.checkValues(); err != nil {
		return err
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
	for _, s := range PlayerSettings {
		if value, changed := patch.Values[s.Name]; changed && s.Set != nil {
			s.Set(settings, value)
		}
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
