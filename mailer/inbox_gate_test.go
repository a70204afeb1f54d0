package mailer

import (
	"errors"
	"fmt"
	"net"
	"net/textproto"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"turnpost/models"
)

// post hands a mail over as by HTTP, and returns its id.
func (m *mailroom) post(from string, raw string, to ...string) int64 {
	m.t.Helper()
	id, err := m.inbox.Receive(m.t.Context(), Incoming{Source: "http", From: from, To: to, Raw: []byte(strings.ReplaceAll(raw, "\n", "\r\n"))})
	if err != nil {
		m.t.Fatal(err)
	}
	return id
}

func (m *match) replyMail(header, text string) string {
	return fmt.Sprintf("From: Ann <ann@example.org>\nTo: %s\nSubject: Re: %s\nMessage-ID: <x%d@client.example.org>\nIn-Reply-To: %s\n%s\n%s\n",
		m.mail.replyTo, mime(m.mail.subject), serial.Add(1), m.mail.messageID, header, text)
}

func TestAutomaticMailGetsNothing(t *testing.T) {
	for name, header := range map[string]string{
		"auto-replied": "Auto-Submitted: auto-replied\n",
		"precedence":   "Precedence: bulk\n",
		"list":         "List-Id: <players.example.org>\n",
		"autoreply":    "X-Autoreply: yes\n",
	} {
		t.Run(name, func(t *testing.T) {
			m := newMatch(t)
			m.post("ann@example.org", m.replyMail(header, "d1-d4"), m.mail.replyTo)
			m.wantSettled(models.InboundAutomatic)
			if g := m.state(); g.Ply != 0 {
				t.Errorf("the game is at ply %d", g.Ply)
			}
			m.nothing("ann@example.org")
		})
	}
	t.Run("null sender", func(t *testing.T) {
		m := newMatch(t)
		m.post("<>", m.replyMail("", "d1-d4"), m.mail.replyTo)
		m.wantSettled(models.InboundAutomatic)
	})
}

func TestOnlyTheRecipientReplies(t *testing.T) {
	m := newMatch(t)
	for _, from := range []string{"bob@example.org", "ann@example.net", "ann@example.org, bob@example.org", "ann@example.org <bob@example.org>"} {
		m.post(from, strings.Replace(m.replyMail("", "d1-d4"), "Ann <ann@example.org>", from, 1), m.mail.replyTo)
		m.wantSettled(models.InboundWrongSender)
	}
	m.nothing("ann@example.org")
	for _, from := range []string{"ANN+phone@Example.ORG"} {
		m.post(from, strings.Replace(m.replyMail("", "d1-d4"), "Ann <ann@example.org>", from, 1), strings.ToUpper(m.mail.replyTo))
		m.wantSettled(models.InboundPlayed)
	}
}

func TestUnknownLinks(t *testing.T) {
	m := newMatch(t)
	link := m.mail.replyTo[len("play+"):strings.IndexByte(m.mail.replyTo, '@')]
	for _, to := range []string{
		"play+@mail.example.org", "play+" + strings.Repeat("a", 47) + "@mail.example.org", "bounce+" + link + "@mail.example.org",
		"somebody@mail.example.org", "play+" + link + "@elsewhere.example.org", "play@mail.example.org", "play+" + link[:46] + "@mail.example.org",
	} {
		if err := m.inbox.CheckRecipient(t.Context(), to); !errors.Is(err, ErrUnknownRecipient) {
			t.Errorf("%s: %v", to, err)
		}
		err := m.smtp("ann@example.org", to)
		if protocol, ok := errors.AsType[*textproto.Error](err); !ok || protocol.Code != 550 {
			t.Errorf("%s: %v", to, err)
		}
	}
	for _, to := range []string{m.mail.replyTo, strings.ToUpper(m.mail.replyTo), "turnpost@example.org"} {
		if err := m.inbox.CheckRecipient(t.Context(), to); err != nil {
			t.Errorf("%s: %v", to, err)
		}
	}
	forged := "play+" + strings.Repeat("a", 47) + "@mail.example.org"
	raw := fmt.Sprintf("From: ann@example.org\nTo: %s\nSubject: hello\nMessage-ID: <forged@client.example.org>\n\nd1-d4\n", forged)
	m.post("ann@example.org", raw, forged)
	m.wantSettled(models.InboundUnknownLink)
	m.nothing("ann@example.org")
}

// smtp names a sender and a recipient to the listener.
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
	m.wantSettled(models.InboundPlayed)
	m.nothing("ann@example.org")
}

