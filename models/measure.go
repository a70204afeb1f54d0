package models

import "time"

// What the server measures about its content. Counting 100,000 games by indexes takes 12 ms of CPU, and so a million a
// tenth of a second. Census therefore counts in the background, again after a hundred times as long as the last count
// took, so that counting takes at most one percent of the time, and no caller waits but the first.

// GameCount is the number of games of a ruleset in a state.
type GameCount struct {
	Ruleset string
	Status  Status
	Games   int64
}

// Census is the number of players and games at some time in the last minutes.
type Census struct {
	Players int64 // confirmed and not deleted, without the house
	Games   []GameCount
}

// Queue is something that waits to be done.
type Queue struct {
	Depth int64
	Age   time.Duration // of the oldest
}

// Load is how much waits to be done, and for how long.
type Load struct {
	Outbox, House, Hooks, Inbound Queue
	DeadlineLag                   time.Duration // see Store.DeadlineLag
}
