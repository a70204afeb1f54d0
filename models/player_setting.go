package models

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"turnpost/models/calendar"
	"turnpost/models/pace"
	"turnpost/models/visible"
)

// PlayerSetting is a setting of a player, whose values are texts like those of a form field. PATCH /v1/me, the page
// of settings, the mail about them and the export walk PlayerSettings. A new one is a line there, a field of Settings,
// fields in the API, and the phrases setting.NAME, setting.name.NAME and site.settings.NAME.
type PlayerSetting struct {
	Name    string   // in the API; in mails _ is a space
	Line    string   // its name in mails, if that is another one
	Also    []string // other names that people type in mails
	Group   SettingGroup
	Section string // of the page, after a dot the place in it; "" if the page has its own form for it, or none
	Input   string // its name in the form of the page, if that is another one
	Label   string // the phrase that names it on the page, if it is not site.settings.NAME

	Form  ValueForm
	Words []string                             // that can be chosen; nil for yes and no, and for values of another form
	Fault string                               // the phrase for a word that cannot be chosen
	None  string                               // what mails show for no value
	Read  func(typed string) ([]string, error) // of a line of a mail; nil: see ReadLine
	Check func(values []string) error          // refuses values; nil: see check
	Get   func(*Player) []string

	Set       func(*Settings, []string) // nil for one that is not in Settings
	Column    string                    // of players, with 1 for yes; "" for none
	Opposite  bool                      // the column has 1 for no
	MovesMail bool                      // a change makes mail that waits due at another time
}

// SettingGroup is a group of settings in mails; "" if they do not have the setting.
type SettingGroup string

// The groups, in order.
const (
	OfPlayer SettingGroup = "player"
	OfHours  SettingGroup = "hours"
	OfMail   SettingGroup = "mail"
)

// ValueForm is the form of the values of a setting.
type ValueForm string

// The forms of values.
const (
	Word  ValueForm = ""      // yes, no, or one of a choice
	Hour  ValueForm = "hour"  // 0 to 23
	Texts ValueForm = "texts" // one or more
	Times ValueForm = "times" // two times of day, or none
)

// PlayerSettings lists the settings in the order of mails and pages.
var PlayerSettings = []PlayerSetting{
	{
		Name: "time_zone", Line: "zone", Also: []string{"time zone", "tz", "zeitzone"}, Group: OfPlayer, Label: "site.zone",
		Form: Texts, Read: readZone, Check: func(values []string) error { return CheckTimeZone(values[0]) },
		Get: func(p *Player) []string { return []string{p.TimeZone.String()} }, MovesMail: true,
	},
	{
		Name: "locale", Line: "language", Also: []string{"lang", "locale"}, Group: OfPlayer, Label: "site.language",
		Form: Texts, Check: func(values []string) error { return CheckLocale(values[0]) },
		Get: func(p *Player) []string { return []string{p.Locale} }, Column: "locale",
	},
	{
		Name: "days_off", Also: []string{"day off", "weekend", "freie tage"}, Group: OfPlayer,
		Form: Texts, None: NoneSet, Read: readDaysOff, Check: checkDaysOff,
		Get: func(p *Player) []string { return p.DaysOff.Names() },
	},
	{
		Name: "auto_vacation", Also: []string{"automatic vacation"}, Group: OfPlayer, Section: "days-off",
		Get: func(p *Player) []string { return yesNo(p.AutoVacation) }, Column: "auto_vacation",
	},
	{
		Name: "listed", Group: OfPlayer, Section: "profile",
		Get: func(p *Player) []string { return yesNo(p.Listed) }, Column: "unlisted", Opposite: true,
	},
	{
		Name: "digest_hour", Also: []string{"digest"}, Group: OfHours, Section: "mail.hours", Input: "digest",
		Label: "site.settings.digest", Form: Hour, Words: hours, Fault: "bad_hour", Read: readHour,
		Get: func(p *Player) []string { return []string{strconv.Itoa(p.Settings.digestHour())} },
		Set: func(s *Settings, values []string) {
			hour, _ := strconv.Atoi(values[0]) // was checked
			s.DigestHour = &hour
		},
		MovesMail: true,
	},
	{
		Name: "quiet", Line: "quiet hours", Also: []string{"quiet"}, Group: OfHours, Section: "mail.quiet",
		Form: Times, None: NoneSet, Read: readQuietHours, Check: checkQuietHours,
		Get: func(p *Player) []string {
			if q := p.Settings.Quiet; q != nil {
				return []string{q.From, q.Until}
			}
			return nil
		},
		Set: func(s *Settings, values []string) {
			if s.Quiet = nil; len(values) > 0 {
				s.Quiet = &calendar.QuietHours{From: values[0], Until: values[1]}
			}
		},
		MovesMail: true,
	},
	{
		Name: "reminders", Also: []string{"reminder times"}, Group: OfHours, Section: "mail.hours",
		Form: Texts, None: usual, Read: readReminders, Check: checkReminders,
		Get: func(p *Player) []string { return p.Settings.Reminders },
		Set: func(s *Settings, values []string) { s.Reminders = values },
	},
	{
		Name: "confirm_turns", Group: OfMail, Section: "mail",
		Words: []string{string(ConfirmFirst), string(ConfirmAlways), string(ConfirmNever)}, Fault: "bad_confirmation",
		Get: func(p *Player) []string { return []string{string(p.Settings.TurnConfirmation())} },
		Set: func(s *Settings, values []string) { s.ConfirmTurns = Confirmation(values[0]) },
	},
	{
		Name: "confirm_replies", Group: OfMail,
		Get: func(p *Player) []string { return yesNo(p.Settings.ConfirmReplies) },
		Set: func(s *Settings, values []string) { s.ConfirmReplies = values[0] == Yes },
	},
	{Name: "bot", Section: "profile", Get: func(p *Player) []string { return yesNo(p.Bot()) }},
	{
		Name: "show_rating", Section: "profile",
		Get: func(p *Player) []string { return yesNo(!p.HideRating) }, Column: "hide_rating", Opposite: true,
	},
}

