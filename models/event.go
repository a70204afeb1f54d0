package models

import (
	"time"

	"turnpost/models/roundrobin"
	"turnpost/rules"
)

// EventGame is a game of an event.
type EventGame struct {
	No, Group, Round int
	First, Second    PlayerRef
	Challenger       rules.Seat // of a ladder; else NoSeat
	Game             string     // "" before it begins
	State            roundrobin.State
	Score            int // points of the first, in halves: 2, 1, 0; -1 for none
	Reason           string
	BeganAt, EndedAt time.Time
}

// OneIf returns the stored form of a boolean.
func OneIf(is bool) int {
	if is {
		return 1
	}
	return 0
}
