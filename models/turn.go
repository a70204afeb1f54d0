package models

import (
	"time"

	"turnpost/rules"
)

// Turn is one stored turn.
type Turn struct {
	Ply        int
	Seat       rules.Seat
	Text       string // canonical
	Position   string // after it
	Occurrence int    // number of occurrences of the position in the game by then; 0 in records, which do not have it
	Events     []rules.Event
	Message    string
	Via        Via
	At         time.Time
	Hash       []byte // chains it to the previous turn
}

// Via is the channel by which a turn came.
type Via string

// The channels.
const (
	ViaHTTP Via = "http"
	ViaMail Via = "mail"
	ViaWeb  Via = "web"  // a page
	ViaPlan Via = "plan" // a reply of the player's plan

	ViaHouse Via = "house" // the house found it
)
