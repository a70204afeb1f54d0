package mailer

import (
	"errors"
	"fmt"
	"net/textproto"
	"slices"
	"strings"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/mailbox"
	"turnpost/rules/rulestest/sample"
)

// post hands a mail over as by HTTP, and returns its id.
func (m *mailroom) post(from string, raw string, to ...string) int64 {
	m.t.Helper()
	id, err := m.inbox.Receive(m.t.Context(), Incoming{
		Source: "http", From: from, To: to,
		Raw: []byte(strings.ReplaceAll(raw, "\n", "\r\n")),
	})
	if err != nil {
		m.t.Fatal(err)
	}
	return id
}

func (m *match) replyMail(header, text string) string {
	return fmt.Sprintf("From: Ann <ann@example.org>\nTo: %s\nSubject: Re: %s\nMessage-ID: "+
		"<x%d@client.example.org>\nIn-Reply-To: %s\n%s\n%s\n",
		m.mail.replyTo, mime(m.mail.subject), serial.Add(1), m.mail.messageID, header, text)
}

func TestAutomaticMailGetsNothing(t *testing.T) {
	sample.Whole(t, "sends every kind of automatic mail")
	for name, header := range map[string]string{
		"auto-replied":   "Auto-Submitted: auto-replied\n",
		"auto-generated": "Auto-Submitted: auto-generated\n",
		"auto_reply":     "Precedence: auto_reply\n",
		"autoreply":      "X-Autoreply: yes\n",
	} {
		t.Run(name, func(t *testing.T) {
			m := newMatch(t)
			m.post("ann@example.org", m.replyMail(header, "d1-d4"), m.mail.replyTo)
			m.wantSettled(mailbox.InboundAutomatic)
			if g := m.state(); g.Ply != 0 {
				t.Errorf("the game is at ply %d", g.Ply)
			}
			m.nothing("ann@example.org")
		})
	}
	t.Run("null sender", func(t *testing.T) {
		m := newMatch(t)
		m.post("<>", m.replyMail("", "d1-d4"), m.mail.replyTo)
		m.wantSettled(mailbox.InboundAutomatic)
	})
}

func TestOnlyTheRecipientReplies(t *testing.T) {
	m := newMatch(t)
	for _, from := range []string{
		"bob@example.org", "ann@example.net", "ann@example.org, bob@example.org",
		"ann@example.org <bob@example.org>", "(x)bob@example.org(<ann@example.org>)", "bob@example.org <ann@example.org>",
		"players: ann@example.org;", "ann@example.org\nFROM: bob@example.org", `"ann@example.org"@example.net`,
	} {
		m.post(from, strings.Replace(m.replyMail("", "d1-d4"), "Ann <ann@example.org>", from, 1), m.mail.replyTo)
		m.wantSettled(mailbox.InboundWrongSender)
	}
	m.nothing("ann@example.org")
	for _, from := range []string{"ANN+phone@Example.ORG"} {
		m.post(from, strings.Replace(m.replyMail("", "d1-d4"), "Ann <ann@example.org>", from, 1),
			strings.ToUpper(m.mail.replyTo))
		m.wantSettled(mailbox.InboundPlayed)
	}
}

func TestUnknownLinks(t *testing.T) {
	m := newMatch(t)
	link := m.mail.replyTo[len("play+"):strings.IndexByte(m.mail.replyTo, '@')]
	for _, to := range []string{
		"play+@mail.example.org", "play+" + strings.Repeat("a", 47) + "@mail.example.org",
		"bounce+" + link + "@mail.example.org",
		"somebody@mail.example.org", "play+" + link + "@elsewhere.example.org", "play@elsewhere.example.org",
		"play+" + link[:46] + "@mail.example.org",
	} {
		if err := m.inbox.CheckRecipient(t.Context(), to); !errors.Is(err, ErrUnknownRecipient) {
			t.Errorf("%s: %v", to, err)
		}
		err := m.smtp("ann@example.org", to)
		if protocol, ok := errors.AsType[*textproto.Error](err); !ok || protocol.Code != 550 {
			t.Errorf("%s: %v", to, err)
		}
	}
	for _, to := range []string{m.mail.replyTo, strings.ToUpper(m.mail.replyTo), "turnpost@example.org", desk} {
		if err := m.inbox.CheckRecipient(t.Context(), to); err != nil {
			t.Errorf("%s: %v", to, err)
		}
	}
	forged := "play+" + strings.Repeat("a", 47) + "@mail.example.org"
	raw := fmt.Sprintf("From: ann@example.org\nTo: %s\nSubject: hello\nMessage-ID: "+
		"<forged@client.example.org>\n\nd1-d4\n", forged)
	m.post("ann@example.org", raw, forged)
	m.wantSettled(mailbox.InboundUnknownLink)
	m.nothing("ann@example.org")
}

