// Package account decides about players: registration, the ways in and their limits, sessions and tokens, signed links,
// settings, names, blocks, a change of address and its undoing, and mail that a provider refuses.
package account

import "turnpost/models/notice"

// Store has the use cases of this package and of those below it. It is safe for concurrent use.
type Store struct{ notice.Store }
