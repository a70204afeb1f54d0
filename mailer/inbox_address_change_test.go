package mailer

import (
	"strings"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/mailbox"
	"turnpost/rules/rulestest/sample"
)

// moveTo gives ann another address by the code that is mailed there.
func (m *match) moveTo(address string) {
	m.t.Helper()
	if _, err := m.UpdateProfile(m.t.Context(), m.ann.ID, models.ProfilePatch{Email: &address}); err != nil {
		m.t.Fatal(err)
	}
	m.Wake()
	m.next("ann@example.org", "") // which hears of it
	l := m.next(address, "")
	code := codePattern.FindStringSubmatch(l.text)
	if code == nil {
		m.t.Fatalf("no code in %s", l.text)
	}
	if _, err := m.ConfirmAddress(m.t.Context(), m.ann.ID, strings.TrimSpace(code[1])); err != nil {
		m.t.Fatal(err)
	}
	m.Wake()
	m.next("ann@example.org", "")
}

// from is the same mail, answered from another address.
func (l shownMail) answeredFrom(address string) shownMail {
	l.to = address
	return l
}

// For a while after a change of address a reply counts from either address, to mails of before and after. Later only
// the new one does.
func TestRepliesAfterAChangeOfAddress(t *testing.T) {
	sample.Whole(t, "lets days pass")
	t.Parallel()
	m := newMatch(t)
	const former, present = "ann@example.org", "anna@example.com"
	old := m.mail
	m.moveTo(present)
	m.top(old, "d1-d4")
	m.wantSettled(mailbox.InboundPlayed)
	m.top(old.answeredFrom(present), "show")
	m.wantSettled(mailbox.InboundAnswered)
	m.next(present, "Re: ")
	m.play(m.id, m.bob, "")
	now := m.next(present, "Your turn against bob")
	m.top(now.answeredFrom(former), "say From the address before.")
	m.wantSettled(mailbox.InboundDone)
	m.top(now, "say From the present address.")
	m.wantSettled(mailbox.InboundDone)
	m.top(now.answeredFrom("eve@evil.example"), "say From nobody's.")
	m.wantSettled(mailbox.InboundWrongSender)
	chat, err := m.Messages(t.Context(), m.bob.ID, m.id, 0, 10)
	if err != nil || len(chat.Messages) != 2 {
		t.Errorf("%+v, %v", chat.Messages, err)
	}
	m.pass(account.FormerMailLife + time.Hour)
	m.top(now.answeredFrom(former), "show")
	m.wantSettled(mailbox.InboundWrongSender)
	m.top(old.answeredFrom(present), "show")
	m.wantSettled(mailbox.InboundAnswered)
}

// What the operator decides ends the address before at once.
func TestRepliesAfterAnOperatorSetAnAddress(t *testing.T) {
	sample.Whole(t, "answers mails of two addresses")
	m := newMatch(t)
	if err := m.Admin().SetAddress(t.Context(), "ann", "anna@example.com"); err != nil {
		t.Fatal(err)
	}
	m.top(m.mail, "d1-d4")
	m.wantSettled(mailbox.InboundWrongSender)
	m.top(m.mail.answeredFrom("anna@example.com"), "d1-d4")
	m.wantSettled(mailbox.InboundPlayed)
}

// Mails to the address before come back for days. They say nothing about the present one.
func TestLateBouncesOfTheAddressBefore(t *testing.T) {
	sample.Whole(t, "lets days pass")
	t.Parallel()
	m := newMatch(t)
	to := m.bounceTo()
	m.post("<>", bounce(to, 0, "5.1.1", "550 5.1.1 no such user"), to)
	m.wantSettled(mailbox.InboundBounce)
	m.moveTo("anna@example.com")
	for n := range 5 {
		m.post("<>", bounce(to, n, "5.1.1", "550 5.1.1 no such user"), to)
		m.wantSettled(mailbox.InboundBounce)
	}
	if p := m.profile("ann"); p.Failing != nil {
		t.Fatalf("mail to the present address counts as failing: %+v", p.Failing)
	}
	present := ""
	for _, r := range m.envelopes() {
		if r.to == "anna@example.com" && strings.HasPrefix(r.from, "bounce+") {
			present = r.from
		}
	}
	if present == "" {
		m.play(m.id, m.ann, "")
		m.play(m.id, m.bob, "")
		m.next("anna@example.com", "Your turn against bob")
		for _, r := range m.envelopes() {
			if r.to == "anna@example.com" && strings.HasPrefix(r.from, "bounce+") {
				present = r.from
			}
		}
	}
	for n := range 3 {
		m.post("<>", bounce(present, n, "5.1.1", "550 5.1.1 no such user"), present)
		m.wantSettled(mailbox.InboundBounce)
	}
	if p := m.profile("ann"); p.Failing == nil {
		t.Error("three mails to the present address came back, and it does not count as failing")
	}
}
