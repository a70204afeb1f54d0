package mailer

import (
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/textproto"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"turnpost/models/mailbox"
	"turnpost/rules/rulestest/sample"
)

func TestListenerLimits(t *testing.T) {
	m := newMatch(t)
	c := m.dial()
	if err := c.Mail("ann@example.org"); err != nil {
		t.Fatal(err)
	}
	var err error
	n := 0
	for ; n < 50 && err == nil; n++ {
		err = c.Rcpt(m.mail.replyTo)
	}
	if n > maxRecipients+1 || err == nil {
		t.Errorf("%d recipients: %v", n, err)
	}
	c = m.dial()
	if err := errors.Join(c.Mail("ann@example.org"), c.Rcpt(m.mail.replyTo)); err != nil {
		t.Fatal(err)
	}
	w, err := c.Data()
	if err != nil {
		t.Fatal(err)
	}
	_, writeErr := w.Write([]byte("From: ann@example.org\r\n\r\nd1-d4\r\n\r\n-- \r\n" +
		strings.Repeat("photo\r\n", 100_000)))
	if err := errors.Join(writeErr, w.Close()); err != nil {
		t.Fatal(err)
	}
	m.wantSettled(mailbox.InboundPlayed) // the beginning is read
	m.play(m.id, m.bob, "")
	next := m.next("ann@example.org", "Your turn against bob")
	m.reply(clients[0], next, "e2-c2\n\n<p>"+strings.Repeat("A page in one line. ", 150))
	m.wantSettled(mailbox.InboundPlayed) // some programs do not break lines
	if _, size := c.Extension("SIZE"); size != strconv.Itoa(MaxReceived) {
		t.Errorf("mails of %q bytes are taken", size)
	}
}

// A command that never ends is not kept in memory.
func TestListenerEndsEndlessCommands(t *testing.T) {
	m := newMailroom(t)
	conn, err := net.Dial("tcp", m.replyTo)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	text := textproto.NewConn(conn)
	if _, _, err := text.ReadResponse(220); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(conn, "NOOP "+strings.Repeat("x", 10_000)); err != nil {
		t.Fatal(err)
	}
	if _, _, err := text.ReadResponse(500); err != nil {
		t.Error(err)
	}
}

func TestLMTPOnASocket(t *testing.T) {
	m := newMatch(t)
	path := filepath.Join(t.TempDir(), "lmtp")
	m.serveReplies("lmtp://" + path)
	conn, err := net.Dial("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	text := textproto.NewConn(conn)
	raw := string(clients[2].compose(m.mail, "d1-d4"))
	say := func(code int, lines string) {
		t.Helper()
		if lines != "" {
			if err := text.PrintfLine("%s", lines); err != nil {
				t.Fatal(err)
			}
		}
		if _, _, err := text.ReadResponse(code); err != nil {
			t.Fatal(err)
		}
	}
	say(220, "")
	say(250, "LHLO localhost")
	say(250, "MAIL FROM:<ann@example.org>")
	say(550, "RCPT TO:<nobody@mail.example.org>")
	say(250, "RCPT TO:<"+m.mail.replyTo+">")
	say(354, "DATA")
	say(250, raw+"\r\n.")
	m.wantSettled(mailbox.InboundPlayed)
}

// TestListenerEncrypts replies over STARTTLS, which is offered with a certificate.
func TestListenerEncrypts(t *testing.T) {
	m := newMatch(t)
	if offered, _ := m.dial().Extension("STARTTLS"); offered {
		t.Error("STARTTLS is offered without a certificate")
	}
	server, client := selfSigned(t)
	m.replyTo = m.serve(&Listener{
		Inbox: m.inbox, Setting: ListenSetting{Network: "tcp", Address: "127.0.0.1:0"}, TLS: server, Log: quiet,
	})
	c := m.dial()
	client = client.Clone()
	client.ServerName = "127.0.0.1"
	if err := c.StartTLS(client); err != nil {
		t.Fatal(err)
	}
	if state, ok := c.TLSConnectionState(); !ok || state.Version < tls.VersionTLS12 {
		t.Errorf("%v, %+v", ok, state)
	}
	if err := errors.Join(c.Mail("ann@example.org"), c.Rcpt(m.mail.replyTo)); err != nil {
		t.Fatal(err)
	}
	w, err := c.Data()
	if err != nil {
		t.Fatal(err)
	}
	_, err = w.Write(clients[1].compose(m.mail, "d1-d4"))
	if err := errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	m.wantSettled(mailbox.InboundPlayed)
}

// TestSlowClientsAreCutOff connects clients that send nothing, too little, or a mail without an end. Others are served
// meanwhile.
func TestSlowClientsAreCutOff(t *testing.T) {
	sample.Together(t, "waits for slow clients")
	t.Parallel()
	m := newMatch(t)
	m.replyTo = m.serve(&Listener{
		Inbox: m.inbox, Setting: ListenSetting{Network: "tcp", Address: "127.0.0.1:0"},
		Timeout: 200 * time.Millisecond, Log: quiet,
	})
	begun := "EHLO localhost\r\nMAIL FROM:<ann@example.org>\r\nRCPT TO:<" + m.mail.replyTo + ">\r\nDATA\r\nSubject: "
	var slow sync.WaitGroup
	for _, says := range []string{"", "EHLO localhost\r\nMAIL FR", begun} {
		for _, trickles := range []bool{false, true} {
			conn, err := net.Dial("tcp", m.replyTo)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = conn.Close() })
			slow.Go(func() {
				if err := stall(conn, says, trickles); err != nil {
					t.Errorf("after %q, trickling %v: %v", says, trickles, err)
				}
			})
		}
	}
	m.top(m.mail, "d1-d4")
	m.wantSettled(mailbox.InboundPlayed)
	slow.Wait()
}

// stall sends a text and then nothing, or a byte now and then, until the other side closes.
func stall(conn net.Conn, says string, trickles bool) error {
	if err := conn.SetDeadline(time.Now().Add(patience)); err != nil {
		return err
	}
	if _, err := io.WriteString(conn, says); err != nil {
		return err
	}
	closed := make(chan error, 1)
	go func() {
		_, err := io.Copy(io.Discard, conn)
		closed <- err
	}()
	next := time.NewTicker(50 * time.Millisecond)
	defer next.Stop()
	for {
		select {
		case err := <-closed:
			if errors.Is(err, os.ErrDeadlineExceeded) {
				return errors.New("the connection was not closed")
			}
			return nil // it was, in one way or another
		case <-next.C:
			if trickles {
				_, _ = io.WriteString(conn, "x") // what counts is when the other side closes
			}
		}
	}
}
