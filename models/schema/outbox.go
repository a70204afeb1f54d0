package schema

import "turnpost/models"

// Settlement is the outcome of a notice whose lease ends.
type Settlement struct {
	Status  models.NoticeStatus // Queued: it is tried again
	Reason  models.NoticeReason
	Primary int64         // for ReasonBundled
	Failure string        // of the last attempt; "" after a success
	Next    models.Millis // for Queued: time of the next attempt
}

// Done reports whether the notice is tried no more.
func (s Settlement) Done() bool { return s.Status != models.Queued }
