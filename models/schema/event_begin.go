package schema

import "turnpost/models/roundrobin"

// The games with which an event begins are decided at once, and in a large event begin in parts, because a player's
// turn waits for the transaction before it: one that began all 528 games of the largest event took 39 ms of CPU. The
// request of the last player to join begins all games of an event of one group, at most 132 in 14 ms, and the first
// part of a larger one, in 17 ms with drawing and pairing; any process begins the other parts, in 13 ms each. Each
// transaction locks the event and takes the first games that are due, so that each begins once.
//
// In the store such a game has StateDue, by which the events with such games are found. In memory it is running, and
// has no game yet.

// StateDue is the stored state of a game that is to begin.
const StateDue roundrobin.State = "due"
