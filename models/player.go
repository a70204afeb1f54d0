package models

import (
	"time"

	"turnpost/models/calendar"
	"turnpost/models/names"
	"turnpost/models/rating"
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

// Reliability is how many of a player's turns came in time within ReliabilityPeriod. A turn is due when it is played,
// by the player or by their plan, or when its time runs out. Vacations, outages and mails that are sent late add time
// to the clock, so that nothing is due because of them.
type Reliability struct{ InTime, Due int }

// NewBelow is the number of turns below which a player is new.
const NewBelow = 20

// New reports whether the player has had too few turns to tell.
func (r Reliability) New() bool { return r.Due < NewBelow }

// Percent returns the share of turns in time, rounded down: only players who were never late have 100.
func (r Reliability) Percent() int {
	if r.Due == 0 {
		return 100
	}
	return 100 * r.InTime / r.Due
}

// Vacation is a period in which a player's clocks are stopped.
type Vacation struct{ From, Until time.Time }

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

// DaysOffAt returns the days off that count for turns that begin at an instant. changed is the instant at which the
// newest choice begins to count, if that is later; else the zero value.
func (p Player) DaysOffAt(at time.Time) (off calendar.DaysOff, changed time.Time) {
	if p.Former != nil && at.Before(p.Former.Until) {
		return p.Former.Days, p.Former.Until
	}
	return p.DaysOff, time.Time{}
}

// MailFailing means that mail to a player does not arrive.
type MailFailing struct {
	Since  time.Time
	Detail string // the response of the player's mail server, or MailReported
}

// Registration is the policy of who may create an account.
type Registration string

// RatingChange is a player's rating before and after a game.
type RatingChange struct{ Before, After rating.Rating }

// IsZero reports whether there is none: the game is not rated, or the player was deleted.
func (c RatingChange) IsZero() bool { return c == RatingChange{} }
