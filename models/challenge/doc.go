// Package challenge decides who may challenge whom to what: open challenges, those to a player, invitations by address,
// links to accept, rematches, and what an answer begins.
package challenge

import "turnpost/models/play"

// Store has the use cases of this package and of those below it. It is safe for concurrent use.
type Store struct{ play.Store }
