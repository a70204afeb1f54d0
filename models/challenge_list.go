package models

import "turnpost/models/rating"

// OpenFilter narrows a list of open challenges. Empty fields match everything.
type OpenFilter struct {
	Ruleset, Variant string // the ruleset by ID or name, in any case
	Before           string // cursor: the last challenge of the previous page
	Limit            int
}

// ChallengerStanding is what a challenge shows about its challenger.
type ChallengerStanding struct {
	Rating      *rating.Rating // in the challenge's pool, now; nil before the first rated game and if hidden
	Reliability Reliability
}

// ChallengeBox is a list of challenges.
type ChallengeBox string

// The boxes.
const (
	BoxIn   ChallengeBox = "in"   // to the player, undecided
	BoxOut  ChallengeBox = "out"  // by the player, in any state
	BoxOpen ChallengeBox = "open" // open ones, by others
)
