// Package event decides about tournaments and ladders: who may join, when one begins, which games it starts next, its
// table, and challenges on a ladder. A round robin begins in the transaction of the last JoinEvent, and its players are
// told once all of their due games have begun (noticeBegunEvent).
package event

import "turnpost/models/challenge"

// Store has the use cases of this package and of those below it. It is safe for concurrent use.
type Store struct{ challenge.Store }
