// Package upkeep does what time alone causes: it sweeps clocks, applies changes of many games, deletes what has
// expired, completes departures, and measures the store for operators. Any process may call it at any time.
package upkeep

import "turnpost/models/mailbox"

// Store has the use cases of this package and of those below it. It is safe for concurrent use.
type Store struct{ mailbox.Store }
