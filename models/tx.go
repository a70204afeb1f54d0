package models

import "errors"

// Replayed is the error of a use case that has already happened under its key.
type Replayed struct{ Record []byte }

// Error implements error.
func (e *Replayed) Error() string { return "done before" }

// ErrLeaseLost means that another worker holds the notice by now, or it is settled.
var ErrLeaseLost = errors.New("the lease on the notice is lost")

// Seen is the state of a game that a player saw when they decided.
type Seen struct {
	Ply, Takebacks int
	Offers         int // number made in the game so far
}

// Seen returns the current state of the game.
func (g *Game) Seen() Seen { return Seen{g.Ply, g.Takebacks, g.Offers} }
