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
	Rest            // what the player has chosen; Former may still count
	// Former is what counts for turns that begin before the newest days off do; nil if those count.
	Former  *FormerDaysOff
	Failing *MailFailing
	Refused *MailFailing // the last mail that was refused because of its sender; mail is not paused
}

// Bot reports whether a program plays the player's turns.
func (p Player) Bot() bool { return names.IsBot(p.Name) }

// SeesRatings reports whether a reader sees the ratings of a player, who may hide them. Both are IDs of players; a
// reader without an account has 0.
func SeesRatings(reader, player int64, hidden bool) bool { return !hidden || reader == player }

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

// Equal reports whether two vacations have the same instants.
func (v Vacation) Equal(w Vacation) bool { return v.From.Equal(w.From) && v.Until.Equal(w.Until) }

// Days returns the first and the last day of the vacation in a time zone, as 2006-01-02.
func (v Vacation) Days(zone *time.Location) (first, last string) {
	day := func(t time.Time) string { return calendar.Day(t, zone).Format(calendar.DayLayout) }
	return day(v.From), day(v.Until.Add(-time.Nanosecond))
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
