package models

import (
	"regexp"

	"turnpost/models/calendar"
	"turnpost/models/mailaddr"
	"turnpost/models/pace"
	"turnpost/models/visible"
)

// The functions below validate one value from the caller. Their errors are CodeInvalid and name the field.

// cleanText returns the stored form of a player's text: see visible.Clean.
func cleanText(field, text string, most int) (string, error) {
	text = visible.Clean(text)
	if n := len([]rune(text)); n > most {
		return "", invalid(field, "long_text", "n", n, "max", most)
	}
	return text, nil
}

func parsePace(text string) (pace.Pace, error) {
	p, ok := pace.Parse(text)
	if !ok {
		return p, invalid("pace", "bad_pace", "pace", visible.Clip(text, 40))
	}
	return p, nil
}

func parseReminder(text string) (pace.Reminder, error) {
	r, ok := pace.ParseReminder(text)
	if !ok {
		return r, invalid("reminders", "bad_reminder", "reminder", visible.Clip(text, 20))
	}
	return r, nil
}

// parseEmail returns an address and the key that identifies its account.
func parseEmail(text string) (email, key string, err error) {
	email, key, ok := mailaddr.Parse(text)
	if !ok {
		return "", "", invalid("email", "bad_email", "email", visible.Clip(text, 80))
	}
	return email, key, nil
}

// parseOthersEmail is parseEmail, but refuses addresses of this server.
func (s *Store) parseOthersEmail(text string) (email, key string, err error) {
	email, key, err = parseEmail(text)
	if err == nil && s.ownAddress != nil && s.ownAddress(email) {
		err = invalid("email", "server_address")
	}
	return email, key, err
}

// emailKeyOf returns the key of a player's stored address.
func emailKeyOf(p Player) string {
	_, key, _ := mailaddr.Parse(p.Email) // validated before it was stored
	return key
}

var localePattern = regexp.MustCompile(`^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$`)

func checkLocale(locale string) error {
	if !localePattern.MatchString(locale) {
		return invalid("locale", "bad_locale", "locale", visible.Clip(locale, 40))
	}
	return nil
}

func checkTimeZone(zone string) error {
	if !calendar.IsZone(zone) {
		return invalid("time_zone", "bad_time_zone", "zone", visible.Clip(zone, 60))
	}
	return nil
}

// checkQuietHours refuses invalid times of day and empty intervals.
func checkQuietHours(q calendar.QuietHours) error {
	for _, end := range []struct{ field, text string }{{"quiet.from", q.From}, {"quiet.until", q.Until}} {
		if !calendar.IsMinute(end.text) {
			return invalid(end.field, "bad_time_of_day", "time", visible.Clip(end.text, 20))
		}
	}
	if q.From == q.Until {
		return invalid("quiet.until", "no_quiet_hours")
	}
	return nil
}
