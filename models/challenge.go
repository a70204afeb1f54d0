package models

import (
	"time"

	"turnpost/models/calendar"
	"turnpost/rules"
)

// ChallengeStatus is the state of a challenge.
type ChallengeStatus string

// The states of challenges.
const (
	ChallengeOpen      ChallengeStatus = "open"
	ChallengeAccepted  ChallengeStatus = "accepted"
	ChallengeDeclined  ChallengeStatus = "declined"
	ChallengeWithdrawn ChallengeStatus = "withdrawn"
	ChallengeExpired   ChallengeStatus = "expired"
)

// Challenge is an offer to play a game.
type Challenge struct {
	ID               string
	Ruleset, Variant string
	Challenger       PlayerRef
	Opponent         PlayerRef  // ID 0: none
	InvitedAs        string     // Invited as the challenger wrote it; the player may have another address by now
	Invited          string     // the email address, if the opponent is named by it
	Seat             rules.Seat // the challenger's; NoSeat: drawn by lot
	Terms                       // always unrated with the house and with bots
	Message          string
	Status           ChallengeStatus
	GameID           string // after acceptance
	RematchOf        string // the previous game; "" if it is not a rematch
	CreatedAt        time.Time
	ExpiresAt        time.Time           // when it can no longer be accepted
	AnsweredAt       time.Time           // zero while open
	DaysOff          calendar.DaysOff    // the challenger's
	AutoVacation     bool                // of the challenger, unless vacations are ruled out
	Standing         *ChallengerStanding // nil unless AddStandings has set it
	Begun            *Game               // of a new challenge to the house: the game that it began; else nil
}

// ToAnyone reports whether the challenge names nobody; any player with its link may accept it.
func (c Challenge) ToAnyone() bool { return c.Opponent.ID == 0 && c.Invited == "" }

// SeatWord returns the challenger's seat as requests name it: first, second or random.
func (c Challenge) SeatWord() string {
	switch c.Seat {
	case rules.First:
		return "first"
	case rules.Second:
		return "second"
	}
	return "random"
}
