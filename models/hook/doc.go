// Package hook decides about webhooks and devices: who may have them, which notices they receive and when, and when one
// that fails is turned off. A device is a webhook of the format push. When a delivery is tried again is decided by
// mailer/webhook, which knows what the receiver has answered.
package hook

import "turnpost/models/event"

// Store has the use cases of this package and of those below it. It is safe for concurrent use.
type Store struct{ event.Store }