func TestReplyToBothIsOne(t *testing.T) {
	m := newMatch(t)
	raw := m.replyMail("Cc: turnpost@example.org\n", "d1-d4")
	first := m.post("ann@example.org", raw, "turnpost@example.org")
	m.wantSettled(models.InboundPlayed)
	if second := m.post("ann@example.org", raw, m.mail.replyTo); second != first {
		t.Errorf("mail %d and mail %d", first, second)
	}
	list, _, err := m.AllInbound(t.Context(), models.InboundFilter{Limit: 10})
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
	m.wantSettled(models.InboundDone)
	m.post("ann@example.org", "Received: by another way\n"+raw, m.mail.replyTo)
	head, rest, _ := strings.Cut(m.replyMail("", "say Again"), "Message-ID: ")
	_, rest, _ = strings.Cut(rest, "In-Reply-To")
	nameless := head + "In-Reply-To" + rest
	for range 2 {
		m.post("ann@example.org", nameless, m.mail.replyTo)
	}
	m.wantSettled(models.InboundDone)
	chat, err := m.Messages(t.Context(), m.bob.ID, m.id, 0, 10)
	if err != nil || len(chat.Messages) != 2 {
		t.Errorf("%+v, %v", chat.Messages, err)
	}
}

func TestRejectedRepliesAreLimited(t *testing.T) {
	m := newMatch(t)
	for range maxRejected {
		m.post("ann@example.org", m.replyMail("", "d1-e4"), m.mail.replyTo)
		m.wantSettled(models.InboundRejected)
		m.next("ann@example.org", "Re:")
	}
	m.post("ann@example.org", m.replyMail("", "d1-d4"), m.mail.replyTo)
	m.wantSettled(models.InboundTooMany)
	m.nothing("ann@example.org")
	m.pass(25 * time.Hour)
	m.post("ann@example.org", m.replyMail("", "d1-d4"), m.mail.replyTo)
	m.wantSettled(models.InboundPlayed)
}

func TestAuthenticationResults(t *testing.T) {
	require := func(c *InboxConfig) { c.AuthServ, c.Require = "mx.example.org", []string{"dmarc", "dkim"} }
	for name, c := range map[string]struct {
		header string
		want   models.InboundResult
	}{
		"none":       {"", models.InboundUnauthenticated},
		"forged":     {"Authentication-Results: evil.example.net; dmarc=pass header.from=example.org\n", models.InboundUnauthenticated},
		"failed":     {"Authentication-Results: mx.example.org; dmarc=fail header.from=example.org\n", models.InboundUnauthenticated},
		"for others": {"Authentication-Results: mx.example.org; dkim=pass header.d=evil.example.net\n", models.InboundUnauthenticated},
		"spf only":   {"Authentication-Results: mx.example.org; spf=pass smtp.mailfrom=example.org\n", models.InboundUnauthenticated},
		"dmarc":      {"Authentication-Results: mx.example.org; dmarc=pass header.from=example.org\n", models.InboundPlayed},
		"dkim":       {"Authentication-Results: mx.example.org; spf=fail smtp.mailfrom=x.example; dkim=pass header.d=example.org\n", models.InboundPlayed},
		"below":      {"Authentication-Results: mx.example.org; dmarc=fail header.from=example.org\nReceived: from x\nAuthentication-Results: mx.example.org; dmarc=pass header.from=example.org\n", models.InboundUnauthenticated},
	} {
		t.Run(name, func(t *testing.T) {
			m := newMatch(t, require)
			id := m.post("ann@example.org", c.header+m.replyMail("", "d1-d4"), m.mail.replyTo)
			m.wantSettled(c.want)
			mail, err := m.InboundMailByID(t.Context(), id)
			if err != nil || (name == "dmarc" && mail.Auth != "dmarc=pass") || (name == "forged" && mail.Auth != "") {
				t.Errorf("%+v, %v", mail, err)
			}
		})
	}
}

func bounce(to string, n int, status, detail string) string {
	return fmt.Sprintf(`From: Mail Delivery System <MAILER-DAEMON@mx.example.org>
To: %s
Subject: Undelivered Mail Returned to Sender
Message-ID: <bounce%d.%d@mx.example.org>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b1"

--b1
Content-Type: text/plain

I'm sorry to have to inform you that your message could not be delivered.

--b1
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.org

Final-Recipient: rfc822; ann@example.org
Action: failed
Status: %s
Diagnostic-Code: smtp; %s

--b1--
`, to, n, serial.Add(1), status, detail)
}

