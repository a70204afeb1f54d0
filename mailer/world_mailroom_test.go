package mailer

import (
	"context"
	"fmt"
	"net"
	"net/smtp"
	"strings"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/mailbox"
)

// mailroom is an office whose mails can be answered: a worker sends, a listener receives replies, an inbox reads them.
type mailroom struct {
	*office
	inbox   *Inbox
	replyTo string // address of the listener
	settled chan mailbox.InboundResult
}

func (o *office) replyWriter() *Writer {
	o.t.Helper()
	w, err := NewWriter(o.Store, Identity{
		From: "turnpost <turnpost@example.org>", Site: "https://play.example.org", Domain: "mail.example.org", Replies: true,
	})
	if err != nil {
		o.t.Fatal(err)
	}
	return w
}

func newMailroom(t testing.TB, change ...func(*InboxConfig)) *mailroom {
	t.Helper()
	m := &mailroom{office: newOffice(t), settled: make(chan mailbox.InboundResult, 100_000)}
	config := InboxConfig{
		Store: m.Store, Writer: m.replyWriter(), Now: m.Clock.Now, Log: quiet, Poll: time.Hour,
		Backoff: func(int) time.Duration { return time.Minute },
		Observe: func(_ string, result mailbox.InboundResult) { m.settled <- result },
	}
	for _, f := range change {
		f(&config)
	}
	m.inbox = NewInbox(config)
	m.replyTo = m.serveReplies("smtp://127.0.0.1:0")
	return m
}

// serveReplies serves a listener for as long as the test runs.
func (m *mailroom) serveReplies(setting string) (address string) {
	m.t.Helper()
	s, err := ParseListenSetting(setting)
	if err != nil {
		m.t.Fatal(err)
	}
	return m.serve(&Listener{Inbox: m.inbox, Setting: s, Log: quiet})
}

func (m *mailroom) serve(listener *Listener) (address string) {
	m.t.Helper()
	l, err := listener.Listen(m.t.Context())
	if err != nil {
		m.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- listener.Serve(ctx, l) }()
	m.t.Cleanup(func() {
		cancel()
		if err := <-served; err != nil {
			m.t.Errorf("the listener: %v", err)
		}
	})
	return l.Addr().String()
}

// run starts the worker of mail in and that of mail out, until the test ends.
func (m *mailroom) run() {
	m.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	read := make(chan error, 1)
	go func() { read <- m.inbox.Run(ctx) }()
	config := m.config()
	config.Writer = m.inbox.config.Writer
	stop := m.start(config)
	m.t.Cleanup(func() {
		cancel()
		if err := <-read; err != nil {
			m.t.Error(err)
		}
		stop()
	})
}

// wantSettled waits until mails were settled with these results.
func (m *mailroom) wantSettled(results ...mailbox.InboundResult) {
	m.t.Helper()
	for i, want := range results {
		select {
		case got := <-m.settled:
			if got != want {
				list, _, _ := m.Admin().InboundMails(m.t.Context(), mailbox.InboundFilter{Limit: 1})
				m.t.Fatalf("mail %d was %s, want %s: %+v", i+1, got, want, list)
			}
		case <-time.After(patience):
			m.t.Fatalf("mail %d: nothing happened, want %s", i+1, want)
		}
	}
}

// next waits for the next mail to an address that begins with words, in its subject or its text.
func (m *mailroom) next(to, words string) shownMail {
	m.t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); {
		m.mu.Lock()
		for i, r := range m.got {
			if r.to != to {
				continue
			}
			if r.shown == nil {
				shown := newLetter(m.t, r)
				r.shown, m.got[i].shown = &shown, &shown
			}
			l := *r.shown
			if strings.HasPrefix(l.subject, words) || strings.HasPrefix(l.text, words) {
				m.got = append(m.got[:i:i], m.got[i+1:]...)
				m.mu.Unlock()
				return l
			}
		}
		m.mu.Unlock()
		select { // something was sent, or a while has passed
		case <-m.outcomes:
		case <-time.After(20 * time.Millisecond):
		}
	}
	m.t.Fatalf("no mail to %s that begins with %q; there is %s", to, words, m.subjects())
	return shownMail{}
}

// settleOutbox waits until all due mails are sent and stored as such.
func (m *mailroom) settleOutbox() {
	m.t.Helper()
	for end := time.Now().Add(patience); ; {
		depth, _, err := m.OutboxDepth(m.t.Context())
		if err != nil {
			m.t.Fatal(err)
		}
		if depth == 0 {
			return
		}
		if time.Now().After(end) {
			m.t.Fatal("the outbox does not empty")
		}
		select { // something was settled, or a while has passed
		case <-m.outcomes:
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// pass advances the clock as soon as no mail is being sent. A mail that has arrived but is not settled would be sent
// again once its lease has ended.
func (m *mailroom) pass(d time.Duration) {
	m.t.Helper()
	m.settleOutbox()
	m.office.pass(d)
}

func (m *mailroom) subjects() string {
	var b strings.Builder
	for _, r := range m.mails() {
		l := newLetter(m.t, r)
		fmt.Fprintf(&b, "\n%s: %s: %s", r.to, l.subject, strings.SplitN(l.text, "\n", 2)[0])
	}
	return b.String()
}

// reply answers a mail over SMTP.
func (m *mailroom) reply(c client, l shownMail, text string) {
	m.t.Helper()
	if l.replyTo == "" {
		m.t.Fatalf("the mail %q says nowhere to reply to", l.subject)
	}
	m.submit(l.to, l.replyTo, c.compose(l, text))
}

func (m *mailroom) submit(from, to string, raw []byte) {
	m.t.Helper()
	if err := smtp.SendMail(m.replyTo, nil, from, []string{to}, raw); err != nil {
		m.t.Fatalf("the reply was not taken: %v\n%s", err, raw)
	}
}

// dial opens a session with the listener, for cases that smtp.SendMail does not cover.
func (m *mailroom) dial() *smtp.Client {
	m.t.Helper()
	conn, err := net.Dial("tcp", m.replyTo)
	if err != nil {
		m.t.Fatal(err)
	}
	c, err := smtp.NewClient(conn, "localhost")
	if err != nil {
		m.t.Fatal(err)
	}
	m.t.Cleanup(func() { _ = c.Close() })
	return c
}

// confirm sets when turns of a player by mail are confirmed.
func (m *mailroom) confirm(p models.Player, when models.Confirmation) {
	m.t.Helper()
	confirm := models.Values{"confirm_turns": {string(when)}}
	if _, err := m.UpdateProfile(m.t.Context(), p.ID, models.ProfilePatch{Values: confirm}); err != nil {
		m.t.Fatal(err)
	}
}
