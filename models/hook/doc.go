// Package hook decides about webhooks and devices: who may have them, which notices they receive, and when one that
// fails is tried again or ended.
package hook

import "turnpost/models/event"

// Store has the use cases of this package and of those below it. It is safe for concurrent use.
type Store struct{ event.Store }
