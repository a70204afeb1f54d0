package mailer

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"turnpost/models/mailbox"
)

// renewing is an outbox whose renewals take a second.
type renewing struct {
	Outbox
	begun, ended int
}

func (r *renewing) RenewClaim(context.Context, mailbox.Claim, time.Duration) error {
	r.begun++
	<-time.After(time.Second)
	r.ended++
	return nil
}

// The store may be closed after the worker has ended: it writes nothing any more.
func TestARenewalIsWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		outbox := &renewing{}
		w := &OutboxWorker{config: OutboxConfig{Outbox: outbox}}
		stop := w.keep(t.Context(), mailbox.Claim{})
		<-time.After(renewEvery + time.Second/2)
		stop()
		if outbox.begun != 1 || outbox.ended != 1 {
			t.Errorf("%d renewals began, %d ended before the attempt did", outbox.begun, outbox.ended)
		}
	})
}
