// Package admin has the use cases of an operator, which no player may call, and the checks that recompute what a
// database contains. Each column that other rows imply is a line of schema.DerivedRows.
package admin

import (
	"turnpost/models/upkeep"
)

// Store has the use cases of this package and of those below it. It is safe for concurrent use.
type Store struct{ upkeep.Store }
