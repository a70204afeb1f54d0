package models

import (
	"cmp"
	"maps"
	"net/url"
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

// Values are those of PlayerSettings, by name.
type Values = url.Values

// ProfilePatch changes the fields that are not nil, and in maps the keys that are present.
type ProfilePatch struct {
	Name   *string
	Email  *string // requests a change, see ConfirmAddress
	Values Values
	Mail   map[Kind]Delivery
	Games  map[string]Delivery
}

// maxGameSettings is the maximum number of games with a separate setting.
const maxGameSettings = 500

// Columns returns assignments to the columns that the patch changes, besides the settings, days off and the time zone.
func (patch ProfilePatch) Columns() (set []string, args []any) {
	for _, s := range PlayerSettings {
		if values, changed := patch.Values[s.Name]; changed && s.Column != "" {
			set, args = append(set, s.Column+" = ?"), append(args, s.stored(values))
		}
	}
	return set, args
}

// MovesMail reports whether mail that waits may be due at another time, or not at all.
func (patch ProfilePatch) MovesMail() bool {
	return patch.Mail != nil || patch.Games != nil || slices.ContainsFunc(PlayerSettings, func(s PlayerSetting) bool {
		return s.MovesMail && patch.Values.Has(s.Name)
	})
}

// Check refuses values that no profile can have.
// Errors: CodeInvalid.
func (patch ProfilePatch) Check() error {
	for _, s := range PlayerSettings {
		if values, changed := patch.Values[s.Name]; changed {
			if err := s.check(values); err != nil {
				return err
			}
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
	return nil
}

// Apply changes the settings that the patch names.
func (patch ProfilePatch) Apply(settings *Settings) error {
	settings.Mail = merged(settings.Mail, patch.Mail)
	settings.Games = merged(settings.Games, patch.Games)
	if len(settings.Games) > maxGameSettings {
		return Invalid("games", "too_many_game_settings", "max", maxGameSettings)
	}
	for _, s := range PlayerSettings {
		if values, changed := patch.Values[s.Name]; changed && s.Set != nil {
			s.Set(settings, values)
		}
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
