package mailer

import (
	"strings"
	"testing"

	"turnpost/models"
)

// match is a game of Hnefatafl 9×9 between ann, who moves first, and bob, played by mail.
type match struct {
	*mailroom
	ann, bob models.Player
	id       string
	mail     shownMail // that awaits ann's first turn
}

func newMatch(t testing.TB, change ...func(*InboxConfig)) *match {
	t.Helper()
	m := &match{mailroom: newMailroom(t, change...)}
	m.run()
	m.ann, m.bob = m.register("ann"), m.register("bob")
	m.confirm(m.ann, models.ConfirmNever)
	m.confirm(m.bob, models.ConfirmNever)
	m.id = m.office.game(m.ann, m.bob).ID
	m.Wake()
	m.mail = m.next("ann@example.org", "Your turn against bob")
	return m
}

func (m *match) state() *models.Game {
	m.t.Helper()
	g, err := m.Game(m.t.Context(), m.id)
	if err != nil {
		m.t.Fatal(err)
	}
	return g
}

// top answers above the quoted mail.
func (m *match) top(l shownMail, text string) {
	m.t.Helper()
	m.reply(clients[1], l, text)
}

// nothing checks that no further mail is due or has arrived. Every due mail is sent first.
func (m *match) nothing(to string) {
	m.t.Helper()
	m.settleOutbox()
	for _, r := range m.mails() {
		if r.to == to {
			m.t.Errorf("a mail came to %s: %s", to, newLetter(m.t, r).subject)
		}
	}
}

func contains(t testing.TB, text string, parts ...string) {
	t.Helper()
	flat := strings.Join(strings.Fields(text), " ")
	for _, part := range parts {
		if !strings.Contains(flat, part) {
			t.Errorf("%q is missing in\n%s", part, text)
		}
	}
}
