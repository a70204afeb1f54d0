package mailer

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/mailbox"
	"turnpost/models/store"
	"turnpost/rules/rulestest/sample"
)

// crashEnv is the environment variable with the order of a child process.
const crashEnv = "TURNPOST_TEST_CRASH"

// crashOrder is the order of a child process: receive a mail, read the stored mails, and kill itself at a step.
type crashOrder struct {
	Database string
	At       time.Time
	Mail     []byte // nil: none is offered
	To       string
	Step     string // "" for none
	Count    int    // of mails that are to be settled before it ends
}

// TestCrashChild is the child process of other tests; alone it does nothing.
func TestCrashChild(t *testing.T) {
	text := os.Getenv(crashEnv)
	if text == "" {
		return
	}
	var order crashOrder
	if err := json.Unmarshal([]byte(text), &order); err != nil {
		t.Fatal(err)
	}
	now := func() time.Time { return order.At }
	store, err := store.Open(t.Context(), store.Options{Database: order.Database, Now: now, Log: quiet})
	if err != nil {
		t.Fatal(err)
	}
	writer, err := NewWriter(store, Identity{
		From: "turnpost <turnpost@example.org>", Site: "https://play.example.org",
		Domain: "mail.example.org", Replies: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	settled := make(chan bool, 1000)
	inbox := NewInbox(InboxConfig{
		Store: store, Writer: writer, Now: now, Log: quiet, Poll: 10 * time.Millisecond,
		Observe: func(string, mailbox.InboundResult) { settled <- true },
		step: func(name string) {
			if name == order.Step {
				_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
				select {} // until the signal comes
			}
		},
	})
	if order.Mail != nil {
		if _, err := inbox.Receive(t.Context(), Incoming{
			Source: "smtp", From: "ann@example.org", To: []string{order.To},
			Raw: order.Mail,
		}); err != nil {
			t.Fatal(err)
		}
		fmt.Println("acknowledged")
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- inbox.Run(ctx) }()
	for range order.Count {
		select {
		case <-settled:
		case <-time.After(patience):
			t.Fatal("nothing was settled")
		}
	}
	cancel()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
}

// child runs an order in a process, and reports whether the mail was acknowledged and how the process ended.
func child(t *testing.T, order crashOrder) (acknowledged bool, err error) {
	t.Helper()
	text, err := json.Marshal(order)
	if err != nil {
		t.Fatal(err)
	}
	command := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestCrashChild$", "-test.timeout=60s")
	command.Env = append(os.Environ(), crashEnv+"="+string(text))
	var out bytes.Buffer
	command.Stdout, command.Stderr = &out, &out
	err = command.Run()
	if err != nil && order.Step == "" {
		t.Fatalf("the second process: %v\n%s", err, &out)
	}
	return bytes.Contains(out.Bytes(), []byte("acknowledged")), err
}

// TestCrashBetweenSteps kills the process that receives and reads a mail at each of its steps. The mail server offers
// an unacknowledged mail again, and another process continues. At every step the mail takes effect exactly once.
func TestCrashBetweenSteps(t *testing.T) {
	sample.Whole(t, "kills the process at each step")
	for _, step := range []string{"received", "stored", "claimed", "read", "settling", "settled"} {
		for what, text := range map[string]string{"a turn": "d1-d4\nsay Hello", "a refusal": "d1-e4"} {
			t.Run(step+" of "+what, func(t *testing.T) {
				m := newMailroom(t)
				ann, bob := m.player("ann"), m.player("bob")
				g := m.game(ann, bob)
				l := m.awaiting("ann@example.org")
				if err := m.Close(); err != nil {
					t.Fatal(err)
				}
				defer func() { m.Store = m.Open() }() // for the end of the test
				mail := clients[1].compose(l, text)
				at := m.Clock.Now()
				acknowledged, err := child(t, crashOrder{
					Database: m.Database, At: at, Mail: mail, To: l.replyTo, Step: step,
					Count: 1,
				})
				if err == nil {
					t.Fatal("the process was not killed")
				}
				again := crashOrder{Database: m.Database, At: at.Add(2 * inboundLease), Count: 1}
				if !acknowledged {
					again.Mail, again.To = mail, l.replyTo
				}
				if step == "settled" {
					again.Count = 0 // nothing is left to settle
				}
				if _, err := child(t, again); err != nil {
					t.Fatal(err)
				}
				m.Store = m.Open()
				m.wantOnce(g.ID, ann, bob, what)
				if err := m.Close(); err != nil {
					t.Fatal(err)
				}
			})
		}
	}
}

// wantOnce checks that the mail took effect exactly once.
func (m *mailroom) wantOnce(game string, ann, bob models.Player, what string) {
	m.t.Helper()
	g, err := m.Game(m.t.Context(), game)
	if err != nil {
		m.t.Fatal(err)
	}
	chat, err := m.Messages(m.t.Context(), bob.ID, game, 0, 10)
	if err != nil {
		m.t.Fatal(err)
	}
	mails, _, err := m.Admin().InboundMails(m.t.Context(), mailbox.InboundFilter{Limit: 10})
	if err != nil || len(mails) != 1 || mails[0].Status != "done" {
		m.t.Fatalf("%+v, %v", mails, err)
	}
	answers := 0
	for _, n := range m.ledger(ann) {
		if n.Kind == models.KindReplyRejected || n.Kind == models.KindReplyAnswer {
			answers++
		}
	}
	ply, said := 1, 1
	if what == "a refusal" {
		ply, said = 0, 0
	}
	if g.Ply != ply || len(chat.Messages) != said || answers != 1 { // the first turns by mail are confirmed
		m.t.Errorf("the game is at ply %d with %d messages, and %d answers wait", g.Ply, len(chat.Messages), answers)
	}
}

// awaiting returns the mail about a turn to an address, sent by a worker that stops then.
func (m *mailroom) awaiting(to string) shownMail {
	m.t.Helper()
	config := m.config()
	config.Writer = m.replyWriter()
	stop := m.start(config)
	defer stop()
	return m.next(to, "Your turn against")
}

// TestTwoProcessesReadMail lets two processes read the mails that a third one received: each takes effect once.
func TestTwoProcessesReadMail(t *testing.T) {
	sample.Whole(t, "two processes at once")
	t.Parallel()
	m := newMailroom(t)
	ann, bob := m.player("ann"), m.player("bob")
	g := m.game(ann, bob)
	l := m.awaiting("ann@example.org")
	mails := sample.Count(40, 10)
	for n := range mails {
		_, err := m.inbox.Receive(t.Context(), Incoming{
			Source: "smtp", From: l.to, To: []string{l.replyTo},
			Raw: clients[n%2].compose(l, fmt.Sprintf("say number %d", n)),
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	results := make(chan mailbox.InboundResult, 2*mails)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 2)
	for range 2 {
		store, err := store.Open(t.Context(), store.Options{Database: m.Database, Now: m.Clock.Now, Log: quiet})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = store.Close() })
		config := m.inbox.config
		config.Store, config.Poll = store, time.Millisecond
		config.Observe = func(_ string, result mailbox.InboundResult) { results <- result }
		go func() { ended <- NewInbox(config).Run(ctx) }()
	}
	for range mails {
		select {
		case got := <-results:
			if got != mailbox.InboundDone {
				t.Fatalf("a mail was %s", got)
			}
		case <-time.After(patience):
			t.Fatal("not all mails were read")
		}
	}
	cancel()
	for range 2 {
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
	chat, err := m.Messages(t.Context(), bob.ID, g.ID, 0, 100)
	if err != nil || len(chat.Messages) != mails {
		t.Fatalf("%d messages: %v", len(chat.Messages), err)
	}
	for n, message := range chat.Messages {
		if message.Text != fmt.Sprintf("number %d", n) {
			t.Errorf("message %d is %q", n, message.Text)
		}
	}
}
