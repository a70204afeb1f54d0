package main

import (
	"errors"
	"fmt"
	"net/smtp"
	"net/textproto"
	"strings"
	"sync"
	"testing"
	"time"

	"turnpost/cmd/api/programtest"
	"turnpost/rules/rulestest/sample"
)

// forgedMails is how many mails are sent in the names of others, over real SMTP.
func forgedMails() int { return sample.Count(10_000, 400) }

// Ten thousand forged mails leave the desk to a player and registering to a stranger, while they come and afterwards,
// where a mail server says which mails are forged.
func TestForgedMailsOverSMTP(t *testing.T) {
	sample.Whole(t, "floods a server with forged mail")
	t.Parallel()
	p := &mailboxes{Post: programtest.NewPost(t)}
	i := serveForged(t, p, "--inbound-authserv", "mx.example.org")
	ann := newCorrespondent(t, p, inboundAddress(i), "ann")
	zoe := newCorrespondent(t, p, inboundAddress(i), "zoe")
	ann.proof, zoe.proof = "mx.example.org; dkim=pass header.d=example.org", "mx.example.org; dmarc=pass header.from=example.org"
	ann.register()
	half := make(chan struct{})
	flooded := make(chan struct{})
	go func() {
		defer close(flooded)
		floodDesk(t, inboundAddress(i), forgedMails(), half)
	}()
	<-half
	for _, command := range []string{"open", "events"} {
		ann.sendDesk(command)
		p.answerTo(ann)
	}
	<-flooded
	for range 8 { // more than are left to forged mails
		ann.sendDesk("games")
		p.answerTo(ann)
	}
	zoe.sendDesk("register zoe")
	code := p.first(func(m *programtest.Received) bool {
		return m.To == zoe.address && strings.Contains(m.Text, "the account zoe")
	})
	zoe.reply(code, "yes")
	wants(t, zoe.next("Welcome, zoe"), "your name is zoe")
}

// answerTo waits for the answer to the last mail that somebody has sent to the desk.
func (b *mailboxes) answerTo(c *correspondent) *programtest.Received {
	b.T.Helper()
	id := fmt.Sprintf("<desk%d.%s>", c.answers, c.address)
	return b.first(func(m *programtest.Received) bool { return m.To == c.address && m.GetHeader("In-Reply-To") == id })
}

// Without such a server, replies to signed addresses and the pages serve their players all the same.
func TestForgedMailsWithoutAuthentication(t *testing.T) {
	sample.Whole(t, "floods a server with forged mail")
	t.Parallel()
	p := &mailboxes{Post: programtest.NewPost(t)}
	i := serveForged(t, p)
	ann, bob := newCorrespondent(t, p, inboundAddress(i), "ann"), newCorrespondent(t, p, inboundAddress(i), "bob")
	ann.register()
	bob.register()
	mover, turn := begin(ann, bob, "hnefatafl 7x7 5d")
	other := map[*correspondent]*correspondent{ann: bob, bob: ann}[mover]
	floodDesk(t, inboundAddress(i), forgedMails(), make(chan struct{}))
	mover.reply(turn, "d1-c1")
	answered := other.next("Your turn against " + mover.name())
	other.reply(answered, "d3-c3")
	mover.next("Your turn against " + other.name())
	i.Call("GET", "/v1/challenges?box=open", "", "", 200, nil)
	i.SignUp(p.Post, "page")
}

func serveForged(t *testing.T, p *mailboxes, flags ...string) *programtest.Instance {
	t.Helper()
	return start(t, append([]string{
		"serve", "--listen", "127.0.0.1:0", "--database", databaseFile(t), "--smtp", "smtp://" + p.Address,
		"--from", "turnpost <turnpost@play.example.test>", "--inbound-listen", "smtp://127.0.0.1:0",
	}, flags...)...)
}

// floodDesk sends mails in the names of ann, of a stranger who has not registered yet, and of many others. Half is
// closed when half of them are sent. Mails that the server refuses for now are sent again, as by mail servers.
func floodDesk(t *testing.T, address string, count int, half chan<- struct{}) {
	const sessions = 8
	var all sync.WaitGroup
	for session := range sessions {
		all.Go(func() {
			c, err := smtp.Dial(address)
			if err != nil {
				t.Error(err)
				return
			}
			defer func() { _ = c.Close() }()
			for n := session; n < count; n += sessions {
				from, text := fmt.Sprintf("s%d@example.net", n), fmt.Sprintf("register s%d", n)
				switch n % 4 {
				case 0:
					from, text = "ann@example.org", "games"
				case 1:
					from, text = "zoe@example.org", "register mallory"
				}
				raw := fmt.Sprintf("Authentication-Results: mx.example.org; dkim=fail header.d=example.org; dmarc=fail\r\n"+
					"From: %s\r\nTo: %s\r\nSubject: hi\r\nMessage-ID: <f%d@flood.example.com>\r\n\r\n%s\r\n", from, deskAddress, n, text)
				for tries := 0; ; tries++ {
					err := sendIn(c, from, deskAddress, raw)
					if err == nil {
						break
					}
					if refused, is := errors.AsType[*textproto.Error](err); !is || refused.Code/100 != 4 || tries > 100 {
						t.Errorf("forged mail %d: %v", n, err)
						return
					}
					_ = c.Reset()
					time.Sleep(100 * time.Millisecond)
				}
				if n == count/2/sessions*sessions {
					close(half)
				}
			}
		})
	}
	all.Wait()
}

// sendIn sends a mail in a session.
func sendIn(c *smtp.Client, from, to, raw string) error {
	if err := c.Mail(from); err != nil {
		return err
	}
	if err := c.Rcpt(to); err != nil {
		return err
	}
	w, err := c.Data()
	if err != nil {
		return err
	}
	if _, err := w.Write([]byte(raw)); err != nil {
		return err
	}
	return w.Close()
}
