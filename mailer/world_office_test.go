package mailer

import (
	"context"
	"io"
	"log/slog"
	"net"
	"sync"
	"testing"
	"time"

	"github.com/jhillyerd/enmime/v2"

	"turnpost/mailer/mailprograms"
	"turnpost/models"
	"turnpost/models/modeltest"
	"turnpost/models/notice"
	"turnpost/rules/rulestest/sample"
)

// patience is how long a test waits for an event.
const patience = 30 * time.Second

// office is a world with a mail server and its received mails.
type office struct {
	*modeltest.World
	t        testing.TB
	address  string // of the mail server
	outcomes chan outcomeOf

	mu  sync.Mutex
	got []received
	all []received // also those that drain has forgotten
}

type outcomeOf struct {
	kind    models.Kind
	outcome Outcome
}

type received struct {
	to   string
	raw  []byte
	from string // of the envelope

	shown *shownMail // the mail, once it was parsed
}

func (r received) parse(t testing.TB) *enmime.Envelope {
	t.Helper()
	e, err := mailprograms.Parse(r.raw)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func newOffice(t testing.TB) *office {
	t.Helper()
	o := &office{
		World: modeltest.New(t, modeltest.Options{
			Now: time.Date(2026, 11, 21, 10, 15, 0, 123e6, time.UTC), Operator: "operator@example.org",
		}),
		t: t, outcomes: make(chan outcomeOf, 10_000),
	}
	o.address = o.listen(&Sink{OnMessage: o.take})
	return o
}

var quiet = slog.New(slog.NewTextHandler(io.Discard, nil))

// listen serves a sink for as long as the test runs.
func (o *office) listen(s *Sink) (address string) {
	o.t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		o.t.Fatal(err)
	}
	s.Log = quiet
	serveSink(o.t, s, l)
	return l.Addr().String()
}

func serveSink(t testing.TB, s *Sink, l net.Listener) {
	ctx, cancel := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- s.Serve(ctx, l) }()
	t.Cleanup(func() {
		cancel()
		if err := <-served; err != nil {
			t.Errorf("the sink: %v", err)
		}
	})
}

func (o *office) take(from, to string, raw []byte) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.got = append(o.got, received{to: to, raw: raw, from: from})
	o.all = append(o.all, received{to: to, raw: raw, from: from})
}

// pass advances the clock and wakes the workers.
func (o *office) pass(d time.Duration) {
	o.Clock.Advance(d)
	o.Wake()
}

// live advances the clock as a server lives, with sweeps at the longest steps in minutes that are no outage. A short
// run sweeps once an hour and at the end, and gives only the heartbeat between.
func (o *office) live(d time.Duration) {
	o.t.Helper()
	for end := o.Clock.Now().Add(d); o.Clock.Now().Before(end); {
		hour := o.Clock.Now().Truncate(time.Hour)
		o.pass(min(4*time.Minute, end.Sub(o.Clock.Now())))
		now := o.Clock.Now()
		if sample.Short() && now.Before(end) && now.Truncate(time.Hour).Equal(hour) {
			if err := o.Heartbeat(context.Background()); err != nil {
				o.t.Fatal(err)
			}
			continue
		}
		if _, err := o.SweepClocks(context.Background()); err != nil {
			o.t.Fatal(err)
		}
	}
}

// mails returns the mails that the mail server received.
func (o *office) mails() []received {
	o.mu.Lock()
	defer o.mu.Unlock()
	return append([]received(nil), o.got...)
}

// server returns a transport to an address.
func (o *office) server(address string) Carrier {
	return openServer(o.t, "smtp://"+address, OutboundOptions{})
}

func openServer(t testing.TB, setting string, options OutboundOptions) Carrier {
	t.Helper()
	s, err := ParseOutbound(setting)
	if err != nil {
		t.Fatal(err)
	}
	carrier, err := s.Open(options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = carrier.Close() })
	return carrier
}

