// Package setting shows the settings of a player as lines of text, `zone: Europe/Warsaw`, and reads such lines, as they
// are mailed to the player and sent back. Names and values are those of English; package templates has them in every
// language. What Of shows is read as the same settings. The name and the address of a player are not among them: a mail
// must not be enough to change these.
//
// Nothing is stored here: store.Store.ChangeSettings applies what Read returns.
package setting

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/calendar"
	"turnpost/models/notice"
	"turnpost/models/secrets"
)

// Group is a group of settings in a mail.
type Group string

// The groups, in order.
const (
	OfPlayer Group = "player"
	OfHours  Group = "hours"
	OfMail   Group = "mail"
)

// form is the form of a setting in a line: how its value is shown, and how a changed one is read.
type form struct {
	name  string
	group Group
	also  []string                     // other names that people may type
	field func(models.Player) []string // see Field; nil for one that PATCH /v1/me does not have
	show  func(models.Player, time.Time) string
	read  func(value string, change *account.SettingsChange) error
}

// The beginnings of the names of settings by kind of mail and by game.
const (
	mailSetting = "mail"
	gameSetting = "game"
)

// maxGameLines is the maximum number of games with a line each.
const maxGameLines = 20

// forms has the settings with a fixed name, in order.
var forms = slices.Concat([]form{
	{
		name: "zone", group: OfPlayer, also: []string{"time zone", "tz", "zeitzone"},
		field: func(p models.Player) []string { return []string{"time_zone=" + p.TimeZone.String()} },
		show:  func(p models.Player, _ time.Time) string { return p.TimeZone.String() },
		read: func(value string, c *account.SettingsChange) error {
			zone := zoneNamed(value)
			c.TimeZone = &zone
			return nil
		},
	},
	{
		name: "language", group: OfPlayer, also: []string{"lang", "locale"},
		field: func(p models.Player) []string { return []string{"locale=" + p.Locale} },
		show:  func(p models.Player, _ time.Time) string { return p.Locale },
		read:  func(value string, c *account.SettingsChange) error { c.Locale = &value; return nil },
	},
	{
		name: "vacation", group: OfPlayer, also: []string{"away", "holiday", "holidays"},
		show: showVacationDays, read: readVacationDays,
	},
	{
		name: "days off", group: OfPlayer, also: []string{"day off", "weekend", "freie tage"},
		field: func(p models.Player) []string { return listFields("days_off", p.DaysOff.Names()) },
		show:  func(p models.Player, _ time.Time) string { return cmp.Or(p.DaysOff.String(), noneSet) },
		read:  readDaysOffSetting,
	},
}, words(OfPlayer), []form{
	{
		name: "digest hour", group: OfHours, also: []string{"digest"},
		field: func(p models.Player) []string { return []string{"digest_hour=" + showDigestHour(p, time.Time{})} },
		show:  showDigestHour,
		read:  readDigestHour,
	},
	{
		name: "quiet hours", group: OfHours, also: []string{"quiet"},
		field: func(p models.Player) []string {
			if q := p.Settings.Quiet; q != nil {
				return []string{"quiet.from=" + q.From, "quiet.until=" + q.Until}
			}
			return []string{"quiet="}
		},
		show: func(p models.Player, _ time.Time) string {
			if q := p.Settings.Quiet; q != nil {
				return q.From + " to " + q.Until
			}
			return noneSet
		},
		read: readQuietHours,
	},
	{
		name: "reminders", group: OfHours, also: []string{"reminder times"},
		field: func(p models.Player) []string { return listFields("reminders", p.Settings.Reminders) },
		show: func(p models.Player, _ time.Time) string {
			if len(p.Settings.Reminders) == 0 {
				return usual
			}
			return strings.Join(p.Settings.Reminders, ", ")
		},
		read: readReminders,
	},
}, words(OfMail))

// words returns the forms of models.PlayerSettings of a group.
func words(group Group) (list []form) {
	for _, s := range models.PlayerSettings {
		if s.Group != string(group) {
			continue
		}
		list = append(list, form{
			name: strings.ReplaceAll(s.Name, "_", " "), group: group, also: s.Also,
			field: func(p models.Player) []string { return []string{s.Name + "=" + s.Get(&p)} },
			show:  func(p models.Player, _ time.Time) string { return s.Get(&p) },
			read: func(value string, c *account.SettingsChange) (err error) {
				value = strings.ToLower(value)
				if s.Words == nil {
					value, err = readYesNo(s.Name, value)
				}
				c.Put(s.Name, value)
				return err
			},
		})
	}
	return list
}

// Values of lines.
const (
	noneSet = "none"
	usual   = "usual" // of reminders: one at a suitable time
)

