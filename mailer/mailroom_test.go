package mailer

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"net/smtp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"turnpost/models"
)

// mailroom is an office whose mails can be answered: a worker sends, a listener takes replies, an inbox reads them.
type mailroom struct {
	*office
	inbox   *Inbox
	replyTo string // address of the listener
	settled chan models.InboundResult
}

func (o *office) replyWriter() *Writer {
	o.t.Helper()
	w, err := NewWriter(o.Store, Identity{From: "turnpost <turnpost@example.org>", Site: "https://play.example.org", Domain: "mail.example.org", Replies: true})
	if err != nil {
		o.t.Fatal(err)
	}
	return w
}

func newMailroom(t testing.TB, change ...func(*InboxConfig)) *mailroom {
	t.Helper()
	m := &mailroom{office: newOffice(t), settled: make(chan models.InboundResult, 100_000)}
	config := InboxConfig{
		Store: m.Store, Writer: m.replyWriter(), Now: m.Clock.Now, Log: quiet, Poll: time.Hour,
		Backoff: func(int) time.Duration { return time.Minute },
		Observe: func(_ string, result models.InboundResult) { m.settled <- result },
	}
	for _, f := range change {
		f(&config)
	}
	m.inbox = NewInbox(config)
	m.replyTo = m.take2("smtp://127.0.0.1:0")
	return m
}

// take2 serves a listener for as long as the test runs.
func (m *mailroom) take2(setting string) (address string) {
	m.t.Helper()
	s, err := ParseListenSetting(setting)
	if err != nil {
		m.t.Fatal(err)
	}
	listener := &Listener{Inbox: m.inbox, Setting: s, Log: quiet}
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

// run starts the worker that reads, and the one that sends, until the test ends.
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

// wantSettled waits until mails were settled so.
func (m *mailroom) wantSettled(results ...models.InboundResult) {
	m.t.Helper()
	for i, want := range results {
		select {
		case got := <-m.settled:
			if got != want {
				list, _, _ := m.AllInbound(m.t.Context(), models.InboundFilter{Limit: 1})
				m.t.Fatalf("mail %d was %s, want %s: %+v", i+1, got, want, list)
			}
		case <-time.After(patience):
			m.t.Fatalf("mail %d: nothing happened, want %s", i+1, want)
		}
	}
}

// next waits for the next mail to an address with a subject that begins so.
func (m *mailroom) next(to, subject string) letter {
	m.t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); {
		m.mu.Lock()
		for i, r := range m.got {
			l := newLetter(m.t, r)
			if r.to == to && strings.HasPrefix(l.subject, subject) {
				m.got = append(m.got[:i:i], m.got[i+1:]...)
				m.mu.Unlock()
				return l
			}
		}
		m.mu.Unlock()
		select { // something was sent, or a while has passed
		case <-m.outcomes:
		case <-time.After(100 * time.Millisecond):
		}
	}
	m.t.Fatalf("no mail to %s with the subject %q; there is %s", to, subject, m.subjects())
	return letter{}
}

func (m *mailroom) subjects() string {
	var b strings.Builder
	for _, r := range m.mails() {
		fmt.Fprintf(&b, "\n%s: %s", r.to, newLetter(m.t, r).subject)
	}
	return b.String()
}

// letter is a mail as its recipient's program sees it.
type letter struct {
	to, from, replyTo  string
	subject, messageID string
	references, text   string
	html               string
}

func newLetter(t testing.TB, r received) letter {
	t.Helper()
	e := r.parse(t)
	l := letter{
		to: r.to, from: e.GetHeader("From"), subject: e.GetHeader("Subject"), messageID: e.GetHeader("Message-ID"),
		references: e.GetHeader("References"), text: strings.ReplaceAll(e.Text, "\r\n", "\n"), html: e.HTML,
	}
	if list, err := e.AddressList("Reply-To"); err == nil && len(list) > 0 {
		l.replyTo = list[0].Address
	}
	return l
}

// client writes the body of a reply as a mail program does. It returns the header lines that go with it.
type client struct {
	name  string
	write func(l letter, text string) (header, body string)
}