// config returns the configuration of a worker that sends to the mail server.
func (o *office) config() OutboxConfig {
	return OutboxConfig{
		Outbox: o.Store, Writer: o.writer(), Transport: o.server(o.address), Now: o.Clock.Now, Log: quiet,
		Poll:    time.Hour, // tests wake the worker
		Backoff: func(int) time.Duration { return time.Minute },
		Observe: func(kind models.Kind, outcome Outcome) { o.outcomes <- outcomeOf{kind, outcome} },
	}
}

func (o *office) writer() *Writer {
	o.t.Helper()
	w, err := NewWriter(o.Store, Identity{
		From: "turnpost <turnpost@example.org>", Site: "https://play.example.org",
		Domain: "mail.example.org",
	})
	if err != nil {
		o.t.Fatal(err)
	}
	return w
}

// start runs a worker until the returned function is called, which waits for it.
func (o *office) start(c OutboxConfig) (stop func()) {
	o.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- NewOutboxWorker(c).Run(ctx) }()
	var once sync.Once
	stop = func() {
		once.Do(func() {
			cancel()
			select {
			case err := <-ended:
				if err != nil {
					o.t.Errorf("the worker ended with %v", err)
				}
			case <-time.After(patience):
				o.t.Error("the worker does not end")
			}
		})
	}
	o.t.Cleanup(stop)
	return stop
}

// want waits for the outcomes of attempts, in this order.
func (o *office) want(outcomes ...Outcome) {
	o.t.Helper()
	for i, want := range outcomes {
		select {
		case got := <-o.outcomes:
			if got.outcome != want {
				o.t.Fatalf("attempt %d: %s was %s, want %s; the ledger of its player may say why", i+1, got.kind, got.outcome, want)
			}
		case <-time.After(patience):
			o.t.Fatalf("attempt %d: nothing happened, want %s", i+1, want)
		}
	}
}

// wantTogether waits for the outcomes of two attempts, of which either may be reported first.
func (o *office) wantTogether(one, other Outcome) {
	o.t.Helper()
	var got [2]Outcome
	for i := range got {
		select {
		case g := <-o.outcomes:
			got[i] = g.outcome
		case <-time.After(patience):
			o.t.Fatalf("nothing happened after %v, want %s and %s", got[:i], one, other)
		}
		o.Wake()
	}
	if got != [2]Outcome{one, other} && got != [2]Outcome{other, one} {
		o.t.Fatalf("the outcomes are %v, want %s and %s", got, one, other)
	}
}

// drain sends the queued mails, and forgets that they arrived.
func (o *office) drain(notices int) {
	o.t.Helper()
	stop := o.start(o.config())
	for range notices {
		o.want(OutcomeSent)
	}
	stop()
	o.mu.Lock()
	defer o.mu.Unlock()
	o.got = nil
}

// testMail queues a test mail to a new player, ann, and no other mail.
func (o *office) testMail() (ann models.Player) {
	o.t.Helper()
	ann = o.player("ann")
	o.drain(0)
	if err := o.SendTestMail(o.t.Context(), ann); err != nil {
		o.t.Fatal(err)
	}
	return ann
}

// ledger returns the player's notices, the newest first.
func (o *office) ledger(p models.Player) []notice.Notice {
	o.t.Helper()
	list, _, err := o.Notices(o.t.Context(), p.ID, 0, 100)
	if err != nil {
		o.t.Fatal(err)
	}
	return list
}

// envelopes returns every mail that the mail server ever received.
func (o *office) envelopes() []received {
	o.mu.Lock()
	defer o.mu.Unlock()
	return append([]received(nil), o.all...)
}

// lastRaw returns the last mail to an address as received.
func (o *office) lastRaw(to string) string {
	o.t.Helper()
	text := ""
	for _, r := range o.envelopes() {
		if r.to == to {
			text = string(r.raw)
		}
	}
	return text
}

func messageIDs(t testing.TB, mails []received) []string {
	t.Helper()
	ids := make([]string, len(mails))
	for i, m := range mails {
		ids[i] = m.parse(t).GetHeader("Message-ID")
	}
	return ids
}
