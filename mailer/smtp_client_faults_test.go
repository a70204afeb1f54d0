package mailer

import (
	"context"
	"fmt"
	"net"
	"slices"
	"strings"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/queue"
	"turnpost/rules/rulestest/sample"
)

// TestFaultsOfMailServers sends one mail past each fault. It must neither be lost nor be sent when it should not.
func TestFaultsOfMailServers(t *testing.T) {
	const temporary, permanent, hung = "451 4.3.0 try later", "550 5.1.1 no such user", faultHang
	again, at := []Outcome{OutcomeRetry, OutcomeSent}, func(outcomes ...Outcome) []Outcome { return outcomes }
	for i, c := range []struct {
		step, fault string
		want        []Outcome
		came        int    // how often the mail arrived
		reason      string // of the first failure, in the ledger
	}{
		{stepGreeting, faultDrop, again, 1, failureUnreachable},
		{stepGreeting, hung, again, 1, failureUnreachable},
		{stepGreeting, "421 4.3.2 closing", again, 1, failureUnreachable},
		{stepGreeting, "554 5.3.2 not now", again, 1, failureUnreachable},
		{"EHLO", faultDrop, again, 1, failureUnreachable},
		{"EHLO", hung, again, 1, failureUnreachable},
		{"EHLO", temporary, at(OutcomeSent), 1, ""}, // HELO does as well
		{"EHLO", "550 5.5.1 what?", at(OutcomeSent), 1, ""},
		{"MAIL", faultDrop, again, 1, failureUnreachable},
		{"MAIL", hung, again, 1, failureUnreachable},
		{"MAIL", temporary, again, 1, "451 4.3.0 try later"},
		{"MAIL", "550 5.7.1 sender refused", again, 1, "550 5.7.1 sender refused"},
		{"MAIL", "530 5.7.0 sign in first", again, 1, "530 5.7.0 sign in first"},
		{"RCPT", faultDrop, again, 1, failureUnreachable},
		{"RCPT", hung, again, 1, failureUnreachable},
		{"RCPT", temporary, again, 1, "451 4.3.0 try later"},
		{"RCPT", permanent, at(OutcomeFailed), 0, permanent},
		{"DATA", faultDrop, again, 1, failureUnreachable},
		{"DATA", hung, again, 1, failureUnreachable},
		{"DATA", temporary, again, 1, "451 4.3.0 try later"},
		{"DATA", "554 5.6.0 no", at(OutcomeFailed), 0, "554 5.6.0 no"},
		{stepBody, faultDrop, again, 1, failureUnreachable},
		{stepBody, hung, again, 1, failureUnreachable},
		{stepBody, temporary, again, 1, "451 4.3.0 try later"},
		{stepBody, "552 5.3.4 too much", at(OutcomeFailed), 0, "552 5.3.4 too much"},
		{stepAccepted, faultDrop, again, 2, failureUnreachable}, // nobody can tell: at least once
		{stepAccepted, hung, again, 2, failureUnreachable},
	} {
		for j, stepwise := range []bool{false, true} {
			if sample.Short() && (i+j)%4 != 0 {
				continue
			}
			t.Run(fmt.Sprintf("%s %s %v", c.step, c.fault, stepwise), func(t *testing.T) {
				t.Parallel()
				o := newOffice(t)
				ann := o.testMail()
				p := newPeer(t, o.address)
				p.stepwise = stepwise
				p.fail(c.step, c.fault)
				config := o.config()
				config.Transport = o.server(p.address())
				if c.fault == faultHang {
					config.Transport = hasty(t, p)
				}
				stop := o.start(config)
				o.want(c.want[0])
				if last := o.ledger(ann)[0]; !strings.HasSuffix(last.Failure, c.reason) {
					t.Errorf("the ledger says %q, want %q", last.Failure, c.reason)
				}
				o.pass(time.Minute)
				o.want(c.want[1:]...)
				stop()
				ids := messageIDs(t, o.mails())
				if len(ids) != c.came || len(slices.Compact(ids)) > 1 {
					t.Errorf("what came: %v, want %d of one Message-ID", ids, c.came)
				}
			})
		}
	}
}

