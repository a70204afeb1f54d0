package models

import (
	"math"
	"time"
)

// A notice to a player with webhooks inserts one row into hook_notices in its transaction; nothing else happens there.
// QueueHooks makes deliveries of these rows in the background: one for each webhook that wants the notice. Players
// without webhooks are known by their settings, which a notice loads anyway, so that they cost nothing.
//
// Deliveries never wait in the queue of mail, and their rows are not those of mail: no claim of one locks a row of the
// other. Their queue is a list of hosts, since limits count by host: a host with thousands of due deliveries is one row
// of that queue, and is looked at again when its limit allows.
//
// Failures belong to the webhook, not to the delivery: until its next try nothing else is sent there. After a failure
// the oldest delivery that is still true is tried next. Thus a dead receiver costs one attempt in minutes or hours,
// however many notices there are.

// Never is the stored time of what is not planned: the next try at a host without deliveries.
const Never = Millis(math.MaxInt64 / 2)

// HookDelivery is what became of a notice at one webhook, as the ledger shows it.
type HookDelivery struct {
	Notice   int64
	Hook     string
	Status   NoticeStatus
	Reason   NoticeReason // why it was dropped
	Detail   HookDetail   // of the last attempt; "" if there was none
	Attempts int
	NextAt   time.Time // of the next attempt, while queued
	DoneAt   time.Time // zero while queued
}
