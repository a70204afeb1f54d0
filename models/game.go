package models

import (
	"time"

	"turnpost/models/calendar"
	"turnpost/models/rating"
	"turnpost/rules"
)

// Status is the state of a game.
type Status string

// The states of games.
const (
	Ongoing  Status = "ongoing"
	Finished Status = "finished"
	Aborted  Status = "aborted"
)

// PlayerRef identifies a player of a game.
type PlayerRef struct {
	ID   int64
	Name string
}

// Game is the current state of one match.
type Game struct {
	ID               string
	Ruleset, Variant string
	Version          int          // of the ruleset
	Players          [2]PlayerRef // by seat
	Status           Status
	Position         string
	Ply              int
	ToMove           rules.Seat
	Result           rules.Result     // zero while ongoing
	Terms                             // as the players agreed on them
	Deadline         time.Time        // zero once the game is over
	Left             [2]time.Duration // by seat
	Away             [2]time.Time     // by seat: until when the player is away; zero if not
	// DaysOff is by seat, of an ongoing game: the days off of the running clock, and those that the other player has.
	DaysOff      [2]calendar.DaysOff
	AutoVacation [2]bool    // by seat: a vacation begins by itself when the player's time runs out
	DrawBy       rules.Seat // who has offered a draw, or NoSeat
	TakebackBy   rules.Seat // who has offered a takeback, or NoSeat
	TakebackTo   int        // the ply that the takeback returns to
	Takebacks    int        // number of takebacks so far; with Ply it identifies the state
	Offers       int        // number of offers of draws and takebacks so far
	// Declined is the offer that was just declined, as NegotiateDraw, NegotiateTakeback and AddDeclined set it.
	Declined       DeclinedOffer
	Unread         [2]int // by seat: number of messages that the player has not marked as read
	LastTurn       *Turn  // nil at ply 0
	Event          string // ID of the event that it belongs to; "" for none
	CreatedAt      time.Time
	UpdatedAt      time.Time
	FinishedAt     time.Time       // zero while ongoing
	Rated          bool            // it is or, while it is ongoing, is to be rated
	UnratedBecause rating.Cause    // "" if it is or is to be rated
	Ratings        [2]RatingChange // by seat, of a rated game; zero for a player who was deleted
	HideRating     [2]bool         // by seat: others do not see the player's ratings
	// Rematch is the open challenge to a rematch of a finished game that was loaded by itself; "" if there is none or
	// it was accepted.
	Rematch string
	// Withheld: the message with a turn was not delivered, because the operator has muted the player.
	Withheld bool
}

// SeatOf returns the player's seat, or NoSeat.
func (g *Game) SeatOf(player int64) rules.Seat {
	for seat, p := range g.Players {
		if p.ID == player {
			return rules.Seat(seat)
		}
	}
	return rules.NoSeat
}
