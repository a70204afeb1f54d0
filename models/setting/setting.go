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
	"strconv"
	"strings"
	"time"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/calendar"
	"turnpost/models/notice"
	"turnpost/models/secrets"
	"turnpost/models/visible"
	"turnpost/rules/phrase"
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
	name    string
	group   Group
	also    []string                     // other names that people may type
	choices []string                     // see Field
	field   func(models.Player) []string // see Field; nil for one that PATCH /v1/me does not have
	show    func(models.Player, time.Time) string
	read    func(value string, change *account.SettingsChange) error
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
			name: strings.ReplaceAll(s.Name, "_", " "), group: group, also: s.Also, choices: s.Choices(),
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
			player = append(player, Field{Name: name, Values: form.field(p), Choices: form.choices})
		}
	}
	for _, s := range models.PlayerSettings {
		if s.Group == "" {
			value := s.Name + "=" + s.Get(&p)
			player = append(player, Field{Name: s.Name, Values: []string{value}, Choices: s.Choices()})
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
	first, last := p.Away.Days(p.TimeZone)
	return fmt.Sprintf("%s to %s", first, last)
}

// Read reads lines of settings. The faults are those of single lines, each with the first one of its line;
// the change is empty if there are any. store.Store.ChangeSettings decides whether a vacation is possible.
func Read(lines []models.Setting) (change account.SettingsChange, faults []models.SettingFault) {
	values := map[string]string{}
	for _, line := range lines {
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
			return invalid("", "setting_not_by_mail")
		}
		return invalid("", "no_setting", "name", visible.Clip(line.Name, 40))
	}
	if before, twice := values[name]; twice {
		return invalid("", "setting_twice", "before", visible.Clip(before, 60))
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
	for _, form := range forms {
		if form.name == name {
			return form.read(value, c)
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

// zoneNamed returns a zone in the capitals of its name where people type others: europe/berlin.
func zoneNamed(typed string) string {
	if calendar.IsZone(typed) {
		return typed
	}
	titled := []rune(strings.ToLower(strings.ReplaceAll(typed, " ", "_")))
	for i, r := range titled {
		if (i == 0 || strings.ContainsRune("/_-", titled[i-1])) && r >= 'a' && r <= 'z' {
			titled[i] = r - 'a' + 'A'
		}
	}
	for _, name := range []string{string(titled), strings.ToUpper(typed)} {
		if calendar.IsZone(name) {
			return name
		}
	}
	return typed
}

// readYesNo reads the value of a setting that is on or off.
func readYesNo(field, value string) (string, error) {
	switch strings.ToLower(value) {
	case "yes", "on", "true", "ja", "да":
		return models.Yes, nil
	case "no", "off", "false", "nein", "нет":
		return models.No, nil
	}
	return "", invalid(field, "bad_yes_no", "value", visible.Clip(value, 20))
}

var hourPattern = regexp.MustCompile(`^([0-9]{1,2})(?:[:.]00)?(?: ?(?:h|uhr))?$`)

// readDigestHour reads an hour: 8, 08:00.
func readDigestHour(value string, c *account.SettingsChange) error {
	m := hourPattern.FindStringSubmatch(strings.ToLower(value))
	if m == nil {
		return invalid("digest_hour", "bad_hour")
	}
	hour, _ := strconv.Atoi(m[1]) // two digits
	c.DigestHour = &hour
	return nil
}

var hoursPattern = regexp.MustCompile(`^([0-9]{1,2})(?:[:.]([0-9]{2}))?(?: ?h)? ?(?:to|until|bis|до|-|–|—) ?` +
	`([0-9]{1,2})(?:[:.]([0-9]{2}))?(?: ?h)?$`)

// readQuietHours reads two times of day, `22:00 to 07:00`, or none.
func readQuietHours(value string, c *account.SettingsChange) error {
	if isNone(value) {
		c.Quiet = &calendar.QuietHours{}
		return nil
	}
	m := hoursPattern.FindStringSubmatch(strings.ToLower(value))
	if m == nil {
		return invalid("quiet", "bad_quiet_hours", "hours", visible.Clip(value, 30))
	}
	c.Quiet = &calendar.QuietHours{From: timeOfDay(m[1], m[2]), Until: timeOfDay(m[3], m[4])}
	return nil
}

// timeOfDay returns a time of day of the layout from its digits.
func timeOfDay(hour, minute string) string {
	if len(hour) == 1 {
		hour = "0" + hour
	}
	if minute == "" {
		minute = "00"
	}
	return hour + ":" + minute
}

// readReminders reads a list such as `50%, 24h`, or usual.
func readReminders(value string, c *account.SettingsChange) error {
	list := []string{}
	if !strings.EqualFold(value, usual) && !isNone(value) {
		list = strings.FieldsFunc(strings.ToLower(value), func(r rune) bool { return r == ',' || r == ' ' || r == ';' })
	}
	if len(list) == 0 && isNone(value) {
		return invalid("reminders", "no_reminders")
	}
	c.Reminders = &list
	return nil
}

// readDaysOffSetting reads weekdays, `sat, sun`, or none.
func readDaysOffSetting(value string, c *account.SettingsChange) error {
	off, ok := calendar.ReadDaysOff(value)
	if !ok && !isNone(value) {
		return invalid("days_off", "bad_day_names", "days", visible.Clip(value, 40), "max", calendar.MaxDaysOff)
	}
	names := off.Names()
	c.DaysOff = &names
	return nil
}

var daysPattern = regexp.MustCompile(`^([0-9]{4}-[0-9]{2}-[0-9]{2})(?: ?(?:to|until|bis|до|–|—|-|,) ?| )` +
	`([0-9]{4}-[0-9]{2}-[0-9]{2})$`)

// readVacationDays reads the first and the last day of a vacation, or none.
func readVacationDays(value string, c *account.SettingsChange) error {
	if isNone(value) {
		c.Vacation = &account.DayRange{}
		return nil
	}
	m := daysPattern.FindStringSubmatch(strings.ToLower(value))
	if m == nil {
		return invalid("vacation", "bad_vacation", "days", visible.Clip(value, 40))
	}
	c.Vacation = &account.DayRange{From: m[1], Until: m[2]}
	return nil
}

// isNone reports whether a value is a word for none.
func isNone(value string) bool {
	switch strings.ToLower(value) {
	case noneSet, "no", "off", "-", "":
		return true
	}
	return false
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

// invalid returns the error of a value; field is "" for a line as a whole.
func invalid(field, key string, pairs ...any) *models.Error {
	return &models.Error{
		Code: models.CodeInvalid, Field: field, Message: phrase.New("error."+key, pairs...), Index: -1,
	}
}
