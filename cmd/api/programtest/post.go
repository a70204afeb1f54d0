package programtest

import (
	"context"
	"fmt"
	"net"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/jhillyerd/enmime/v2"

	"turnpost/mailer"
	"turnpost/mailer/mailprograms"
)

// Post is a real mail server that keeps the mails that it receives.
type Post struct {
	T       *testing.T
	Address string
	Mails   chan *Received
}

// Received is a mail that a Post has received.
type Received struct {
	From string // the envelope's sender
	To   string
	Raw  []byte
	*enmime.Envelope
}

// NewPost starts a mail server that runs until the test ends.
func NewPost(t *testing.T) *Post {
	t.Helper()
	return PostAt(t, "127.0.0.1:0")
}

// PostAt starts a mail server at a given address.
func PostAt(t *testing.T, address string) *Post {
	t.Helper()
	listener, err := net.Listen("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	p := &Post{T: t, Address: listener.Addr().String(), Mails: make(chan *Received, 1000)}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan struct{})
	sink := &mailer.Sink{OnMessage: func(from, to string, raw []byte) {
		envelope, err := mailprograms.Parse(raw)
		if err != nil {
			t.Errorf("a mail to %s cannot be read: %v", to, err)
			return
		}
		p.Mails <- &Received{from, to, raw, envelope}
	}}
	go func() {
		defer close(done)
		if err := sink.Serve(ctx, listener); err != nil {
			t.Error(err)
		}
	}()
	t.Cleanup(func() { stop(); <-done })
	return p
}

// Reply returns a reply that quotes the mail, with more header lines, and its recipient.
func (m *Received) Reply(t *testing.T, text string, header ...string) (to, raw string) {
	t.Helper()
	list, err := m.AddressList("Reply-To")
	if err != nil {
		t.Fatalf("%q says nowhere to reply to: %v", m.GetHeader("Subject"), err)
	}
	quoted := "> " + strings.ReplaceAll(strings.TrimSpace(m.Text), "\n", "\n> ")
	return list[0].Address, fmt.Sprintf("From: %s\nTo: %s\nSubject: Re: your turn\n"+
		"Message-ID: <%d@client.example.org>\nIn-Reply-To: %s\n%s\n%s\n\nturnpost wrote:\n%s\n",
		m.To, list[0].Address, time.Now().UnixNano(), m.GetHeader("Message-ID"),
		strings.Join(append(header, ""), "\n"), text, quoted)
}

// Begins reports whether the mail begins with words, in its subject or its text.
func (m *Received) Begins(words string) bool {
	return strings.HasPrefix(m.GetHeader("Subject"), words) || strings.HasPrefix(m.Text, words)
}

// Next waits for the next mail.
func (p *Post) Next() *Received {
	p.T.Helper()
	select {
	case m := <-p.Mails:
		return m
	case <-time.After(Patience):
		p.T.Fatal("no mail came")
		return nil
	}
}

// None fails if there is a mail.
func (p *Post) None() {
	p.T.Helper()
	select {
	case m := <-p.Mails:
		p.T.Fatalf("a mail too many, to %s: %s", m.To, m.GetHeader("Subject"))
	default:
	}
}

// ToSubject waits for a mail to an address that begins with words, in its subject or its text.
func (p *Post) ToSubject(address, words string) *Received {
	p.T.Helper()
	for {
		if m := p.Next(); m.To == address && m.Begins(words) {
			return m
		}
	}
}

// ExpectMails waits for mails to these addresses, in any order.
func ExpectMails(t *testing.T, p *Post, addresses ...string) {
	t.Helper()
	left := append([]string{}, addresses...)
	for range addresses {
		m := p.Next()
		found := false
		for n, address := range left {
			if address == m.To {
				left, found = append(left[:n:n], left[n+1:]...), true
				break
			}
		}
		if !found {
			t.Fatalf("a mail to %s, %q; expected %v", m.To, m.GetHeader("Subject"), left)
		}
	}
}

// EightDigits matches the code in a mail.
var EightDigits = regexp.MustCompile(`\b[0-9]{8}\b`)

var requestField = regexp.MustCompile(`name="request" value="([^"]+)"`)

// RequestIn finds the secret of a request for a code in the page that asks for the code.
func RequestIn(t *testing.T, page string) string {
	t.Helper()
	found := requestField.FindStringSubmatch(page)
	if found == nil {
		t.Fatalf("no form for a code: %s", page)
	}
	return found[1]
}

// URLOfHTML matches an address in the HTML of a mail.
var URLOfHTML = regexp.MustCompile(`(?:href|src)="(https?://[^"]*)"`)
