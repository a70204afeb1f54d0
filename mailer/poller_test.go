package mailer

import (
	"crypto/tls"
	"fmt"
	"io"
	"log"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-imap/v2/imapserver/imapmemserver"

	"turnpost/models/mailbox"
	"turnpost/rules/rulestest/sample"
)

// imapMailbox serves a mailbox and returns its address with a client that can store mail in it.
func imapMailbox(t *testing.T, config *tls.Config) (address string, client *imapclient.Client) {
	t.Helper()
	return imapMailboxOf(t, config, func(s imapserver.Session) imapserver.Session { return s })
}

// imapMailboxOf serves a mailbox by sessions that wrap makes of ordinary ones.
func imapMailboxOf(
	t *testing.T, config *tls.Config, wrap func(imapserver.Session) imapserver.Session,
) (address string, client *imapclient.Client) {
	t.Helper()
	user := imapmemserver.NewUser("turnpost", "secret")
	if err := user.Create("Replies", nil); err != nil {
		t.Fatal(err)
	}
	memory := imapmemserver.New()
	memory.AddUser(user)
	server := imapserver.New(&imapserver.Options{
		NewSession: func(*imapserver.Conn) (imapserver.Session, *imapserver.GreetingData, error) {
			return wrap(memory.NewSession()), nil, nil
		},
		InsecureAuth: true, TLSConfig: config, Caps: imap.CapSet{imap.CapIMAP4rev1: {}}, Logger: log.New(io.Discard, "", 0),
	})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = server.Serve(l) }() // it ends with Close
	t.Cleanup(func() { _ = server.Close() })
	if client, err = imapclient.DialInsecure(l.Addr().String(), nil); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = client.Close() })
	if err := client.Login("turnpost", "secret").Wait(); err != nil {
		t.Fatal(err)
	}
	return l.Addr().String(), client
}

func putMail(t *testing.T, client *imapclient.Client, raw []byte) {
	t.Helper()
	c := client.Append("Replies", int64(len(raw)), nil)
	if _, err := c.Write(raw); err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Wait(); err != nil {
		t.Fatal(err)
	}
}

func newPoller(t *testing.T, m *match, address string) *Poller {
	t.Helper()
	mailbox, err := ParseMailbox("imap://turnpost:secret@" + address + "/Replies")
	if err != nil {
		t.Fatal(err)
	}
	return &Poller{Inbox: m.inbox, Mailbox: mailbox, Interval: time.Hour, Log: quiet}
}

func TestPoller(t *testing.T) {
	m := newMatch(t)
	address, client := imapMailbox(t, nil)
	poller := newPoller(t, m, address)
	for _, want := range []int{0, 1, 0} {
		if want == 1 {
			putMail(t, client, clients[1].compose(m.mail, "d1-d4"))
		}
		if taken, err := poller.Poll(t.Context()); err != nil || taken != want {
			t.Fatalf("%d mails, want %d: %v", taken, want, err)
		}
	}
	m.wantSettled(mailbox.InboundPlayed)
	bad := *poller
	bad.Mailbox.password = "wrong"
	if _, err := bad.Poll(t.Context()); err == nil || !strings.Contains(err.Error(),
		"does not take this user with this password") {
		t.Errorf("a wrong password: %v", err)
	}
}

// unreadableMail is a session with a mail server that cannot read one of its mails.
type unreadableMail struct {
	imapserver.Session
	uid imap.UID
}

func (s *unreadableMail) Fetch(w *imapserver.FetchWriter, mails imap.NumSet, o *imap.FetchOptions) error {
	if uids, ok := mails.(imap.UIDSet); ok && uids.Contains(s.uid) && len(o.BodySection) > 0 {
		return &imap.Error{Type: imap.StatusResponseTypeNo, Text: "the file of the mail is damaged"}
	}
	return s.Session.Fetch(w, mails, o)
}

// A mail that its server cannot read does not keep those after it from being read.
func TestPollerOfAMailThatCannotBeRead(t *testing.T) {
	m := newMatch(t)
	address, client := imapMailboxOf(t, nil, func(s imapserver.Session) imapserver.Session {
		return &unreadableMail{Session: s, uid: 1}
	})
	poller := newPoller(t, m, address)
	putMail(t, client, clients[1].compose(m.mail, "d1-d4"))
	putMail(t, client, clients[1].compose(m.mail, "d1-d4"))
	for poll := range 4 {
		want := 0
		if poll == maxFailures {
			want = 1
		}
		if taken, err := poller.Poll(t.Context()); err == nil || taken != want {
			t.Fatalf("poll %d: %d mails, want %d: %v", poll, taken, want, err)
		}
	}
	m.wantSettled(mailbox.InboundPlayed)
}

