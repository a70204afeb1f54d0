package models

import (
	"strings"
	"time"

	"turnpost/models/calendar"
)

// Rest is what stops a player's clocks in all their games, besides a vacation. Rows, games, challenges and profiles
// carry it whole and walk RestTerms.
type Rest struct {
	DaysOff      calendar.DaysOff // the weekdays on which the clocks do not run, from the start of each own turn on
	AutoVacation bool             // a vacation begins by itself when time runs out
}

// RestTerm is a field of Rest: weekdays, or yes and no.
type RestTerm struct {
	Name   string                        // in the API
	Phrase string                        // that tells a reader of it; its name with ".mine" tells the player
	Tag    string                        // of yes; see Rest.Tag
	Days   func(*Rest) *calendar.DaysOff // nil for yes and no
	Is     func(*Rest) *bool             // nil for weekdays
}

// RestTerms lists the fields of Rest. A new one is a line here, a field of Rest and of schema.RestRow with its column,
// a field in the API, and its phrases; PlayerSettings says who chooses it.
var RestTerms = []RestTerm{
	{Name: "days_off", Phrase: "clock.days_off", Days: func(r *Rest) *calendar.DaysOff { return &r.DaysOff }},
	{Name: "auto_vacation", Phrase: "clock.auto", Tag: "auto", Is: func(r *Rest) *bool { return &r.AutoVacation }},
}

// Under returns the rest that games of some terms allow.
func (r Rest) Under(t Terms) Rest {
	r.AutoVacation = r.AutoVacation && !bool(t.NoVacation)
	return r
}

// Tag identifies it within the versions of a game: "sat-sun-auto"; "" if nothing stops the clocks.
func (r Rest) Tag() string {
	var names []string
	for _, term := range RestTerms {
		if term.Days != nil {
			names = append(names, term.Days(&r).Names()...)
		} else if *term.Is(&r) {
			names = append(names, term.Tag)
		}
	}
	return strings.Join(names, "-")
}

// A player who named the next two weekdays before each turn would have three days at a pace of one. So a choice that
// adds days off, or moves them by another weekday or time zone, counts only for turns that begin DaysOffDelay later;
// nobody knows then on which days they will need them. One that takes days away counts from the next turn on, as does
// any before the first game with another player.

// DaysOffDelay is how much later a turn begins for which changed days off count.
const DaysOffDelay = 14 * 24 * time.Hour

// FormerDaysOff is what counts for turns that begin before an instant.
type FormerDaysOff struct {
	Days  calendar.DaysOff
	Zone  *time.Location
	Until time.Time
}

// RestAt returns what counts for turns that begin at an instant. changed is the instant at which the newest days off
// begin to count, if that is later; else the zero value.
func (p Player) RestAt(at time.Time) (rest Rest, changed time.Time) {
	rest = p.Rest
	if p.Former != nil && at.Before(p.Former.Until) {
		rest.DaysOff, changed = p.Former.Days, p.Former.Until
	}
	return rest, changed
}