func (m *match) bounceTo() string {
	m.t.Helper()
	l, holder, err := m.ReadLink(m.t.Context(), models.LinkReply, m.mail.replyTo[len("play+"):strings.IndexByte(m.mail.replyTo, '@')])
	if err != nil || holder.Player.ID != m.ann.ID {
		m.t.Fatal(err)
	}
	_ = l
	for _, r := range m.envelopes() {
		if r.to == "ann@example.org" && strings.HasPrefix(r.from, "bounce+") {
			return r.from
		}
	}
	m.t.Fatal("no mail to ann has an envelope sender for bounces")
	return ""
}

func TestBounces(t *testing.T) {
	m := newMatch(t)
	to := m.bounceTo()
	for n := range 5 {
		m.post("<>", bounce(to, n, "4.2.2", "452 4.2.2 mailbox full"), to)
		m.wantSettled(models.InboundBounce)
	}
	for n := range 3 {
		if p := m.profile("ann"); p.Failing != nil {
			t.Fatalf("after %d: %+v", n, p.Failing)
		}
		m.post("<>", bounce(to, n, "5.1.1", "550 5.1.1 no such user"), to)
		m.wantSettled(models.InboundBounce)
	}
	if p := m.profile("ann"); p.Failing == nil || !strings.Contains(p.Failing.Detail, "no such user") {
		t.Fatalf("%+v", p.Failing)
	}
	contains(t, m.next("bob@example.org", "Mail to ann comes back").text, "may not know of your turns")
	// Nothing is mailed to ann but a test.
	m.play(m.id, m.ann, "")
	m.play(m.id, m.bob, "")
	m.Wake()
	m.nothing("ann@example.org")
	if err := m.SendTestMail(t.Context(), m.ann); err != nil {
		t.Fatal(err)
	}
	m.next("ann@example.org", "Test mail")
	if p := m.profile("ann"); p.Failing != nil {
		t.Errorf("%+v", p.Failing)
	}
	m.next("ann@example.org", "Your turn against bob") // which was held back
}

// A reply shows that mail arrives.
func TestReplyEndsFailing(t *testing.T) {
	m := newMatch(t)
	to := m.bounceTo()
	for n := range 3 {
		m.post("<>", bounce(to, n, "5.1.1", "550 5.1.1 no such user"), to)
		m.wantSettled(models.InboundBounce)
	}
	m.top(m.mail, "d1-d4")
	m.wantSettled(models.InboundPlayed)
	if p := m.profile("ann"); p.Failing != nil {
		t.Errorf("%+v", p.Failing)
	}
}

func (m *match) profile(name string) models.Player {
	m.t.Helper()
	p, _, err := m.PlayerByName(m.t.Context(), name)
	if err != nil {
		m.t.Fatal(err)
	}
	return p
}

func TestComplaints(t *testing.T) {
	m := newMatch(t)
	to := m.bounceTo()
	report := fmt.Sprintf(`From: <abuse@isp.example.org>
To: %s
Subject: FW: Your turn
Message-ID: <arf%d@isp.example.org>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report; boundary="b2"

--b2
Content-Type: text/plain

This is an email abuse report.

--b2
Content-Type: message/feedback-report

Feedback-Type: abuse
User-Agent: SomeGenerator/1.0
Version: 1
Original-Rcpt-To: <ann@example.org>

--b2
Content-Type: message/rfc822

From: turnpost <turnpost@example.org>
To: ann <ann@example.org>
Message-ID: %s
Subject: Your turn

Hello

--b2--
`, to, serial.Add(1), m.mail.messageID)
	m.post("<>", report, to)
	m.wantSettled(models.InboundComplaint)
	p := m.profile("ann")
	if p.Failing == nil || p.Settings.Mail[models.KindYourTurn] != models.Off || p.Settings.Mail[models.KindReminder] != models.Off {
		t.Errorf("%+v %+v", p.Failing, p.Settings)
	}
	m.play(m.id, m.ann, "")
	m.play(m.id, m.bob, "")
	m.Wake()
	m.nothing("ann@example.org")
}

