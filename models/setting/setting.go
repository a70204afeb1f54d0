// Package setting shows the settings of a player as lines of text, `zone: Europe/Warsaw`, and reads such lines, as they
// are mailed to the player and sent back. Names and values are those of English; package templates has them in every
// language. What Of shows is read as the same settings. The name and the address of a player are not among them: a mail
// must not be enough to change these.
//
// Nothing is stored here: store.Store.ChangeSettings applies what Read returns.
package setting

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/notice"
	"turnpost/models/secrets"
	"turnpost/models/visible"
)

// The beginnings of the names of settings by kind of mail and by game.
const (
	mailSetting = "mail"
	gameSetting = "game"
)

// maxGameLines is the maximum number of games with a line each.
const maxGameLines = 20

// vacation is a line that is not in models.PlayerSettings: PATCH /v1/me does not have it.
var vacation = models.PlayerSetting{
	Name: "vacation", Also: []string{"away", "holiday", "holidays"}, Group: models.OfPlayer,
}

// lines has the settings with a fixed name, in order.
var lines = func() (list []models.PlayerSetting) {
	for _, s := range models.PlayerSettings {
		if s.Name == "days_off" {
			list = append(list, vacation)
		}
		if s.Group != "" {
			list = append(list, s)
		}
	}
	return list
}()

// Of lists the settings of a player as of an instant, in the order of the mail.
func Of(p models.Player, now time.Time) []models.Setting {
	var list []models.Setting
	for _, s := range lines {
		value := showVacationDays(p, now)
		if s.Name != vacation.Name {
			value = s.Show(s.Get(&p))
		}
		list = append(list, models.Setting{Name: s.LineName(), Value: value})
	}
	for _, kind := range kinds() {
		list = append(list, models.Setting{
			Name: mailName(kind), Value: string(cmp.Or(p.Settings.Mail[kind], models.Instant)),
		})
	}
	games := slices.Sorted(maps.Keys(p.Settings.Games))
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
	for _, s := range models.PlayerSettings {
		name := strings.ReplaceAll(s.LineName(), " ", "_")
		player = append(player, Field{Name: name, Values: fields(s, s.Get(&p)), Choices: s.Choices()})
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

// fields returns the fields of the values of a setting.
func fields(s models.PlayerSetting, values []string) []string {
	switch {
	case len(values) == 0:
		return []string{s.Name + "="}
	case s.Form == models.Times:
		return []string{s.Name + ".from=" + values[0], s.Name + ".until=" + values[1]}
	}
	list := make([]string, len(values))
	for i, value := range values {
		list[i] = s.Name + "=" + value
	}
	return list
}

// mailName returns the name of the setting of a kind of mail: "mail your turn".
func mailName(kind models.Kind) string {
	return mailSetting + " " + strings.ReplaceAll(string(kind), "_", " ")
}

// GroupOf returns the group of a setting by its name.
func GroupOf(name string) models.SettingGroup {
	for _, s := range lines {
		if s.LineName() == name {
			return s.Group
		}
	}
	return models.OfMail
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
	for _, s := range lines {
		if slices.ContainsFunc(append(s.Also, s.LineName()), func(name string) bool { return fold(name) == folded }) {
			return s.LineName()
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
		return models.NoneSet
	}
	first, last := p.Away.Days(p.TimeZone)
	return fmt.Sprintf("%s to %s", first, last)
}

// Read reads lines of settings. The faults are those of single lines, each with the first one of its line;
// the change is empty if there are any. store.Store.ChangeSettings decides whether a vacation is possible.
func Read(typed []models.Setting) (change account.SettingsChange, faults []models.SettingFault) {
	values := map[string]string{}
	for _, line := range typed {
		if err := check(line, values); err != nil {
			faults = append(faults, models.SettingFault{Setting: line, Refused: err})
		}
	}
	if len(faults) > 0 {
		return account.SettingsChange{}, faults
	}
	for name, value := range values {
		_ = read(&change, name, value) // was read before
	}
	return change, nil
}

// check returns the fault of a line, or nil; values are those of the lines before it by name.
func check(line models.Setting, values map[string]string) *models.Error {
	name := Named(line.Name)
	if name == "" {
		switch fold(line.Name) {
		case "name", "email", "address", "mailaddress":
			return models.Invalid("", "setting_not_by_mail")
		}
		return models.Invalid("", "no_setting", "name", visible.Clip(line.Name, 40))
	}
	if before, twice := values[name]; twice {
		return models.Invalid("", "setting_twice", "before", visible.Clip(before, 60))
	}
	values[name] = line.Value
	var one account.SettingsChange
	err := read(&one, name, line.Value)
	if err == nil {
		err = one.Check()
	}
	if refused, ok := errors.AsType[*models.Error](err); ok {
		alone := *refused
		alone.Field = "" // the mail shows the reason beside the line
		return &alone
	}
	return nil
}

// read reads the value of a setting.
func read(c *account.SettingsChange, name, value string) error {
	value = strings.TrimSpace(value)
	for _, s := range lines {
		switch {
		case s.LineName() != name:
		case s.Name == vacation.Name:
			return readVacationDays(value, c)
		default:
			values, err := s.ReadLine(value)
			c.Put(s.Name, values...)
			return err
		}
	}
	delivery := models.Delivery(strings.ToLower(value))
	if id, is := strings.CutPrefix(name, gameSetting+" "); is {
		if c.Games == nil {
			c.Games = map[string]models.Delivery{}
		}
		c.Games[id] = delivery
		return nil
	}
	for _, kind := range kinds() {
		if mailName(kind) == name {
			if c.Mail == nil {
				c.Mail = map[models.Kind]models.Delivery{}
			}
			c.Mail[kind] = delivery
		}
	}
	return nil
}

var daysPattern = regexp.MustCompile(`^([0-9]{4}-[0-9]{2}-[0-9]{2})(?: ?(?:to|until|bis|до|–|—|-|,) ?| )` +
	`([0-9]{4}-[0-9]{2}-[0-9]{2})$`)

// readVacationDays reads the first and the last day of a vacation, or none.
func readVacationDays(value string, c *account.SettingsChange) error {
	if models.IsNone(value) {
		c.Vacation = &account.DayRange{}
		return nil
	}
	m := daysPattern.FindStringSubmatch(strings.ToLower(value))
	if m == nil {
		return models.Invalid("vacation", "bad_vacation", "days", visible.Clip(value, 40))
	}
	c.Vacation = &account.DayRange{From: m[1], Until: m[2]}
	return nil
}

// Changes lists the differences between settings of a player at two times, in the order of the later ones.
func Changes(before, after []models.Setting) (list []models.SettingChange) {
	for _, now := range after {
		i := slices.IndexFunc(before, func(s models.Setting) bool { return s.Name == now.Name })
		switch {
		case i < 0:
			list = append(list, models.SettingChange{Name: now.Name, After: now.Value})
		case before[i].Value != now.Value:
			list = append(list, models.SettingChange{Name: now.Name, Before: before[i].Value, After: now.Value})
		}
	}
	return list
}
