package models

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"time"

	"turnpost/models/calendar"
	"turnpost/models/names"
	"turnpost/models/pace"
	"turnpost/models/visible"
)

// Settings holds a player's choices about mail.
type Settings struct {
	Mail  map[Kind]Delivery   `json:"mail,omitempty"`  // by kind of notice; absent means instant
	Games map[string]Delivery `json:"games,omitempty"` // by game; takes precedence over the kind's

	Reminders []string `json:"reminders,omitempty"` // before a deadline: `50%`, `24h`; empty: a default

	ConfirmReplies bool `json:"confirm_replies,omitempty"` // confirm mails that were carried out

	ConfirmTurns   Confirmation `json:"confirm_turns,omitempty"` // "" is ConfirmFirst
	ConfirmedTurns int          `json:"confirmed,omitempty"`     // turns by mail that were confirmed, at most firstTurns

	DigestHour *int `json:"digest_hour,omitempty"` // 0 to 23 of their day; nil: DefaultDigestHour
	Hooks      bool `json:"hooks,omitempty"`       // the player has webhooks that are on

	Quiet *calendar.QuietHours `json:"quiet,omitempty"` // nil is none
}

func merged[K comparable](settings, change map[K]Delivery) map[K]Delivery {
	if settings == nil {
		return change
	}
	maps.Copy(settings, change)
	return settings
}

// Delivery is the way in which notices reach a player.
type Delivery string

// The deliveries.
const (
	Instant Delivery = "instant"
	Digest  Delivery = "digest" // all in one mail, at an hour of the player's day
	Off     Delivery = "off"
)

// checkDelivery refuses an unknown delivery.
func checkDelivery(field string, d Delivery) error {
	if d != Instant && d != Digest && d != Off {
		return Invalid(field, "bad_delivery")
	}
	return nil
}

// checkHours refuses invalid hours.
func (patch ProfilePatch) checkHours() error {
	if hour := patch.DigestHour; hour != nil && (*hour < 0 || *hour > 23) {
		return Invalid("digest_hour", "bad_hour")
	}
	if quiet := patch.Quiet; quiet != nil && *quiet != (calendar.QuietHours{}) {
		return CheckQuietHours(*quiet)
	}
	return nil
}

// Delivery returns the delivery for notices of a kind about a game; "" for none.
func (s Settings) Delivery(kind Kind, game string) Delivery {
	if !kind.MayBeOff() {
		return Instant
	}
	if d, own := s.Games[game]; own && game != "" {
		return d
	}
	if d, own := s.Mail[kind]; own {
		return d
	}
	return Instant
}

// Confirmation is when a turn by mail is confirmed by a mail with the board.
type Confirmation string

// The confirmations.
const (
	ConfirmFirst  Confirmation = "first" // the first three turns
	ConfirmAlways Confirmation = "always"
	ConfirmNever  Confirmation = "never"
)

// FirstTurns is the number of turns by mail that ConfirmFirst confirms.
const FirstTurns = 3

// TurnConfirmation returns when the player's turns by mail are confirmed.
func (s Settings) TurnConfirmation() Confirmation { return cmp.Or(s.ConfirmTurns, ConfirmFirst) }

// ConfirmsTurn reports whether the player's next turn by mail is confirmed.
func (s Settings) ConfirmsTurn() bool {
	when := s.TurnConfirmation()
	return when == ConfirmAlways || when == ConfirmFirst && s.ConfirmedTurns < FirstTurns
}

var localePattern = regexp.MustCompile(`^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$`)

// CheckLocale refuses what is no language tag. Errors: CodeInvalid.
func CheckLocale(locale string) error {
	if !localePattern.MatchString(locale) {
		return Invalid("locale", "bad_locale", "locale", visible.Clip(locale, 40))
	}
	return nil
}

// CheckTimeZone refuses names of no time zone. Errors: CodeInvalid.
func CheckTimeZone(zone string) error {
	if !calendar.IsZone(zone) {
		return Invalid("time_zone", "bad_time_zone", "zone", visible.Clip(zone, 60))
	}
	return nil
}

// CheckQuietHours refuses invalid times of day and empty intervals.
func CheckQuietHours(q calendar.QuietHours) error {
	for _, end := range []struct{ field, text string }{{"quiet.from", q.From}, {"quiet.until", q.Until}} {
		if !calendar.IsMinute(end.text) {
			return Invalid(end.field, "bad_time_of_day", "time", visible.Clip(end.text, 20))
		}
	}
	if q.From == q.Until {
		return Invalid("quiet.until", "no_quiet_hours")
	}
	return nil
}

// SettingFault is a line of settings that cannot be applied.
type SettingFault struct {
	Setting        // as typed
	Refused *Error // why
}

// SettingChange is a changed setting.
type SettingChange struct {
	Name   string `json:"name"`
	Before string `json:"before"`
	After  string `json:"after"`
}

// Setting is a setting of a player as a line of a mail: `zone: Europe/Warsaw`. Names and values are those of English;
// package templates has them in every language.
type Setting struct {
	Name  string `json:"name"`  // "digest hour"
	Value string `json:"value"` // "8"
}