// The beginning of a large mail is read: the text comes before the photo. One whose text comes after it is answered.
func TestPollerOfLargeMail(t *testing.T) {
	sample.Whole(t, "polls large mail")
	m := newMatch(t)
	address, client := imapMailbox(t, nil)
	poller := newPoller(t, m, address)
	large := func(first, second string) []byte {
		return fmt.Appendf(nil, "From: ann@example.org\r\nTo: %s\r\nMessage-ID: <%d@x.example>\r\n"+
			"Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n%s\r\n--b\r\n%s\r\n--b--\r\n",
			m.mail.replyTo, serial.Add(1), first, second)
	}
	photo := "Content-Type: image/jpeg\r\nContent-Transfer-Encoding: base64\r\n\r\n" +
		strings.Repeat(strings.Repeat("QUJD", 19)+"\r\n", 12_000)
	text := "Content-Type: text/plain\r\n\r\nd1-d4\r\n"
	for i, mail := range [][]byte{large(photo, text), large(text, photo)} {
		putMail(t, client, mail)
		if taken, err := poller.Poll(t.Context()); err != nil || taken != 1 {
			t.Fatalf("%d mails: %v", taken, err)
		}
		m.wantSettled([]mailbox.InboundResult{mailbox.InboundRejected, mailbox.InboundPlayed}[i])
	}
	contains(t, m.next("ann@example.org", "Hnefatafl 9×9 with bob").text, "larger than 256 KiB")
}

// TestPollerEncrypts uses STARTTLS with a server whose certificate is trusted and with one whose is not.
func TestPollerEncrypts(t *testing.T) {
	m := newMatch(t)
	server, known := selfSigned(t)
	address, client := imapMailbox(t, server)
	putMail(t, client, clients[1].compose(m.mail, "d1-d4"))
	poller := newPoller(t, m, address)
	poller.Mailbox.encryption = encryptionStartTLS
	if taken, err := poller.Poll(t.Context()); err == nil || taken != 0 {
		t.Fatalf("%d mails over a connection that may be anybody's", taken)
	}
	poller.TLS = known
	if taken, err := poller.Poll(t.Context()); err != nil || taken != 1 {
		t.Fatalf("%d mails: %v", taken, err)
	}
	m.wantSettled(mailbox.InboundPlayed)
}

// TestPollerIsCut closes the connection after each number of bytes from the mail server, and in the end not at all:
// the turn is played once.
func TestPollerIsCut(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	m := newMatch(t)
	address, client := imapMailbox(t, nil)
	putMail(t, client, clients[1].compose(m.mail, "d1-d4"))
	cuts, taken := 0, 0
	for after := int64(1); ; after += 97 {
		poller := newPoller(t, m, cutter(t, address, after))
		poller.Timeout = patience
		n, err := poller.Poll(t.Context())
		taken += n
		if err == nil && n == 0 && taken > 0 {
			break // the mailbox was read to its end, and the mail is marked
		}
		if err != nil {
			cuts++
		}
		if after > 100_000 {
			t.Fatalf("the mail is still not marked: %v", err)
		}
	}
	m.wantSettled(mailbox.InboundPlayed)
	if g := m.state(); g.Ply != 1 || cuts < 10 {
		t.Errorf("the game is at ply %d after %d cuts", g.Ply, cuts)
	}
	if list, _, err := m.Admin().InboundMails(t.Context(),
		mailbox.InboundFilter{Limit: 10}); err != nil || len(list) != 1 {
		t.Errorf("%d mails are stored: %v", len(list), err)
	}
}

// cutter forwards connections to an address, until the other side has sent a number of bytes.
func cutter(t *testing.T, address string, after int64) string {
	t.Helper()
	return served(t, func(near net.Conn) {
		far, err := net.Dial("tcp", address)
		if err != nil {
			return
		}
		defer far.Close()
		go func() { _, _ = io.Copy(far, near) }() // it ends with the connections
		_, _ = io.CopyN(near, far, after)
	})
}

// TestPollerOfASilentServer polls a server that accepts connections and sends nothing.
func TestPollerOfASilentServer(t *testing.T) {
	sample.Together(t, "waits for a silent server")
	t.Parallel()
	m := newMatch(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	for _, e := range []encryption{encryptionNone, encryptionStartTLS, encryptionImplicit} {
		poller := newPoller(t, m, l.Addr().String())
		poller.Mailbox.encryption, poller.Timeout = e, 50*time.Millisecond
		if taken, err := poller.Poll(t.Context()); err == nil || taken != 0 {
			t.Errorf("%s: %d mails, %v", e, taken, err)
		}
	}
}

func TestParseMailbox(t *testing.T) {
	for text, want := range map[string]string{
		"imaps://a:b@mail.example.org":            "INBOX of a at mail.example.org:993 (TLS)",
		"imap://a:b@mail.example.org:1143/Sub/Re": "Sub/Re of a at mail.example.org:1143 (STARTTLS)",
		"imap://a:b@127.0.0.1":                    "INBOX of a at 127.0.0.1:143 (no TLS)",
	} {
		if got, err := ParseMailbox(text); err != nil || got.String() != want {
			t.Errorf("%s: %s, %v", text, got, err)
		}
	}
	for _, text := range []string{
		"", "pop3://a:b@c", "imaps://mail.example.org", "imaps://a@mail.example.org",
		"imaps://a:b@", "imaps://a:b@c?x=y",
	} {
		if got, err := ParseMailbox(text); err == nil {
			t.Errorf("%s is %s", text, got)
		}
	}
}