// Of lists the settings of a player as of an instant, in the order of the mail.
func Of(p models.Player, now time.Time) []models.Setting {
	var list []models.Setting
	for _, form := range forms {
		list = append(list, models.Setting{Name: form.name, Value: form.show(p, now)})
	}
	for _, kind := range kinds() {
		list = append(list, models.Setting{
			Name: mailName(kind), Value: string(cmp.Or(p.Settings.Mail[kind], models.Instant)),
		})
	}
	games := make([]string, 0, len(p.Settings.Games))
	for game := range p.Settings.Games {
		games = append(games, game)
	}
	slices.Sort(games)
	for _, game := range games[:min(len(games), maxGameLines)] {
		list = append(list, models.Setting{Name: gameSetting + " " + game, Value: string(p.Settings.Games[game])})
	}
	return list
}

// Field is a setting as the fields of a form for PATCH /v1/me: quiet.from=22:00 and quiet.until=07:00.
type Field struct {
	Name    string // in phrases: quiet_hours; of mail the kind, or "game"
	Values  []string
	Choices []string // the words that can be chosen; nil for any text
}

// Fields lists the settings of a player with their present values, those about mail of a kind or about a game apart. A
// setting that is none has an empty value.
func Fields(p models.Player) (player, mail []Field) {
	for _, form := range forms {
		if form.field != nil {
			name := strings.ReplaceAll(form.name, " ", "_")
			player = append(player, Field{Name: name, Values: form.field(p), Choices: choicesOf(name)})
		}
	}
	for _, s := range models.PlayerSettings {
		if s.Group == "" {
			value := s.Name + "=" + s.Get(&p)
			player = append(player, Field{Name: s.Name, Values: []string{value}, Choices: choicesOf(s.Name)})
		}
	}
	for _, kind := range kinds() {
		value := cmp.Or(p.Settings.Mail[kind], models.Instant)
		mail = append(mail, Field{Name: string(kind), Values: []string{fmt.Sprintf("mail.%s=%s", kind, value)}})
	}
	for _, game := range slices.Sorted(maps.Keys(p.Settings.Games)) {
		value := fmt.Sprintf("games.%s=%s", game, p.Settings.Games[game])
		mail = append(mail, Field{Name: gameSetting, Values: []string{value}})
	}
	return player, mail
}

// choicesOf returns the words that can be chosen for a setting of models.PlayerSettings; nil for another.
func choicesOf(name string) []string {
	for _, s := range models.PlayerSettings {
		if s.Name == name && s.Words == nil {
			return []string{models.Yes, models.No}
		}
		if s.Name == name {
			return s.Words
		}
	}
	return nil
}

// listFields returns a field for each item of a list.
func listFields(name string, items []string) []string {
	if len(items) == 0 {
		return []string{name + "="}
	}
	fields := make([]string, len(items))
	for i, item := range items {
		fields[i] = name + "=" + item
	}
	return fields
}

func showDigestHour(p models.Player, _ time.Time) string {
	if hour := p.Settings.DigestHour; hour != nil {
		return strconv.Itoa(*hour)
	}
	return strconv.Itoa(models.DefaultDigestHour)
}

// mailName returns the name of the setting of a kind of mail: "mail your turn".
func mailName(kind models.Kind) string {
	return mailSetting + " " + strings.ReplaceAll(string(kind), "_", " ")
}

// GroupOf returns the group of a setting by its name.
func GroupOf(name string) Group {
	for _, form := range forms {
		if form.name == name {
			return form.group
		}
	}
	return OfMail
}

// Form returns the name of a setting without the kind of mail or the game: "mail" for "mail your turn".
func Form(name string) string {
	if first, _, found := strings.Cut(name, " "); found && (first == mailSetting || first == gameSetting) {
		return first
	}
	return name
}

// Named returns the name of the setting that a text names, in any case and with any signs between its words;
// "" if there is none.
func Named(text string) string {
	folded := fold(text)
	for _, form := range forms {
		for _, name := range append([]string{form.name}, form.also...) {
			if fold(name) == folded {
				return form.name
			}
		}
	}
	for _, kind := range kinds() {
		if name := mailName(kind); fold(name) == folded {
			return name
		}
	}
	if id, is := strings.CutPrefix(folded, gameSetting); is {
		if secrets.IsID(id) {
			return gameSetting + " " + id
		}
	}
	return ""
}

// fold returns the letters and digits of a name.
func fold(name string) string {
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

// kinds lists the kinds of mail that a player can turn off.
func kinds() []models.Kind {
	return slices.DeleteFunc(notice.MailKinds(), func(k models.Kind) bool { return !k.MayBeOff() })
}

// showVacationDays shows the first and the last day of the player's present or next vacation.
func showVacationDays(p models.Player, now time.Time) string {
	if !p.Away.Until.After(now) {
		return noneSet
	}
	first := calendar.Day(p.Away.From, p.TimeZone)
	last := calendar.Day(p.Away.Until.Add(-time.Nanosecond), p.TimeZone)
	return fmt.Sprintf("%s to %s", first.Format(calendar.DayLayout), last.Format(calendar.DayLayout))
}
