package mailer

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/mailbox"
	"turnpost/rules/rulestest/sample"
)

// stalled is a worker that sends some mails fast and then hangs, with others claimed ahead.
type stalled struct {
	*office
	people   []models.Player // who get a mail each
	sent     int             // of them
	stop     func()
	release  func()
	claimed  atomic.Int64
	returned chan mailbox.Claim
}

// returning is an outbox that reports claims and returned claims.
type returning struct {
	Outbox
	*stalled
}

func (r returning) ClaimNotices(ctx context.Context, n int, lease time.Duration) ([]mailbox.Claim, error) {
	claims, err := r.Outbox.ClaimNotices(ctx, n, lease)
	r.claimed.Add(int64(len(claims)))
	return claims, err
}

func (r returning) ReturnClaim(ctx context.Context, c mailbox.Claim) error {
	err := r.Outbox.ReturnClaim(ctx, c)
	r.returned <- c
	return err
}

func newStalled(t *testing.T) *stalled {
	t.Helper()
	s := &stalled{office: newOffice(t), sent: 8, returned: make(chan mailbox.Claim, 1000)}
	for i := range 24 {
		s.people = append(s.people, s.player(fmt.Sprintf("player%d", i)))
	}
	s.drain(0)
	for _, p := range s.people {
		if err := s.SendTestMail(t.Context(), p); err != nil {
			t.Fatal(err)
		}
	}
	server, sending := s.server(s.address), make(chan bool, len(s.people))
	hanging, hang := make(chan bool, len(s.people)), make(chan bool)
	config := s.config()
	config.Outbox = returning{s.Store, s}
	config.Transport = transportFunc(func(ctx context.Context, m *Message) error {
		if sending <- true; len(sending) > s.sent {
			hanging <- true
			<-hang
		}
		return server.Send(ctx, m)
	})
	s.stop, s.release = s.start(config), func() { close(hang) }
	for range s.sent {
		s.want(OutcomeSent)
	}
	for range defaultParallel {
		<-hanging
	}
	return s
}

// attempts returns the attempts of the mails to people, by their status.
func (o *office) attempts(people []models.Player) map[models.NoticeStatus][]int {
	o.t.Helper()
	tried := map[models.NoticeStatus][]int{}
	for _, p := range people {
		n := o.ledger(p)[0]
		tried[n.Status] = append(tried[n.Status], n.Attempts)
	}
	return tried
}

// Mails that a worker has claimed ahead and cannot send soon are sent by another one, each once.
func TestAStalledWorkerGivesMailsBack(t *testing.T) {
	sample.Together(t, "waits for a stalled worker")
	t.Parallel()
	s := newStalled(t)
	config := s.config()
	config.Poll = 50 * time.Millisecond // nobody wakes it
	s.start(config)
	for range len(s.people) - s.sent - defaultParallel {
		s.want(OutcomeSent)
	}
	s.release()
	for range defaultParallel {
		s.want(OutcomeSent)
	}
	if n := len(s.mails()); n != len(s.people) {
		t.Errorf("%d mails came, want %d", n, len(s.people))
	}
	tried := s.attempts(s.people)
	for _, n := range tried[models.Sent] {
		if n != 1 || len(tried) != 1 {
			t.Fatalf("the ledger says %v", tried)
		}
	}
}

// A worker that stops leaves the notices that it has claimed ahead unchanged.
func TestAWorkerThatStopsGivesMailsBack(t *testing.T) {
	sample.Together(t, "waits for a worker to stop")
	t.Parallel()
	s := newStalled(t)
	stopped := make(chan bool)
	go func() { s.stop(); close(stopped) }()
	for returned := int64(0); returned < s.claimed.Load()-int64(s.sent+defaultParallel); returned++ {
		<-s.returned
	}
	s.release()
	<-stopped
	tried := s.attempts(s.people)
	for status, attempts := range tried {
		for _, n := range attempts {
			if (status == models.Queued) != (n == 0) {
				t.Fatalf("the ledger says %v", tried)
			}
		}
	}
	if len(tried[models.Queued]) == 0 {
		t.Errorf("the ledger says %v, and nothing was left", tried)
	}
}