// The values of a PlayerSetting that is a switch.
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

func yesNo(yes bool) []string { return []string{YesNo(yes)} }

// hours are the values of an Hour.
var hours = strings.Fields("0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23")

// IsSwitch reports whether the values are Yes and No.
func (s PlayerSetting) IsSwitch() bool { return s.Form == Word && s.Words == nil }

// Choices lists the words that can be chosen; nil for values of another form.
func (s PlayerSetting) Choices() []string {
	switch {
	case s.IsSwitch():
		return []string{Yes, No}
	case s.Form == Word:
		return s.Words
	}
	return nil
}

// check refuses values. It refuses no value of a switch.
func (s PlayerSetting) check(values []string) error {
	switch {
	case s.Check != nil:
		return s.Check(values)
	case s.Words != nil && !slices.Contains(s.Words, values[0]):
		return Invalid(s.Name, s.Fault)
	}
	return nil
}

// stored returns what the column has for values.
func (s PlayerSetting) stored(values []string) any {
	if s.IsSwitch() {
		return OneIf((values[0] == Yes) != s.Opposite)
	}
	return values[0]
}

// Values in lines of mails.
const (
	NoneSet = "none"
	usual   = "usual" // of reminders: one at a suitable time
)

// Phrase returns the key of the phrase that names the setting on the page.
func (s PlayerSetting) Phrase() string { return cmp.Or(s.Label, "site.settings."+s.Name) }

// LineName returns the name in mails.
func (s PlayerSetting) LineName() string {
	return cmp.Or(s.Line, strings.ReplaceAll(s.Name, "_", " "))
}

// Show returns values as mails show them: "22:00 to 07:00".
func (s PlayerSetting) Show(values []string) string {
	switch {
	case len(values) == 0:
		return s.None
	case s.Form == Times:
		return strings.Join(values, " to ")
	}
	return strings.Join(values, ", ")
}

// ReadLine reads values as people type them in mails. Errors: CodeInvalid.
func (s PlayerSetting) ReadLine(typed string) ([]string, error) {
	switch {
	case s.Read != nil:
		return s.Read(typed)
	case s.IsSwitch():
		return readYesNo(s.Name, typed)
	case s.Form == Word:
		return []string{strings.ToLower(typed)}, nil
	}
	return []string{typed}, nil
}

// readZone returns a zone in the capitals of its name where people type others: europe/berlin.
func readZone(typed string) ([]string, error) {
	titled := []rune(strings.ToLower(strings.ReplaceAll(typed, " ", "_")))
	for i, r := range titled {
		if (i == 0 || strings.ContainsRune("/_-", titled[i-1])) && r >= 'a' && r <= 'z' {
			titled[i] = r - 'a' + 'A'
		}
	}
	for _, name := range []string{typed, string(titled), strings.ToUpper(typed)} {
		if calendar.IsZone(name) {
			return []string{name}, nil
		}
	}
	return []string{typed}, nil
}

