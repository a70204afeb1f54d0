package core

import (
	"turnpost/models/rating"
	"turnpost/models/schema"
)

// Followers are what transactions cause beyond what they decide themselves. Open sets all of them, so that the noun
// that causes something does not need the noun that follows.
type Followers struct {
	// Begun precedes the first change of each transaction: an outage is credited before anything is decided by clocks.
	Begun func(tx *Tx) error
	// Change accepts a bulk change, applies its first part and has the worker apply the rest.
	Change func(tx *Tx, c *schema.BulkChange) error
	// GameEnded enters the end of a game of an event, rated or not, in the event, while the standings of its players
	// are locked and before they change. It returns why the game does not count, if the event says so.
	GameEnded func(tx *Tx, row *GameRow) (rating.Cause, error)
	// Overdue ends a game of an event from which a player has withdrawn, before its time is looked at.
	Overdue func(tx *Tx, row *GameRow) (ended bool, err error)
	// EventMailed credits the time that the notice of the beginning of an event waited.
	EventMailed func(tx *Tx, n schema.Notice, event string) error
	// Erase deletes a part of what a deleted account has left.
	Erase BulkStep
}

// Wake has a worker look for work once the transaction is on disk.
func (tx *Tx) Wake(w schema.Worker) {
	tx.OnCommit(func() { tx.Store.Signal(w) })
}

// OnCommit has fn called once the transaction is on disk, before the use case returns.
func (tx *Tx) OnCommit(fn func()) {
	tx.OnEnd(func(err error) {
		if err == nil {
			fn()
		}
	})
}
