package models

import (
	"time"

	"turnpost/rules"
)

// ChallengeStatus is the state of a challenge.
type ChallengeStatus string

// States of challenges.
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
	Opponent         PlayerRef  // ID 0: none is named
	InvitedAs        string     // Invited as the challenger knows it: the player may have another address by now
	Invited          string     // an email address, when that is how the opponent is named
	Seat             rules.Seat // the challenger's; NoSeat: by lot
	Pace             Pace
	Message          string
	Status           ChallengeStatus
	GameID           string // once accepted
	RematchOf        string // the game that it follows, "" where it is no rematch
	CreatedAt        time.Time
	ExpiresAt        time.Time // when nobody can accept it any more
	AnsweredAt       time.Time // zero while open
}

// ToAnyone tells whether the challenge names nobody: whoever has its link may accept it.
func (c Challenge) ToAnyone() bool { return c.Opponent.ID == 0 && c.Invited == "" }