const attribution = "On Sat, Nov 21, 2026 at 11:15 AM turnpost <turnpost@example.org> wrote:"

func quotedText(l letter, mark string) string {
	lines := strings.Split(strings.TrimRight(l.text, "\n"), "\n")
	return mark + strings.Join(lines, "\n"+mark) + "\n"
}

// clients quote like programs that people use.
var clients = []client{
	{"unquoted", func(_ letter, text string) (string, string) {
		return "Content-Type: text/plain; charset=utf-8\n", text + "\n"
	}},
	{"top, as mutt with top posting", func(l letter, text string) (string, string) {
		return "Content-Type: text/plain; charset=utf-8\n", text + "\n\n" + attribution + "\n" + quotedText(l, "> ")
	}},
	{"bottom, as mutt", func(l letter, text string) (string, string) {
		return "Content-Type: text/plain; charset=utf-8\n", attribution + "\n" + quotedText(l, "> ") + "\n" + text + "\n\n-- \nAnn\n"
	}},
	{"gmail", func(l letter, text string) (string, string) {
		boundary := "000000000000a1b2c3"
		plain := text + "\r\n\r\n" + attribution + "\n\n" + quotedText(l, "> ")
		html := `<div dir="ltr">` + text + `</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">` +
			strings.ReplaceAll(strings.ReplaceAll(attribution, "<", "&lt;"), ">", "&gt;") +
			`<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex">` + l.html + `</blockquote></div>`
		return "Content-Type: multipart/alternative; boundary=\"" + boundary + "\"\n",
			"--" + boundary + "\nContent-Type: text/plain; charset=\"UTF-8\"\n\n" + plain + "\n--" + boundary + "\nContent-Type: text/html; charset=\"UTF-8\"\n\n" + html + "\n--" + boundary + "--\n"
	}},
	{"outlook", func(l letter, text string) (string, string) {
		return "Content-Type: text/plain; charset=utf-8\n", text + "\n\n________________________________\nFrom: turnpost <turnpost@example.org>\nSent: Saturday, November 21, 2026 11:15 AM\nTo: ann <ann@example.org>\nSubject: " +
			l.subject + "\n\n" + l.text
	}},
	{"apple mail", func(l letter, text string) (string, string) {
		return "Content-Type: text/html; charset=utf-8\n", `<html><head></head><body style="overflow-wrap: break-word;">` + text +
			`<br id="lineBreakAtBeginningOfMessage"><div><br><blockquote type="cite"><div>On 21. Nov 2026, at 11:15, turnpost &lt;turnpost@example.org&gt; wrote:</div><br class="Apple-interchange-newline"><div>` +
			l.html + `</div></blockquote></div><br></body></html>`
	}},
	{"phone", func(l letter, text string) (string, string) {
		return "Content-Type: text/plain; charset=utf-8; format=flowed\n", text + "\n\nSent from my iPhone\n\n> On 21 Nov 2026, at 11:15, turnpost <turnpost@example.org> wrote:\n> \n" + quotedText(l, "> ")
	}},
}

var serial atomic.Int64

// compose writes the mail by which a program answers another one.
func (c client) compose(l letter, text string) []byte {
	header, body := c.write(l, text)
	to := l.replyTo
	var b bytes.Buffer
	fmt.Fprintf(&b, "From: Some Body <%s>\nTo: %s\nSubject: Re: %s\nMessage-ID: <r%d.%d@client.example.org>\nIn-Reply-To: %s\nReferences: %s %s\nDate: Sat, 21 Nov 2026 11:20:00 +0100\nMIME-Version: 1.0\n%s\n%s",
		l.to, to, mime(l.subject), time.Now().UnixNano(), serial.Add(1), l.messageID, l.references, l.messageID, header, body)
	return bytes.ReplaceAll(bytes.ReplaceAll(b.Bytes(), []byte("\r\n"), []byte("\n")), []byte("\n"), []byte("\r\n"))
}

// reply answers a mail over SMTP.
func (m *mailroom) reply(c client, l letter, text string) {
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

// dial is a connection to the listener for what smtp.SendMail does not do.
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