// readYesNo reads the value of a switch.
func readYesNo(name, typed string) ([]string, error) {
	switch strings.ToLower(typed) {
	case "yes", "on", "true", "ja", "да":
		return yesNo(true), nil
	case "no", "off", "false", "nein", "нет":
		return yesNo(false), nil
	}
	return nil, Invalid(name, "bad_yes_no", "value", visible.Clip(strings.ToLower(typed), 20))
}

var hourPattern = regexp.MustCompile(`^([0-9]{1,2})(?:[:.]00)?(?: ?(?:h|uhr))?$`)

// readHour reads an hour: 8, 08:00. Its check refuses any other text.
func readHour(typed string) ([]string, error) {
	if m := hourPattern.FindStringSubmatch(strings.ToLower(typed)); m != nil {
		hour, _ := strconv.Atoi(m[1]) // two digits
		typed = strconv.Itoa(hour)
	}
	return []string{typed}, nil
}

var hoursPattern = regexp.MustCompile(`^([0-9]{1,2})(?:[:.]([0-9]{2}))?(?: ?h)? ?(?:to|until|bis|до|-|–|—) ?` +
	`([0-9]{1,2})(?:[:.]([0-9]{2}))?(?: ?h)?$`)

// readQuietHours reads two times of day, `22:00 to 07:00`, or none.
func readQuietHours(typed string) ([]string, error) {
	if IsNone(typed) {
		return nil, nil
	}
	m := hoursPattern.FindStringSubmatch(strings.ToLower(typed))
	if m == nil {
		return nil, Invalid("quiet", "bad_quiet_hours", "hours", visible.Clip(typed, 30))
	}
	return []string{timeOfDay(m[1], m[2]), timeOfDay(m[3], m[4])}, nil
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

// checkQuietHours refuses invalid times of day and empty intervals.
func checkQuietHours(values []string) error {
	for i, text := range values {
		if !calendar.IsMinute(text) {
			field := []string{"quiet.from", "quiet.until"}[i]
			return Invalid(field, "bad_time_of_day", "time", visible.Clip(text, 20))
		}
	}
	if len(values) > 0 && values[0] == values[1] {
		return Invalid("quiet.until", "no_quiet_hours")
	}
	return nil
}

// readReminders reads a list such as `50%, 24h`, or usual.
func readReminders(typed string) ([]string, error) {
	switch {
	case strings.EqualFold(typed, usual):
		return nil, nil
	case IsNone(typed):
		return nil, Invalid("reminders", "no_reminders")
	}
	return strings.FieldsFunc(strings.ToLower(typed), func(r rune) bool { return r == ',' || r == ' ' || r == ';' }), nil
}

// maxReminders is the maximum length of a player's list.
const maxReminders = 5

func checkReminders(values []string) error {
	if len(values) > maxReminders {
		return Invalid("reminders", "too_many_reminders", "max", maxReminders)
	}
	for _, text := range values {
		if _, ok := pace.ParseReminder(text); !ok {
			return Invalid("reminders", "bad_reminder", "reminder", visible.Clip(text, 20))
		}
	}
	return nil
}

// readDaysOff reads weekdays, `sat, sun`, or none.
func readDaysOff(typed string) ([]string, error) {
	off, ok := calendar.ReadDaysOff(typed)
	if !ok && !IsNone(typed) {
		return nil, Invalid("days_off", "bad_day_names", "days", visible.Clip(typed, 40), "max", calendar.MaxDaysOff)
	}
	return off.Names(), nil
}

func checkDaysOff(values []string) error {
	if _, ok := calendar.ParseDaysOff(values); !ok {
		return Invalid("days_off", "bad_days_off", "max", calendar.MaxDaysOff)
	}
	return nil
}

// IsNone reports whether a text is a word for none.
func IsNone(typed string) bool {
	switch strings.ToLower(typed) {
	case NoneSet, "no", "off", "-", "":
		return true
	}
	return false
}

// Put changes the values of a PlayerSetting.
func (patch *ProfilePatch) Put(name string, values ...string) {
	if patch.Values == nil {
		patch.Values = Values{}
	}
	patch.Values[name] = values
}
