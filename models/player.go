package models

import (
	"time"

	"turnpost/models/calendar"
	"turnpost/models/names"
)

// Player is an account. The name of a bot has names.BotMark.
type Player struct {
	ID        int64
	Name      string
	Email     string
	Locale    string         // BCP 47
	TimeZone  *time.Location // IANA
	Settings  Settings
	Away      Vacation // the current, next or last one
	CreatedAt time.Time
	Confirmed bool // has signed in once, which proves the address
	Listed    bool // in the public list of players

	HideRating bool // from others
	// DaysOff are the weekdays on which the player's clocks do not run, from the start of each own turn on. Former is
	// what counts for turns that begin before the player's newest choice does; nil if that counts.
	DaysOff      calendar.DaysOff
	Former       *FormerDaysOff
	AutoVacation bool // a vacation begins by itself when time runs out
	Failing      *MailFailing
	Refused      *MailFailing // the last mail that was refused because of its sender; mail is not paused
}

// Bot reports whether a program plays the player's turns.
func (p Player) Bot() bool { return names.IsBot(p.Name) }
