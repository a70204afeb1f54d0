// Package notice queues what is to be told to a player: one row for each thing, in the transaction that causes it. It
// decides when it is due, by the player's settings and quiet hours, and when it is dropped: by limits, blocks, or
// because something else has made it outdated.
package notice

import "turnpost/models/core"

// Store has the use cases of this package and of those below it. It is safe for concurrent use.
type Store struct{ core.Store }
