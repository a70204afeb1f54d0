package models

import (
	"cmp"
	"maps"
	"regexp"

	"turnpost/models/calendar"
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