// The address for bounces accepts nothing else: no person who writes there gets an answer.
func TestPersonWritesToTheBounceAddress(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	m := newMatch(t)
	to := m.bounceTo()
	for _, from := range []string{"ann@example.org", "eve@example.net"} {
		raw := strings.Replace(m.replyMail("", "d1-d4"), "Ann <ann@example.org>", from, 1)
		m.post(from, strings.ReplaceAll(raw, m.mail.replyTo, to), to)
		m.wantSettled(mailbox.InboundUnknownLink)
	}
	automatic := strings.ReplaceAll(m.replyMail("Auto-Submitted: auto-replied\n", "I am away"), m.mail.replyTo, to)
	m.post("ann@example.org", automatic, to)
	m.wantSettled(mailbox.InboundAutomatic)
	m.nothing("ann@example.org")
}

// A text that the rules refuse is a turn nevertheless, of which the answer says why; another text is none.
func TestIllegalTurnsAreTurns(t *testing.T) {
	m := newMatch(t)
	readable, legal, err := (&claimedMail{Inbox: m.inbox, game: m.state()}).turns()
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string][2]bool{"d1-d4": {true, true}, "d1-e4": {true, false}, "hello": {false, false}} {
		if got := [2]bool{readable(text), legal(text)}; got != want {
			t.Errorf("%s: readable, legal: %v, want %v", text, got, want)
		}
	}
}

func TestThreadID(t *testing.T) {
	long := strings.Repeat("x", 200)
	for id, want := range map[string]string{
		"": "", "a.b@client.example.org": "a.b@client.example.org", long: long, long + "x": "",
		"a b": "", "a\tb": "", "a\r\nBcc: x": "", "<a": "", "a>": "", "a\x7f": "", "ä": "",
	} {
		if got := threadID(id); got != want {
			t.Errorf("%q: %q, want %q", id, got, want)
		}
	}
}

// An answer names the last mails of the thread, and none whose Message-ID is not safe.
func TestAnswerIsInTheThread(t *testing.T) {
	r := &claimedMail{}
	r.mail.Header.MessageID = "new@client.example.org"
	var want []string
	for n := range maxReferences + 3 {
		r.mail.Header.References = append(r.mail.Header.References, fmt.Sprintf("%d@client.example.org", n))
	}
	r.mail.Header.References[6] = "a b"
	want = slices.Delete(slices.Clone(r.mail.Header.References), 6, 7)[3:]
	if a := r.inThread(models.ReplyAnswer{}); a.MessageID != "new@client.example.org" ||
		!slices.Equal(a.References, want) {
		t.Errorf("%q, %q; want %q", a.MessageID, a.References, want)
	}
}

// smtp sends the envelope of a sender and a recipient to the listener.
func (m *mailroom) smtp(from, to string) error {
	c := m.dial()
	if err := c.Mail(from); err != nil {
		return err
	}
	return c.Rcpt(to)
}

// s-nail answers the sender, nmh the sender and Reply-To.
func TestReplyToTheSender(t *testing.T) {
	m := newMatch(t)
	raw := strings.ReplaceAll(m.replyMail("", "d1-d4"), m.mail.replyTo, "turnpost <turnpost@example.org>")
	m.post("ann@example.org", raw, "turnpost@example.org")
	m.wantSettled(mailbox.InboundPlayed)
	m.nothing("ann@example.org")
}

func TestReplyToBothIsOne(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	m := newMatch(t)
	raw := m.replyMail("Cc: turnpost@example.org\n", "d1-d4")
	first := m.post("ann@example.org", raw, "turnpost@example.org")
	m.wantSettled(mailbox.InboundPlayed)
	if second := m.post("ann@example.org", raw, m.mail.replyTo); second != first {
		t.Errorf("mail %d and mail %d", first, second)
	}
	list, _, err := m.Admin().InboundMails(t.Context(), mailbox.InboundFilter{Limit: 10})
	if err != nil || len(list) != 1 {
		t.Errorf("%+v, %v", list, err)
	}
}

func TestDuplicatesDoNothing(t *testing.T) {
	m := newMatch(t)
	raw := m.replyMail("", "say Hello")
	for range 3 {
		m.post("ann@example.org", raw, m.mail.replyTo)
	}
	m.wantSettled(mailbox.InboundDone)
	m.post("ann@example.org", "Received: by another way\n"+raw, m.mail.replyTo)
	head, rest, _ := strings.Cut(m.replyMail("", "say Again"), "Message-ID: ")
	_, rest, _ = strings.Cut(rest, "In-Reply-To")
	nameless := head + "In-Reply-To" + rest
	for range 2 {
		m.post("ann@example.org", nameless, m.mail.replyTo)
	}
	m.wantSettled(mailbox.InboundDone)
	chat, err := m.Messages(t.Context(), m.bob.ID, m.id, 0, 10)
	if err != nil || len(chat.Messages) != 2 {
		t.Errorf("%+v, %v", chat.Messages, err)
	}
}

