package models

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"turnpost/models/calendar"
)

// Setting is a setting of a player as a line of a mail: `zone: Europe/Warsaw`. Names and values are those of English;
// package templates has them in every language.
type Setting struct {
	Name  string `json:"name"`  // "digest hour"
	Value string `json:"value"` // "8"
}

// String returns the line of the setting.
func (s Setting) String() string { return s.Name + ": " + s.Value }

// SettingGroup is a group of settings in a mail.
type SettingGroup string

// The groups, in order.
const (
	SettingsOfPlayer SettingGroup = "player"
	SettingsOfHours  SettingGroup = "hours"
	SettingsOfMail   SettingGroup = "mail"
)

// settingForm is the form of a setting in a line: how its value is shown, and how a changed one is read.
type settingForm struct {
	name  string
	group SettingGroup
	also  []string // other names that people may type
	show  func(Player, time.Time) string
	read  func(value string, change *SettingsChange) error
}

// The beginnings of the names of settings by kind of mail and by game.
const (
	mailSetting = "mail"
	gameSetting = "game"
)

// maxGameLines is the maximum number of games with a line each.
const maxGameLines = 20

// settingForms has the settings with a fixed name, in order.
var settingForms = []settingForm{
	{
		name: "zone", group: SettingsOfPlayer, also: []string{"time zone", "tz", "zeitzone"},
		show: func(p Player, _ time.Time) string { return p.TimeZone.String() },
		read: func(value string, c *SettingsChange) error {
			zone := zoneNamed(value)
			c.TimeZone = &zone
			return nil
		},
	},
	{
		name: "language", group: SettingsOfPlayer, also: []string{"lang", "locale"},
		show: func(p Player, _ time.Time) string { return p.Locale },
		read: func(value string, c *SettingsChange) error { c.Locale = &value; return nil },
	},
	{
		name: "vacation", group: SettingsOfPlayer, also: []string{"away", "holiday", "holidays"},
		show: showVacationDays, read: readVacationDays,
	},
	{
		name: "days off", group: SettingsOfPlayer, also: []string{"day off", "weekend", "freie tage"},
		show: func(p Player, _ time.Time) string { return cmp.Or(p.DaysOff.String(), noneSet) },
		read: readDaysOffSetting,
	},
	{
		name: "auto vacation", group: SettingsOfPlayer, also: []string{"automatic vacation"},
		show: func(p Player, _ time.Time) string { return yesNo(p.AutoVacation) },
		read: func(value string, c *SettingsChange) (err error) {
			c.AutoVacation, err = readYesNo("auto_vacation", value)
			return err
		},
	},
	{
		name: "listed", group: SettingsOfPlayer,
		show: func(p Player, _ time.Time) string { return yesNo(p.Listed) },
		read: func(value string, c *SettingsChange) (err error) {
			c.Listed, err = readYesNo("listed", value)
			return err
		},
	},
	{
		name: "digest hour", group: SettingsOfHours, also: []string{"digest"},
		show: func(p Player, _ time.Time) string { return strconv.Itoa(p.Settings.digestHour()) },
		read: readDigestHour,
	},
	{
		name: "quiet hours", group: SettingsOfHours, also: []string{"quiet"},
		show: func(p Player, _ time.Time) string {
			if q := p.Settings.Quiet; q != nil {
				return q.From + " to " + q.Until
			}
			return noneSet
		},
		read: readQuietHours,
	},
	{
		name: "reminders", group: SettingsOfHours, also: []string{"reminder times"},
		show: func(p Player, _ time.Time) string {
			if len(p.Settings.Reminders) == 0 {
				return usual
			}
			return strings.Join(p.Settings.Reminders, ", ")
		},
		read: readReminders,
	},
	{
		name: "confirm turns", group: SettingsOfMail,
		show: func(p Player, _ time.Time) string { return string(p.Settings.TurnConfirmation()) },
		read: func(value string, c *SettingsChange) error {
			when := Confirmation(strings.ToLower(value))
			c.ConfirmTurns = &when
			return nil
		},
	},
	{
		name: "confirm replies", group: SettingsOfMail,
		show: func(p Player, _ time.Time) string { return yesNo(p.Settings.ConfirmReplies) },
		read: func(value string, c *SettingsChange) (err error) {
			c.ConfirmReplies, err = readYesNo("confirm_replies", value)
			return err
		},
	},
}

// Values of lines.
const (
	noneSet = "none"
	usual   = "usual" // of reminders: one at a suitable time
)

// SettingsOf lists the settings of a player as of now, in the order of the mail. The name and the address are not
// among them: a mail must not be enough to change these.
func (s *Store) SettingsOf(p Player) []Setting {
	now := s.now()
	var list []Setting
	for _, form := range settingForms {
		list = append(list, Setting{form.name, form.show(p, now)})
	}
	for _, kind := range kindsThatMayBeOff() {
		list = append(list, Setting{mailSettingName(kind), string(p.Settings.delivery(kind, ""))})
	}
	games := make([]string, 0, len(p.Settings.Games))
	for game := range p.Settings.Games {
		games = append(games, game)
	}
	slices.Sort(games)
	for _, game := range games[:min(len(games), maxGameLines)] {
		list = append(list, Setting{gameSetting + " " + game, string(p.Settings.Games[game])})
	}
	return list
}

// mailSettingName returns the name of the setting of a kind of mail: "mail your turn".
func mailSettingName(kind Kind) string {
	return mailSetting + " " + strings.ReplaceAll(string(kind), "_", " ")
}

// Group returns the group of the setting.
func (s Setting) Group() SettingGroup {
	for _, form := range settingForms {
		if form.name == s.Name {
			return form.group
		}
	}
	return SettingsOfMail
}

// Form returns the name of the setting without the kind of mail or the game: "mail" for "mail your turn".
func (s Setting) Form() string {
	if first, _, found := strings.Cut(s.Name, " "); found && (first == mailSetting || first == gameSetting) {
		return first
	}
	return s.Name
}

// SettingNamed returns the name of the setting that a text names, in any case and with any signs between its words;
// "" if there is none.
func SettingNamed(text string) string {
	folded := foldSetting(text)
	for _, form := range settingForms {
		for _, name := range append([]string{form.name}, form.also...) {
			if foldSetting(name) == folded {
				return form.name
			}
		}
	}
	for _, kind := range kindsThatMayBeOff() {
		if name := mailSettingName(kind); foldSetting(name) == folded {
			return name
		}
	}
	if id, is := strings.CutPrefix(folded, gameSetting); is {
		if _, err := packID(id); err == nil {
			return gameSetting + " " + id
		}
	}
	return ""
}

// foldSetting returns the letters and digits of a name.
func foldSetting(name string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'A' && r <= 'Z':
			return r - 'A' + 'a'
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			return r
		case strings.ContainsRune(" _-.*/[]\"'", r):
			return -1
		}
		return '?'
	}, strings.TrimSpace(name))
}

func yesNo(yes bool) string {
	if yes {
		return "yes"
	}
	return "no"
}

// showVacationDays shows the first and the last day of the player's present or next vacation.
func showVacationDays(p Player, now time.Time) string {
	if !p.Away.Until.After(now) {
		return noneSet
	}
	first := calendar.Day(p.Away.From, p.TimeZone)
	last := calendar.Day(p.Away.Until.Add(-time.Nanosecond), p.TimeZone)
	return fmt.Sprintf("%s to %s", first.Format(calendar.DayLayout), last.Format(calendar.DayLayout))
}
