package mailer

import (
	"strings"
	"testing"

	"turnpost/models/mailbox"
	"turnpost/models/play"
	"turnpost/rules/rulestest/sample"
)

// notes returns ann's notes on the game.
func (m *match) notes() string {
	m.t.Helper()
	n, err := m.Notes(m.t.Context(), m.ann.ID, m.id)
	if err != nil {
		m.t.Fatal(err)
	}
	return n.Text
}

func TestNotesByMail(t *testing.T) {
	m := newMatch(t)
	m.top(m.mail, "note the xyzzy goes left")
	m.wantSettled(mailbox.InboundDone)
	m.top(m.mail, "? d1-d4\nnote d1 is tired") // another reply to the same mail
	m.wantSettled(mailbox.InboundAnswered)
	tried := m.next("ann@example.org", "Re: ")
	m.top(m.mail, "Заметка: и ещё xyzzy\n\nd1-d4\nsay good luck")
	m.wantSettled(mailbox.InboundPlayed)
	if got := m.notes(); got != "the xyzzy goes left\nd1 is tired\nи ещё xyzzy" {
		t.Errorf("%q", got)
	}
	theirs := m.next("bob@example.org", "Your turn")
	contains(t, theirs.text, "good luck")
	for _, mail := range []shownMail{tried, theirs} {
		if strings.Contains(mail.text+mail.html, "xyzzy") {
			t.Errorf("a mail has the note:\n%s", mail.text)
		}
	}
	// The ledger names the command alone.
	list, _, err := m.InboundOf(t.Context(), m.ann.ID, 0, 10)
	if err != nil || len(list) != 3 || list[2].Reason != "note" {
		t.Errorf("%+v, %v", list, err)
	}
	for _, mail := range list {
		if strings.Contains(mail.Detail+mail.Reason, "xyzzy") {
			t.Errorf("%+v", mail)
		}
	}
	m.wantNoRaw(list[0].ID, list[2].ID)
}

// wantNoRaw checks that mails are not kept in raw form.
func (m *match) wantNoRaw(mails ...int64) {
	m.t.Helper()
	for _, id := range mails {
		if mail, err := m.Admin().InboundMail(m.t.Context(), id); err != nil || len(mail.Raw) > 0 {
			m.t.Errorf("mail %d is kept: %q, %v", id, mail.Raw, err)
		}
	}
}

// A note below a turn or words is kept for its writer, and not offered for the opponent.
func TestNoteBelowATurn(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	t.Parallel()
	m := newMatch(t)
	m.top(m.mail, "d1-d4\nnote the xyzzy goes far left\n\nsay good luck")
	m.wantSettled(mailbox.InboundPlayed)
	if got := m.notes(); got != "the xyzzy goes far left" {
		t.Errorf("%q", got)
	}
	theirs := m.next("bob@example.org", "Your turn")
	contains(t, theirs.text, "good luck")
	list, _, err := m.InboundOf(t.Context(), m.ann.ID, 0, 10)
	if err != nil || strings.Contains(theirs.text, "xyzzy") {
		t.Fatalf("%v\n%s", err, theirs.text)
	}
	m.wantNoRaw(list[0].ID)
}

// A note that does not fit is answered with the reason, and the turn with it is not played.
func TestANoteTooMany(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	m := newMatch(t)
	in := play.NotesInput{Game: m.id, Player: m.ann.ID}
	full := strings.Repeat("x", play.MaxNotes)
	if _, err := m.SetNotes(t.Context(), in, full); err != nil {
		t.Fatal(err)
	}
	m.top(m.mail, "note a\n\nd1-d4")
	m.wantSettled(mailbox.InboundRejected)
	contains(t, m.next("ann@example.org", "Re: ").text, "20000")
	if g := m.state(); g.Ply != 0 || m.notes() != full {
		t.Errorf("ply %d", g.Ply)
	}
}
