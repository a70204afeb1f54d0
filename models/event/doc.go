// Package event decides about tournaments and ladders: who may join, when one begins, which games it starts next, its
// table, and challenges on a ladder.
package event

import "turnpost/models/challenge"

// Store has the use cases of this package and of those below it. It is safe for concurrent use.
type Store struct{ challenge.Store }
