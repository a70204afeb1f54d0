package main

import (
	"fmt"
	"net/smtp"
	"slices"
	"testing"

	"turnpost/cmd/api/programtest"
	"turnpost/mailer/mailprograms"
)

// deskAddress is the address of the server in tests, for mail that is no reply.
const deskAddress = "play@play.example.test"

// mailboxes keeps what a mail server receives, until it is asked for.
type mailboxes struct {
	*programtest.Post
	kept []*programtest.Received
}

// first waits for a mail that fits and takes it out. Others stay.
func (b *mailboxes) first(fits func(m *programtest.Received) bool) *programtest.Received {
	b.T.Helper()
	for {
		if at := slices.IndexFunc(b.kept, fits); at >= 0 {
			m := b.kept[at]
			b.kept = slices.Delete(b.kept, at, at+1)
			return m
		}
		m := b.Next()
		b.T.Logf("to %s: %s | %.60q", m.To, m.GetHeader("Subject"), m.Text)
		b.kept = append(b.kept, m)
	}
}

// correspondent is a person who has a mail program and nothing else.
type correspondent struct {
	t       *testing.T
	post    *mailboxes
	smtp    string // where the server takes mail
	address string
	answers int                   // how many mails were answered
	last    *programtest.Received // the last mail that was answered
	proof   string                // what the mail server finds about the sender; "" for nothing
	// send answers a mail, and says by which program.
	send func(c *correspondent, m *programtest.Received, text string) (program string)
}

// newCorrespondent returns a person whose answers are quoted by another mail program each time.
func newCorrespondent(t *testing.T, p *mailboxes, smtp, name string) *correspondent {
	return &correspondent{t: t, post: p, smtp: smtp, address: name + "@example.org", send: (*correspondent).sendQuoted}
}

func (c *correspondent) sendQuoted(m *programtest.Received, text string) string {
	c.t.Helper()
	programs := mailprograms.All()
	program := programs[c.answers%len(programs)]
	read, err := mailprograms.Read(m.To, m.Raw)
	if err != nil {
		c.t.Fatal(err)
	}
	if err := smtp.SendMail(c.smtp, nil, c.address, []string{read.ReplyTo}, program.Reply(read, text)); err != nil {
		c.t.Fatal(err)
	}
	return program.Name
}

// sendByPrograms returns how real mail programs answer, one after the other.
func sendByPrograms(
	script string, programs ...string,
) func(c *correspondent, m *programtest.Received, text string) string {
	return func(c *correspondent, m *programtest.Received, text string) string {
		c.t.Helper()
		program := programs[c.answers%len(programs)]
		replyBy(c.t, script, program, []string{"top", "bottom", "none"}[c.answers%3], c.smtp, m, text)
		return program
	}
}

// next waits for a mail to the person that begins with words, in its subject or its text.
func (c *correspondent) next(words string) *programtest.Received {
	c.t.Helper()
	return c.post.first(func(m *programtest.Received) bool { return m.To == c.address && m.Begins(words) })
}

// reply answers a mail.
func (c *correspondent) reply(m *programtest.Received, text string) {
	c.t.Helper()
	program := c.send(c, m, text)
	c.answers++
	c.last = m
	c.t.Logf("%s answers by %s: %s", c.address, program, text)
}

// ask writes a command into a reply to the last mail, of any kind, and returns the next mail that begins with
// words.
func (c *correspondent) ask(command, words string) *programtest.Received {
	c.t.Helper()
	c.reply(c.last, command)
	return c.next(words)
}

// write sends a mail to the desk and returns the next mail that begins with words.
func (c *correspondent) write(text, words string) *programtest.Received {
	c.t.Helper()
	c.sendDesk(text)
	return c.next(words)
}

// sendDesk sends a mail to the desk.
func (c *correspondent) sendDesk(text string) {
	c.t.Helper()
	c.answers++
	proof := ""
	if c.proof != "" {
		proof = "Authentication-Results: " + c.proof + "\r\n"
	}
	raw := fmt.Sprintf("%sFrom: %s\r\nTo: %s\r\nSubject: turnpost\r\nMessage-ID: <desk%d.%s>\r\n\r\n%s\r\n\r\nBye\r\n",
		proof, c.address, deskAddress, c.answers, c.address, text)
	if err := smtp.SendMail(c.smtp, nil, c.address, []string{deskAddress}, []byte(raw)); err != nil {
		c.t.Fatal(err)
	}
}