func TestUnsubscribeByMail(t *testing.T) {
	m := newMatch(t)
	var to string
	for _, r := range m.envelopes() {
		if e := r.parse(t); r.to == "ann@example.org" && strings.Contains(e.GetHeader("List-Unsubscribe"), "mailto:") {
			_, after, _ := strings.Cut(e.GetHeader("List-Unsubscribe"), "mailto:")
			to = strings.TrimSuffix(after, ">")
		}
	}
	if !strings.HasPrefix(to, "unsubscribe+") {
		t.Fatalf("no address to unsubscribe: %q", to)
	}
	m.post("ann@example.org", "From: ann@example.org\nTo: "+to+"\nSubject: unsubscribe\nMessage-ID: <u1@x>\nAuto-Submitted: auto-generated\n\n", to)
	m.wantSettled(models.InboundUnsubscribed)
	if p := m.profile("ann"); p.Settings.Games[m.id] != models.Off {
		t.Errorf("%+v", p.Settings)
	}
}

// Two programs that answer everything face each other: the first answer of ours is automatic, and so is whatever answers it.
func TestAutoRespondersStop(t *testing.T) {
	m := newMatch(t)
	m.top(m.mail, "I am on holiday until Monday.") // a responder that says nothing of itself
	m.wantSettled(models.InboundRejected)
	answer := m.next("ann@example.org", "Re:")
	if got := m.lastRaw("ann@example.org"); !strings.Contains(got, "Auto-Submitted: auto-replied") {
		t.Errorf("the answer does not say what it is:\n%.400s", got)
	}
	m.post("ann@example.org", strings.Replace(m.replyMail("Auto-Submitted: auto-replied\n", "I am on holiday until Monday."), m.mail.replyTo, answer.replyTo, 1), answer.replyTo)
	m.wantSettled(models.InboundAutomatic)
	m.nothing("ann@example.org")
}

// One that does not say what it is, and answers every mail, is stopped by the limit.
func TestHeadlessResponderIsBounded(t *testing.T) {
	m := newMatch(t)
	l := m.mail
	answers := 0
	for range maxRejected + 5 {
		m.top(l, "I am somewhere else, and will be for a while.")
		if <-m.settled != models.InboundRejected {
			break
		}
		l = m.next("ann@example.org", "Re:")
		answers++
	}
	if answers != maxRejected {
		t.Errorf("%d answers", answers)
	}
	m.nothing("ann@example.org")
}

func TestJunkIsBounded(t *testing.T) {
	m := newMatch(t, func(c *InboxConfig) { c.Parallel = 32 })
	body := strings.Repeat("Buy now, and never again! ", 300)
	const junk = 10_000 // most of it to nobody
	var senders sync.WaitGroup
	const hands = 32                  // whose mails are stored together
	waiting := make(chan bool, hands) // a place for each mail that is not settled yet
	for hand := range hands {
		senders.Go(func() {
			for n := hand; n < junk; n += hands {
				to := "play+" + strings.Repeat("a", 47) + "@mail.example.org"
				if n%20 == 0 { // somebody's address book was stolen
					to = m.mail.replyTo
				}
				raw := fmt.Sprintf("From: spam%d@example.net\nTo: %s\nSubject: offer %d\nMessage-ID: <junk%d@example.net>\n\n%s\n", n, to, n, n, body)
				waiting <- true
				m.post("spam@example.net", raw, "turnpost@example.org")
			}
		})
	}
	for range junk {
		if got := <-m.settled; got != models.InboundWrongSender && got != models.InboundUnknownLink {
			t.Fatalf("junk was %s", got)
		}
		<-waiting
	}
	senders.Wait()
	info, err := os.Stat(m.Database)
	if err != nil {
		t.Fatal(err)
	}
	if mb := info.Size() >> 20; mb > 16 {
		t.Errorf("%d junk mails of %d bytes leave a database of %d MB", junk, len(body), mb)
	}
	m.nothing("ann@example.org")
	m.top(m.mail, "d1-d4")
	m.wantSettled(models.InboundPlayed)
}

// A flood to one link waits for itself alone.
func TestFloodToOneLink(t *testing.T) {
	m := newMailroom(t) // whose inbox does not run
	ann := m.player("ann")
	m.player("bob")
	if _, err := m.CreateChallenge(t.Context(), ann, models.NewChallenge{Ruleset: "hnefatafl", Opponent: "bob"}); err != nil {
		t.Fatal(err)
	}
	claims, err := m.ClaimNotices(t.Context(), 1, time.Minute)
	if err != nil || len(claims) != 1 {
		t.Fatal(claims, err)
	}
	content, err := m.ComposeContent(t.Context(), claims[0])
	if err != nil {
		t.Fatal(err)
	}
	receive := func(n int, to ...string) error {
		raw := fmt.Sprintf("From: a@example.net\nMessage-ID: <flood%d@example.net>\n\nhello\n", n)
		_, err := m.inbox.Receive(t.Context(), Incoming{Source: "http", To: to, Raw: []byte(raw)})
		return err
	}
	n := 0
	for ; n < 1000 && err == nil; n++ {
		err = receive(n, "play+"+content.ReplyLink+"@mail.example.org")
	}
	if models.CodeOf(err) != models.CodeTooMany {
		t.Errorf("after %d mails: %v", n, err)
	}
	if err := receive(n); err != nil {
		t.Errorf("another mail: %v", err)
	}
}