// String returns the line of the setting.
func (s Setting) String() string { return s.Name + ": " + s.Value }

// maxReminders is the maximum length of a player's list.
const maxReminders = 5

// ReminderList returns the player's list, or nil.
func (s Settings) ReminderList() []pace.Reminder {
	var list []pace.Reminder
	for _, text := range s.Reminders {
		if r, ok := pace.ParseReminder(text); ok {
			list = append(list, r)
		}
	}
	return list
}

func (patch ProfilePatch) checkReminders() error {
	if patch.Reminders == nil {
		return nil
	}
	if len(*patch.Reminders) > maxReminders {
		return Invalid("reminders", "too_many_reminders", "max", maxReminders)
	}
	for _, text := range *patch.Reminders {
		if _, err := ParseReminder(text); err != nil {
			return err
		}
	}
	return nil
}

// ParseReminder reads when a reminder is due. Errors: CodeInvalid.
func ParseReminder(text string) (pace.Reminder, error) {
	r, ok := pace.ParseReminder(text)
	if !ok {
		return r, Invalid("reminders", "bad_reminder", "reminder", visible.Clip(text, 20))
	}
	return r, nil
}

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

// PlayerSetting is a setting of a player that is a word: yes, no, or one of a choice. PATCH /v1/me, the page of
// settings and the mail about them walk PlayerSettings. A new one needs its line there, a field of Settings, its fields
// in the API, and the phrases setting.NAME, setting.name.NAME and site.settings.NAME.
type PlayerSetting struct {
	Name     string   // in the API and in forms; in mails _ is a space
	Also     []string // other names that people type in mails
	Group    string   // of the mail; "" if mails do not have it
	Section  string   // of the page; "" if the page does not have it
	Words    []string // that can be chosen; nil for yes and no
	Fault    string   // the phrase for a word that cannot be chosen
	Get      func(*Player) string
	Set      func(*Settings, string) // nil for one that is not in Settings
	Column   string                  // of players, with 1 for yes; "" for none
	Opposite bool                    // the column has 1 for no
}

// Choices lists the words that can be chosen.
func (s PlayerSetting) Choices() []string {
	if s.Words == nil {
		return []string{Yes, No}
	}
	return s.Words
}

// PlayerSettings lists the settings in the order of mails and pages.
var PlayerSettings = []PlayerSetting{
	{
		Name: "auto_vacation", Also: []string{"automatic vacation"}, Group: "player", Section: "days-off",
		Get: func(p *Player) string { return YesNo(p.AutoVacation) }, Column: "auto_vacation",
	},
	{
		Name: "listed", Group: "player", Section: "profile",
		Get: func(p *Player) string { return YesNo(p.Listed) }, Column: "unlisted", Opposite: true,
	},
	{Name: "bot", Section: "profile", Get: func(p *Player) string { return YesNo(p.Bot()) }},
	{
		Name: "show_rating", Section: "profile",
		Get: func(p *Player) string { return YesNo(!p.HideRating) }, Column: "hide_rating", Opposite: true,
	},
	{
		Name: "confirm_turns", Group: "mail", Section: "mail",
		Words: []string{string(ConfirmFirst), string(ConfirmAlways), string(ConfirmNever)}, Fault: "bad_confirmation",
		Get: func(p *Player) string { return string(p.Settings.TurnConfirmation()) },
		Set: func(s *Settings, value string) { s.ConfirmTurns = Confirmation(value) },
	},
	{
		Name: "confirm_replies", Group: "mail",
		Get: func(p *Player) string { return YesNo(p.Settings.ConfirmReplies) },
		Set: func(s *Settings, value string) { s.ConfirmReplies = value == Yes },
	},
}

// The values of a PlayerSetting without Words.
const (
	Yes = "yes"
	No  = "no"
)

// YesNo returns Yes or No.
func YesNo(yes bool) string {
	if yes {
		return Yes
	}
	return No
}

// Put changes the value of a PlayerSetting.
func (patch *ProfilePatch) Put(name, value string) {
	if patch.Values == nil {
		patch.Values = map[string]string{}
	}
	patch.Values[name] = value
}

// checkValues refuses words that cannot be chosen.
func (patch ProfilePatch) checkValues() error {
	for _, s := range PlayerSettings {
		if value, changed := patch.Values[s.Name]; changed && s.Words != nil && !slices.Contains(s.Words, value) {
			return Invalid(s.Name, s.Fault)
		}
	}
	return nil
}

// DefaultDigestHour is the hour of the digest for players without a setting.
const DefaultDigestHour = 8

// digestHour returns the hour of the player's day at which the digest is sent.
func (s Settings) digestHour() int {
	if s.DigestHour == nil {
		return DefaultDigestHour
	}
	return *s.DigestHour
}

// Due returns when a notice caused now should be sent. Quiet hours do not hold a digest, because the player chose its
// hour.
func (s Settings) Due(d Delivery, now time.Time, zone *time.Location) time.Time {
	if d == Digest {
		return calendar.NextHour(now, s.digestHour(), zone)
	}
	if d == Instant && s.Quiet != nil {
		if _, until, quiet := s.Quiet.Around(now, zone); quiet {
			return until
		}
	}
	return now
}
