package mailer

import (
	"fmt"
	"strings"
	"testing"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/mailbox"
	"turnpost/rules/rulestest/sample"
)

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
	l, holder, err := m.ReadLink(m.t.Context(), models.LinkReply,
		m.mail.replyTo[len("play+"):strings.IndexByte(m.mail.replyTo, '@')])
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
		m.wantSettled(mailbox.InboundBounce)
	}
	for n := range 3 {
		if p := m.profile("ann"); p.Failing != nil {
			t.Fatalf("after %d: %+v", n, p.Failing)
		}
		m.post("<>", bounce(to, n, "5.1.1", "550 5.1.1 no such user"), to)
		m.wantSettled(mailbox.InboundBounce)
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
		m.wantSettled(mailbox.InboundBounce)
	}
	m.top(m.mail, "d1-d4")
	m.wantSettled(mailbox.InboundPlayed)
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
	m.post("<>", complaint(to, m.returned()), to)
	m.wantSettled(mailbox.InboundComplaint)
	if p := m.profile("ann"); p.Failing == nil || p.Failing.Detail != account.MailReported {
		t.Errorf("%+v", p.Failing)
	}
	m.play(m.id, m.ann, "")
	m.play(m.id, m.bob, "")
	m.Wake()
	m.nothing("ann@example.org")
}

func TestNoComplaint(t *testing.T) {
	m := newMatch(t)
	report := strings.Replace(complaint(m.bounceTo(), m.returned()), "Type: abuse", "Type: not-spam", 1)
	m.post("<>", report, m.bounceTo())
	m.wantSettled(mailbox.InboundComplaint)
	m.unharmed()
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
	m.post("ann@example.org", "From: ann@example.org\nTo: "+to+"\nSubject: unsubscribe\nMessage-ID: "+
		"<u1@x>\nAuto-Submitted: auto-generated\n\n", to)
	m.wantSettled(mailbox.InboundUnsubscribed)
	if p := m.profile("ann"); p.Settings.Games[m.id] != models.Off {
		t.Errorf("%+v", p.Settings)
	}
}

// A player whose provider refuses our mail is told, until one of their mails comes in; the operator sees it.
func TestRefusedMailIsShown(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	m := newMatch(t)
	to := m.bounceTo()
	for n := range 4 {
		m.post("<>", bounce(to, n, "5.7.1", "550 5.7.1 blocked using zen.spamhaus.org"), to)
		m.wantSettled(mailbox.InboundBounce)
	}
	why, refused := m.MailRefused(m.profile("ann"))
	if !refused || !strings.Contains(why.Detail, "spamhaus") {
		t.Errorf("%v %+v", refused, why)
	}
	list, err := m.RefusedMail(t.Context())
	if err != nil || len(list) != 1 || list[0].Domain != "example.org" || list[0].Players != 1 {
		t.Errorf("%+v, %v", list, err)
	}
	m.top(m.mail, "d1-d4")
	m.wantSettled(mailbox.InboundPlayed)
	if _, refused := m.MailRefused(m.profile("ann")); refused {
		t.Error("a reply does not end it")
	}
}
