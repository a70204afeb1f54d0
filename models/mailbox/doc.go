// Package mailbox is the mail of the store, both ways. Out: claims of due notices, whether one is still true, what its
// mail says and its links, and the settling of what was sent. In: mail that was received, under its key, claimed and
// settled once, its sender and link, and the answers that it gets.
package mailbox

import "turnpost/models/hook"

// Store has the use cases of this package and of those below it. It is safe for concurrent use.
type Store struct{ hook.Store }