func TestInboxRefusesWhatWaitsTooLong(t *testing.T) {
	m := newMailroom(t) // whose inbox does not run
	big := strings.Repeat("x", 200<<10)
	var err error
	n := 0
	for ; n < 2000 && err == nil; n++ {
		raw := fmt.Sprintf("From: a@example.net\nMessage-ID: <big%d@example.net>\n\n%s\n", n, big)
		_, err = m.inbox.Receive(t.Context(), Incoming{Source: "http", Raw: []byte(raw)})
	}
	if models.CodeOf(err) != models.CodeTooMany || n > 400 {
		t.Errorf("after %d mails of 200 kB: %v", n, err)
	}
}

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
	_, writeErr := w.Write([]byte("From: ann@example.org\r\n\r\n" + strings.Repeat("d1-d4\r\n", 100_000)))
	if err := errors.Join(writeErr, w.Close()); err == nil {
		t.Error("a mail of 700 kB is taken")
	}
}

func TestLMTPOnASocket(t *testing.T) {
	m := newMatch(t)
	path := filepath.Join(t.TempDir(), "lmtp")
	m.take2("lmtp://" + path)
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
	m.wantSettled(models.InboundPlayed)
}

func TestStrangersReply(t *testing.T) {
	m := newMailroom(t)
	m.run()
	ann := m.player2("ann")
	invite := func(address string) letter {
		if _, err := m.CreateChallenge(t.Context(), ann, models.NewChallenge{Ruleset: "hnefatafl", Opponent: address, Seat: "second"}); err != nil {
			t.Fatal(err)
		}
		m.Wake()
		return m.next(address, "ann challenges you")
	}
	l := invite("zoe.mueller@example.net")
	contains(t, l.text, "accept, or decline", "You need no account")
	if _, after, found := strings.Cut(l.text, "unsubscribe/"); found && strings.Contains(after, "zoe") {
		t.Errorf("the address stands in a link:\n%s", l.text)
	}
	raw := strings.Replace(string(clients[1].compose(l, "accept\nsay Good luck")), "Some Body", "=?utf-8?q?Zo=C3=AB_M=C3=BCller?=", 1)
	m.submit("zoe.mueller@example.net", l.replyTo, []byte(raw))
	m.wantSettled(models.InboundDone)
	contains(t, m.next("zoe.mueller@example.net", "Re: ann challenges").text, "your name is Zoe", "NEW_NAME")
	turn := m.next("zoe.mueller@example.net", "Your turn against ann")
	contains(t, m.next("ann@example.org", "Zoe").text, "Good luck")
	m.reply(clients[0], turn, "d1-d4")
	m.wantSettled(models.InboundPlayed)
	// The same answer once more does not make another account or game.
	m.reply(clients[1], l, "accept")
	m.wantSettled(models.InboundRejected)
	games, _, err := m.Games(t.Context(), models.GameFilter{Player: "Zoe", Limit: 10})
	if err != nil || len(games) != 1 {
		t.Errorf("%d games: %v", len(games), err)
	}
	// Somebody else of that name gets another one; who has an account keeps theirs.
	other := invite("zoe@example.com")
	m.submit("zoe@example.com", other.replyTo, []byte(strings.Replace(string(clients[0].compose(other, "Accept.")), "Some Body", "Zoe", 1)))
	m.wantSettled(models.InboundDone)
	contains(t, m.next("zoe@example.com", "Re: ann challenges").text, "your name is Zoe2")
	known := invite("zoe@example.com")
	m.reply(clients[0], known, "accept")
	m.wantSettled(models.InboundDone)
	// Declining makes no account, and says nothing of who it was.
	no := invite("yan@example.com")
	m.reply(clients[0], no, "decline")
	m.wantSettled(models.InboundDone)
	if knows, err := m.KnowsAddress(t.Context(), "yan@example.com"); err != nil || knows {
		t.Errorf("%v, %v", knows, err)
	}
	if said := m.next("ann@example.org", "Whoever you invited declines your challenge"); strings.Contains(said.text, "yan") {
		t.Errorf("%s", said.text)
	}
}
