package models

import (
	"regexp"
	"time"
)

// zonePattern leaves out what the files of a machine hold beside zones: localtime, posixrules, right/….
var zonePattern = regexp.MustCompile(`^[A-Z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+){0,2}$`)

func checkLocale(locale string) error {
	if !localePattern.MatchString(locale) {
		return invalid("locale", "bad_locale", "locale", clip(locale, 40))
	}
	return nil
}

func checkTimeZone(zone string) error {
	unknown := zone == "Local" || zone == "Factory" || !zonePattern.MatchString(zone)
	if _, err := time.LoadLocation(zone); err != nil || unknown {
		return invalid("time_zone", "bad_time_zone", "zone", clip(zone, 60))
	}
	return nil
}
