package mailer

import (
	"sync/atomic"
	"testing"

	"turnpost/mailer/mailprograms"
)

// shownMail is a mail as its recipient's program sees it.
type shownMail struct {
	to, from, replyTo  string
	subject, messageID string
	references, text   string
	html               string
}

func newLetter(t testing.TB, r received) shownMail {
	t.Helper()
	m, err := mailprograms.Read(r.to, r.raw)
	if err != nil {
		t.Fatal(err)
	}
	return shownMail{m.To, m.From, m.ReplyTo, m.Subject, m.MessageID, m.References, m.Text, m.HTML}
}

// client is a mail program that replies.
type client struct {
	name string
	mailprograms.Program
}

// clients quote like real mail programs.
var clients = func() (list []client) {
	for _, p := range mailprograms.All() {
		list = append(list, client{p.Name, p})
	}
	return list
}()

var serial atomic.Int64

// compose writes the mail of a program that replies to another one.
func (c client) compose(l shownMail, text string) []byte {
	return c.Reply(mailprograms.Mail{
		To: l.to, From: l.from, ReplyTo: l.replyTo, Subject: l.subject, MessageID: l.messageID, References: l.references,
		Text: l.text, HTML: l.html,
	}, text)
}