// hasty returns a client that soon gives up at a peer that hangs, and has patience with it afterwards. A busy machine
// may not get as far as the fault in time; then the client tries again.
func hasty(t *testing.T, p *peer) Transport {
	t.Helper()
	client := openServer(t, "smtp://"+p.address(), OutboundOptions{Timeout: 500 * time.Millisecond}).(*smtpClient)
	return transportFunc(func(ctx context.Context, m *Message) error {
		err := client.Send(ctx, m)
		for p.awaits() {
			err = client.Send(ctx, m)
		}
		client.timeout = patience
		return err
	})
}

func TestRefusedConnectionIsTriedAgain(t *testing.T) {
	o := newOffice(t)
	ann := o.player("ann")
	o.drain(0)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if err := o.SendTestMail(t.Context(), ann); err != nil {
		t.Fatal(err)
	}
	config := o.config()
	config.Transport = o.server(address)
	o.start(config)
	for range 3 {
		o.want(OutcomeRetry)
		o.pass(time.Minute)
	}
	o.want(OutcomeRetry)
	if l, err = net.Listen("tcp", address); err != nil {
		t.Fatal(err)
	}
	serveSink(t, &Sink{OnMessage: o.take, Log: quiet}, l)
	o.pass(time.Minute)
	o.want(OutcomeSent)
}

// startRefused starts a server whose only mail, to a player, the peer refuses once.
func (o *office) startRefused(config OutboxConfig) (models.Player, *peer) {
	o.t.Helper()
	ann := o.player("ann")
	if err := o.SendTestMail(o.t.Context(), ann); err != nil {
		o.t.Fatal(err)
	}
	p := newPeer(o.t, o.address)
	config.Transport = o.server(p.address())
	p.fail("RCPT", "450 4.2.1 busy")
	o.start(config)
	return ann, p
}

func TestMailIsGivenUpAfterThreeDays(t *testing.T) {
	o := newOffice(t)
	config := o.config()
	config.Backoff = queue.Backoff
	ann, p := o.startRefused(config)
	end := o.Clock.Now().Add(72 * time.Hour)
	for next := o.Clock.Now(); next.Before(end); {
		o.want(OutcomeRetry)
		next = o.ledger(ann)[0].NextAt
		p.fail("RCPT", "450 4.2.1 busy")
		o.pass(next.Sub(o.Clock.Now()))
	}
	o.want(OutcomeFailed)
	n := o.ledger(ann)[0]
	if n.Status != models.Failed || !strings.HasSuffix(n.Failure, "450 4.2.1 busy") || n.Attempts < 15 ||
		n.Attempts > 25 || !n.DoneAt.Equal(end.Truncate(time.Millisecond)) {
		t.Errorf("given up as %+v, want at %v", n, end)
	}
}

// A server that was off for a week tries its mail as one that was on: the first refusal afterwards is not the last.
func TestMailOutlivesAnOutage(t *testing.T) {
	o := newOffice(t)
	_, p := o.startRefused(o.config())
	o.want(OutcomeRetry)
	p.fail("RCPT", "451 4.7.1 greylisted")
	o.pass(7 * 24 * time.Hour)
	o.want(OutcomeRetry)
	o.pass(time.Minute)
	o.want(OutcomeSent)
}

func TestConnectionsAreUsedAgain(t *testing.T) {
	o := newOffice(t)
	ann := o.player("ann")
	o.drain(0)
	p := newPeer(t, o.address)
	config := o.config()
	config.Transport = o.server(p.address())
	o.start(config)
	for i := range 4 {
		if i == 2 {
			p.hangUp() // the server closes an idle connection: no failure
		}
		if err := o.SendTestMail(t.Context(), ann); err != nil {
			t.Fatal(err)
		}
		o.want(OutcomeSent)
	}
	if n := p.count(); n != 2 {
		t.Errorf("%d connections for 4 mails, of which one was cut; want 2", n)
	}
}