func TestRejectedRepliesAreLimited(t *testing.T) {
	sample.Whole(t, "sends replies up to a limit")
	m := newMatch(t)
	const says = "the last answer of today"
	for n := range maxRejected {
		m.post("ann@example.org", m.replyMail("", "d1-e4"), m.mail.replyTo)
		m.wantSettled(mailbox.InboundRejected)
		if l := m.next("ann@example.org", "Re:"); strings.Contains(l.text, says) != (n == maxRejected-1) {
			t.Errorf("answer %d:\n%s", n+1, l.text)
		} else {
			contains(t, l.text, "The reason: the attacker on d1 cannot go to e4")
		}
	}
	for _, text := range []string{"d1-e4", "hello there", "d1-d4\nresign", "takeback", "accept"} {
		m.post("ann@example.org", m.replyMail("", text), m.mail.replyTo)
		m.wantSettled(mailbox.InboundTooMany)
	}
	m.nothing("ann@example.org")
	m.post("ann@example.org", m.replyMail("", "say Hello"), m.mail.replyTo)
	m.wantSettled(mailbox.InboundDone)
	m.post("ann@example.org", m.replyMail("", "? d1-d4"), m.mail.replyTo)
	m.wantSettled(mailbox.InboundAnswered)
	m.next("ann@example.org", "Re:")
	m.post("ann@example.org", m.replyMail("", "d1-d4"), m.mail.replyTo)
	m.wantSettled(mailbox.InboundPlayed)
	m.post("ann@example.org", m.replyMail("", "d1-d4"), m.mail.replyTo)
	m.wantSettled(mailbox.InboundTooMany)
	m.nothing("ann@example.org")
	m.pass(25 * time.Hour)
	m.post("ann@example.org", m.replyMail("", "d1-e4"), m.mail.replyTo)
	m.wantSettled(mailbox.InboundRejected)
}

func TestAuthenticationResults(t *testing.T) {
	require := func(c *InboxConfig) { c.AuthServ, c.Require = "mx.example.org", []string{"dmarc", "dkim"} }
	for name, c := range map[string]struct {
		header string
		want   mailbox.InboundResult
	}{
		"none": {"", mailbox.InboundUnauthenticated},
		"forged": {
			"Authentication-Results: evil.example.net; dmarc=pass header.from=example.org\n",
			mailbox.InboundUnauthenticated,
		},
		"failed": {
			"Authentication-Results: mx.example.org; dmarc=fail header.from=example.org\n",
			mailbox.InboundUnauthenticated,
		},
		"for others": {
			"Authentication-Results: mx.example.org; dkim=pass header.d=evil.example.net\n",
			mailbox.InboundUnauthenticated,
		},
		"spf only": {
			"Authentication-Results: mx.example.org; spf=pass smtp.mailfrom=example.org\n",
			mailbox.InboundUnauthenticated,
		},
		"dmarc of nobody": {"Authentication-Results: mx.example.org; dmarc=pass\n", mailbox.InboundUnauthenticated},
		"dkim of one label": {
			"Authentication-Results: mx.example.org; dkim=pass header.d=org\n",
			mailbox.InboundUnauthenticated,
		},
		"without a break": {"Authentication-Results: mx.example.org; dmarc=fail header.from=example.org\n" +
			"Authentication-Results: mx.example.org; dmarc=pass header.from=example.org\n", mailbox.InboundUnauthenticated},
		"dmarc": {"Authentication-Results: mx.example.org; dmarc=pass header.from=example.org\n", mailbox.InboundPlayed},
		"dkim": {"Authentication-Results: mx.example.org; spf=fail smtp.mailfrom=x.example; dkim=pass " +
			"header.d=example.org\n", mailbox.InboundPlayed},
		"below": {"Authentication-Results: mx.example.org; dmarc=fail header.from=example.org\nReceived: from " +
			"x\nAuthentication-Results: mx.example.org; dmarc=pass header.from=example.org\n", mailbox.InboundUnauthenticated},
	} {
		if sample.Short() && c.want != mailbox.InboundPlayed && name != "forged" && name != "below" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			m := newMatch(t, require)
			id := m.post("ann@example.org", c.header+m.replyMail("", "d1-d4"), m.mail.replyTo)
			m.wantSettled(c.want)
			mail, err := m.Admin().InboundMail(t.Context(), id)
			if err != nil || (name == "dmarc" && mail.Auth != "dmarc=pass") || (name == "forged" && mail.Auth != "") {
				t.Errorf("%+v, %v", mail, err)
			}
		})
	}
}
