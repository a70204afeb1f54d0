package mailer

import (
	"context"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/rules/rulestest/sample"
)

// TestCrashAtTheDesk kills the process that receives and reads the confirmation of a challenge, or a stranger's
// registration, at each of its steps. The mail server offers an unacknowledged mail again, and then offers every mail
// once more. Each command is carried out once.
func TestCrashAtTheDesk(t *testing.T) {
	sample.Whole(t, "kills the process at each step")
	for _, step := range []string{"received", "stored", "claimed", "read", "settling", "settled"} {
		t.Run("yes at "+step, func(t *testing.T) {
			m := newMailroom(t)
			ann := m.player("ann")
			asked := m.holdChallenge()
			m.kill(t, asked.replyTo, clients[1].compose(asked, "yes"), step)
			made, _, err := m.Challenges(t.Context(), ann, models.BoxOut, "", 10)
			if err != nil || len(made) != 1 {
				t.Errorf("%d challenges, %v", len(made), err)
			}
		})
		t.Run("register at "+step, func(t *testing.T) {
			m := newMailroom(t)
			m.kill(t, desk, []byte("From: zoe@example.net\nTo: "+desk+"\nMessage-ID: <r1@example.net>\n\nregister Zoe\n"), step)
			codes := 0
			for _, mail := range m.Mails() {
				if mail.Kind == models.KindCode && mail.To.Name == "Zoe" {
					codes++
				}
			}
			if codes != 1 {
				t.Errorf("%d codes were mailed", codes)
			}
		})
	}
}

// holdChallenge returns the mail that asks to confirm an open challenge by ann. No worker runs afterwards.
func (m *mailroom) holdChallenge() shownMail {
	m.t.Helper()
	raw := []byte("From: ann@example.org\nTo: " + desk + "\nMessage-ID: <p1@example.org>\n\nplay bohnduell\n")
	m.readOne(raw, desk)
	config := m.config()
	config.Writer = m.replyWriter()
	stop := m.start(config)
	defer stop()
	return m.next("ann@example.org", "Please confirm")
}

// readOne receives a mail and settles it.
func (m *mailroom) readOne(raw []byte, to string) {
	m.t.Helper()
	if _, err := m.inbox.Receive(m.t.Context(), Incoming{Source: "smtp", To: []string{to}, Raw: raw}); err != nil {
		m.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(m.t.Context())
	ended := make(chan error, 1)
	go func() { ended <- m.inbox.Run(ctx) }()
	select {
	case <-m.settled:
	case <-time.After(patience):
		m.t.Fatal("nothing was settled")
	}
	cancel()
	if err := <-ended; err != nil {
		m.t.Fatal(err)
	}
}

// kill lets a process receive and read a mail until a step at which it is killed. Another one continues; the mail is
// offered again if it was not acknowledged, and once more in any case.
func (m *mailroom) kill(t *testing.T, to string, mail []byte, step string) {
	t.Helper()
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	defer func() { m.Store = m.Open() }()
	m.Clock.Advance(time.Minute) // beyond the time of the processes
	order := crashOrder{
		Database: m.Database, At: m.Clock.Now().Add(-time.Minute), Mail: mail, To: to, Step: step, Count: 1,
	}
	acknowledged, err := child(t, order)
	if err == nil {
		t.Fatal("the process was not killed")
	}
	order.At, order.Step = order.At.Add(2*inboundLease), ""
	if acknowledged {
		order.Mail = nil
	}
	if step == "settled" {
		order.Count = 0
	}
	if _, err := child(t, order); err != nil {
		t.Fatal(err)
	}
	order.Mail, order.Count = mail, 0
	if _, err := child(t, order); err != nil {
		t.Fatal(err)
	}
}
