package mailer

import (
	"strings"
	"testing"

	"turnpost/models"
	"turnpost/models/mailbox"
	"turnpost/rules/rulestest/sample"
)

// reports lists the open reports, oldest first.
func (m *match) reports() (list []models.Report) {
	m.t.Helper()
	open, err := m.Admin().Reports(m.t.Context(), false, 10)
	if err != nil {
		m.t.Fatal(err)
	}
	for i := range open {
		list = append(list, open[len(open)-1-i])
	}
	return list
}

// TestReportByMail reports at the desk and in a reply, in three languages. A report waits for its confirmation.
func TestReportByMail(t *testing.T) {
	m := newMatch(t)
	for _, c := range []struct{ text, player, game, reason string }{
		{"report bob He is rude.", "bob", "", "He is rude."},
		{"Пожаловаться на bob: он ругается", "bob", "", "он ругается"},
		{"melden " + strings.ToUpper(m.id) + " zwei Konten", "bob", m.id, "zwei Konten"},
	} {
		m.write("ann@example.org", desk, c.text)
		m.wantSettled(mailbox.InboundHeld)
		m.top(m.next("ann@example.org", "Please confirm: report "), "yes")
		m.wantSettled(mailbox.InboundDone)
		contains(t, m.next("ann@example.org", "Done: report ").text, "has your report")
		list := m.reports()
		r := list[len(list)-1]
		if r.Player != c.player || r.Game != c.game || r.Reason != c.reason || r.Reporter != "ann" {
			t.Errorf("%q: %+v", c.text, r)
		}
	}
	m.top(m.mail, "report he is rude")
	m.wantSettled(mailbox.InboundHeld)
	m.top(m.next("ann@example.org", "Please confirm: report "+m.id), "yes")
	m.wantSettled(mailbox.InboundDone)
	if list := m.reports(); len(list) != 4 || list[3].Player != "bob" || list[3].Game != m.id ||
		list[3].Reason != "he is rude" {
		t.Errorf("%+v", list)
	}
	m.write("ann@example.org", desk, "report zoe she is rude")
	m.wantSettled(mailbox.InboundHeld)
}

// TestReportByMailIsRefused confirms a report of nobody.
func TestReportByMailIsRefused(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	m := newMatch(t)
	m.write("ann@example.org", desk, "report nobody-here is rude")
	m.wantSettled(mailbox.InboundHeld)
	m.top(m.next("ann@example.org", "Please confirm: report "), "yes")
	m.wantSettled(mailbox.InboundRejected)
	contains(t, m.next("ann@example.org", "Re: Please confirm").text, "nobody-here")
	if list := m.reports(); len(list) > 0 {
		t.Errorf("%+v", list)
	}
}

// TestMutedByMail plays turns with messages of a muted player: the turns count, and an answer says that the messages
// are not delivered.
func TestMutedByMail(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	m := newMatch(t)
	if err := m.Admin().MutePlayer(t.Context(), "ann"); err != nil {
		t.Fatal(err)
	}
	const muted = "Your message was not delivered"
	m.top(m.mail, "d1-d4\nsay hello bob")
	m.wantSettled(mailbox.InboundPlayed)
	contains(t, m.next("ann@example.org", "Re: ").text, muted)
	mail := m.next("bob@example.org", "Your turn against ann")
	if strings.Contains(mail.text, "hello bob") || m.state().Ply != 1 {
		t.Errorf("%s", mail.text)
	}
	m.top(m.mail, "say hello bob")
	m.wantSettled(mailbox.InboundRejected)
	contains(t, m.next("ann@example.org", "Re: ").text, "has muted you")
	m.top(m.mail, "draw\nsay let us stop")
	m.wantSettled(mailbox.InboundDone)
	contains(t, m.next("ann@example.org", "").text, muted)
	if g := m.state(); g.DrawBy != g.SeatOf(m.ann.ID) {
		t.Errorf("no draw is offered: %+v", g)
	}
	chat, err := m.Messages(t.Context(), m.bob.ID, m.id, 0, 10)
	if err != nil || len(chat.Messages) > 0 {
		t.Errorf("%+v, %v", chat, err)
	}
}
