package mailer

import (
	"net"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-imap/v2/imapserver/imapmemserver"

	"turnpost/models"
)

// imapMailbox serves a mailbox and returns its address with a client that can put mail into it.
func imapMailbox(t *testing.T) (address string, client *imapclient.Client) {
	t.Helper()
	user := imapmemserver.NewUser("turnpost", "secret")
	if err := user.Create("Replies", nil); err != nil {
		t.Fatal(err)
	}
	memory := imapmemserver.New()
	memory.AddUser(user)
	server := imapserver.New(&imapserver.Options{
		NewSession: func(*imapserver.Conn) (imapserver.Session, *imapserver.GreetingData, error) {
			return memory.NewSession(), nil, nil
		},
		InsecureAuth: true, Caps: imap.CapSet{imap.CapIMAP4rev1: {}},
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

func TestPoller(t *testing.T) {
	m := newMatch(t)
	address, client := imapMailbox(t)
	mailbox, err := ParseMailbox("imap://turnpost:secret@" + address + "/Replies")
	if err != nil {
		t.Fatal(err)
	}
	poller := &Poller{Inbox: m.inbox, Mailbox: mailbox, Interval: time.Hour, Log: quiet}
	for _, want := range []int{0, 1, 0} {
		if want == 1 {
			putMail(t, client, clients[1].compose(m.mail, "d1-d4"))
		}
		if taken, err := poller.Poll(t.Context()); err != nil || taken != want {
			t.Fatalf("%d mails, want %d: %v", taken, want, err)
		}
	}
	m.wantSettled(models.InboundPlayed)
	bad := *poller
	bad.Mailbox.password = "wrong"
	if _, err := bad.Poll(t.Context()); err == nil {
		t.Error("a wrong password is taken")
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
	for _, text := range []string{"", "pop3://a:b@c", "imaps://mail.example.org", "imaps://a@mail.example.org", "imaps://a:b@", "imaps://a:b@c?x=y"} {
		if got, err := ParseMailbox(text); err == nil {
			t.Errorf("%s is %s", text, got)
		}
	}
}

func TestParseListenSetting(t *testing.T) {
	for text, want := range map[string]ListenSetting{
		"smtp://127.0.0.1:2525":     {false, "tcp", "127.0.0.1:2525"},
		"lmtp://[::1]:24":           {true, "tcp", "[::1]:24"},
		"lmtp:///run/turnpost/lmtp": {true, "unix", "/run/turnpost/lmtp"},
		"unix:/run/turnpost/lmtp":   {true, "unix", "/run/turnpost/lmtp"},
	} {
		if got, err := ParseListenSetting(text); err != nil || got != want {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "127.0.0.1:25", "smtp://", "smtp://host", "lmtp:///", "http://a:1", "smtp://a:b@c:25", "unix:"} {
		if got, err := ParseListenSetting(text); err == nil {
			t.Errorf("%s is %+v", text, got)
		}
	}
}
