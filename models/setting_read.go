package models

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"turnpost/models/calendar"
	"turnpost/models/visible"
)

// SettingsChange changes settings of a player all at once, or none.
type SettingsChange struct {
	ProfilePatch
	Vacation *DayRange // nil: unchanged
}

// DayRange is the first and the last day of a vacation; the zero value is none.
type DayRange struct{ From, Until string }

// SettingFault is a line of settings that cannot be applied.
type SettingFault struct {
	Setting        // as typed
	Refused *Error // why
}

// ReadSettings reads lines of settings. The faults are those of single lines, each with the first one of its line;
// the change is empty if there are any. ChangeSettings decides whether a vacation is possible.
func ReadSettings(lines []Setting) (change SettingsChange, faults []SettingFault) {
	values := map[string]string{}
	for _, line := range lines {
		if err := checkSetting(line, values); err != nil {
			faults = append(faults, SettingFault{line, err})
		}
	}
	if len(faults) > 0 {
		return SettingsChange{}, faults
	}
	for name, value := range values {
		_ = change.read(name, value) // was read before
	}
	return change, nil
}

// checkSetting returns the fault of a line, or nil; values are those of the lines before it by name.
func checkSetting(line Setting, values map[string]string) *Error {
	name := SettingNamed(line.Name)
	if name == "" {
		switch foldSetting(line.Name) {
		case "name", "email", "address", "mailaddress":
			return fail(CodeInvalid, "setting_not_by_mail")
		}
		return fail(CodeInvalid, "no_setting", "name", visible.Clip(line.Name, 40))
	}
	if before, twice := values[name]; twice {
		return fail(CodeInvalid, "setting_twice", "before", visible.Clip(before, 60))
	}
	values[name] = line.Value
	var one SettingsChange
	err := one.read(name, line.Value)
	if err == nil {
		err = one.check()
	}
	if refused, ok := errors.AsType[*Error](err); ok {
		alone := *refused
		alone.Field = "" // the mail shows the reason beside the line
		return &alone
	}
	return nil
}

// read reads the value of a setting.
func (c *SettingsChange) read(name, value string) error {
	value = strings.TrimSpace(value)
	for _, form := range settingForms {
		if form.name == name {
			return form.read(value, c)
		}
	}
	delivery := Delivery(strings.ToLower(value))
	if id, is := strings.CutPrefix(name, gameSetting+" "); is {
		c.Games = merged(c.Games, map[string]Delivery{id: delivery})
		return nil
	}
	for _, kind := range kindsThatMayBeOff() {
		if mailSettingName(kind) == name {
			c.Mail = merged(c.Mail, map[Kind]Delivery{kind: delivery})
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
func readYesNo(field, value string) (*bool, error) {
	yes := false
	switch strings.ToLower(value) {
	case "yes", "on", "true", "ja", "да":
		yes = true
	case "no", "off", "false", "nein", "нет":
	default:
		return nil, invalid(field, "bad_yes_no", "value", visible.Clip(value, 20))
	}
	return &yes, nil
}

var hourPattern = regexp.MustCompile(`^([0-9]{1,2})(?:[:.]00)?(?: ?(?:h|uhr))?$`)

// readDigestHour reads an hour: 8, 08:00.
func readDigestHour(value string, c *SettingsChange) error {
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
func readQuietHours(value string, c *SettingsChange) error {
	if isNone(value) {
		c.Quiet = &calendar.QuietHours{}
		return nil
	}
	m := hoursPattern.FindStringSubmatch(strings.ToLower(value))
	if m == nil {
		return invalid("quiet", "bad_quiet_hours", "hours", visible.Clip(value, 30))
	}
	c.Quiet = &calendar.QuietHours{From: timeOfDay(m[1], m[2]), Until: timeOfDay(m[3], m[4])}
	return checkQuietHours(*c.Quiet) // midnight twice is not none here
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
func readReminders(value string, c *SettingsChange) error {
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
func readDaysOffSetting(value string, c *SettingsChange) error {
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
func readVacationDays(value string, c *SettingsChange) error {
	if isNone(value) {
		c.Vacation = &DayRange{}
		return nil
	}
	m := daysPattern.FindStringSubmatch(strings.ToLower(value))
	if m == nil {
		return invalid("vacation", "bad_vacation", "days", visible.Clip(value, 40))
	}
	c.Vacation = &DayRange{m[1], m[2]}
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

// ChangeSettings changes settings of a player in one transaction: all of them, or none where one is refused.
// Errors: those of UpdateProfile and SetVacation.
func (s *Store) ChangeSettings(ctx context.Context, player int64, change SettingsChange) (Player, error) {
	if err := change.check(); err != nil {
		return Player{}, err
	}
	var p Player
	err := s.write(ctx, func(tx *Tx) (err error) {
		if p, err = tx.updateProfile(ctx, player, change.ProfilePatch); err != nil {
			return err
		}
		if change.Vacation != nil {
			if p, err = tx.changeVacation(player, *change.Vacation); err != nil {
				return err
			}
		}
		tx.setResult(p)
		return nil
	})
	return p, err
}

// changeVacation sets the player's vacation to days, or ends it. Nothing happens where there is none to end.
func (tx *Tx) changeVacation(player int64, days DayRange) (Player, error) {
	row, err := tx.lockActor(player)
	if err != nil {
		return Player{}, err
	}
	if days != (DayRange{}) {
		if _, err := tx.setVacation(row, days.From, days.Until); err != nil {
			return Player{}, err
		}
	} else if row.AwayUntil > tx.at {
		if err := tx.cancelVacation(row); err != nil {
			return Player{}, err
		}
	}
	var changed playerRow
	err = tx.Where("id = ?", player).Take(&changed).Error
	return changed.player(), err
}

// SettingChange is a changed setting.
type SettingChange struct {
	Name   string `json:"name"`
	Before string `json:"before"`
	After  string `json:"after"`
}

// ChangedSettings lists the differences between settings of a player at two times, in the order of the later ones.
func ChangedSettings(before, after []Setting) (list []SettingChange) {
	for _, now := range after {
		i := slices.IndexFunc(before, func(s Setting) bool { return s.Name == now.Name })
		switch {
		case i < 0:
			list = append(list, SettingChange{Name: now.Name, After: now.Value})
		case before[i].Value != now.Value:
			list = append(list, SettingChange{now.Name, before[i].Value, now.Value})
		}
	}
	return list
}
