package mailer

import (
	"strings"
	"testing"

	"turnpost/models"
	"turnpost/models/mailbox"
	"turnpost/rules/rulestest/sample"
)

// One word is asked back, once, in the thread; two words, or the word as the answer to the question, resign.
func TestResignIsAskedBack(t *testing.T) {
	for _, answer := range sample.Every(2, []string{"resign now", "Resign now.", "resign"}) {
		m := newMatch(t)
		for range 2 { // sent twice to the same mail, it is asked twice
			m.top(m.mail, "resign")
			m.wantSettled(mailbox.InboundAnswered)
		}
		question := m.next("ann@example.org", "Re: Hnefatafl")
		contains(t, question.text, "Do you want to resign?", "Nothing was done yet", "resign now as the first line")
		if g := m.state(); g.Status != models.Ongoing || g.Ply != 0 {
			t.Fatalf("%+v", g)
		}
		m.top(question, answer)
		m.wantSettled(mailbox.InboundDone)
		if g := m.state(); g.Result.Reason != models.ReasonResignation {
			t.Errorf("%q: %+v", answer, g.Result)
		}
	}
}

// The mail of an earlier turn resigns nothing, but its answer says how to, and does. An older mail does not accept a
// later offer.
func TestOlderMailsEndNothing(t *testing.T) {
	sample.Whole(t, "answers many older mails")
	t.Parallel()
	for _, words := range []string{"resign", "resign now"} {
		m := newMatch(t)
		m.play(m.id, m.ann, "")
		m.top(m.mail, words)
		m.wantSettled(mailbox.InboundRejected)
		answer := m.next("ann@example.org", "Re: Hnefatafl")
		contains(t, answer.text, "The game has gone on since the mail that you answered", "resign now as the first line")
		if g := m.state(); g.Status != models.Ongoing {
			t.Errorf("%q: %+v", words, g.Result)
		}
		m.top(answer, "resign now")
		m.wantSettled(mailbox.InboundDone)
		if g := m.state(); g.Result.Reason != models.ReasonResignation {
			t.Errorf("%q, then resign now: %+v", words, g.Result)
		}
	}
	m := newMatch(t)
	m.play(m.id, m.ann, "")
	m.top(m.mail, "d1-d4")
	m.wantSettled(mailbox.InboundRejected)
	if l := m.next("ann@example.org", "Re: Hnefatafl"); strings.Contains(l.text, "resign now") {
		t.Errorf("who sent a turn is told how to resign:\n%s", l.text)
	}
	for _, words := range []string{"draw", "accept", "decline"} {
		m := newMatch(t)
		if _, err := m.NegotiateDraw(t.Context(), m.bob.ID, m.id, models.MakeOffer); err != nil {
			t.Fatal(err)
		}
		m.top(m.mail, words)
		m.wantSettled(mailbox.InboundRejected)
		contains(t, m.next("ann@example.org", "Re: Hnefatafl").text, "have changed since you saw it")
		if g := m.state(); g.Status != models.Ongoing || g.DrawBy != g.SeatOf(m.bob.ID) {
			t.Errorf("%q: %+v", words, g)
		}
	}
}

// An old mail accepts no draw that was offered since, and offers one if none was: an offer is about the whole game.
func TestDrawByAnOldMail(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	m := newMatch(t)
	m.play(m.id, m.ann, "")
	m.play(m.id, m.bob, "")
	if _, err := m.NegotiateDraw(t.Context(), m.bob.ID, m.id, models.MakeOffer); err != nil {
		t.Fatal(err)
	}
	m.top(m.mail, "draw")
	m.wantSettled(mailbox.InboundRejected)
	contains(t, m.next("ann@example.org", "Re: Hnefatafl").text, "The game has gone on since the mail that you answered")
	if g := m.state(); g.Status != models.Ongoing || g.DrawBy != g.SeatOf(m.bob.ID) {
		t.Errorf("%s, offered by %v", g.Status, g.DrawBy)
	}
	if _, err := m.NegotiateDraw(t.Context(), m.ann.ID, m.id, models.DeclineOffer); err != nil {
		t.Fatal(err)
	}
	m.top(m.mail, "draw")
	m.wantSettled(mailbox.InboundDone)
	if g := m.state(); g.Status != models.Ongoing || g.DrawBy != g.SeatOf(m.ann.ID) {
		t.Errorf("%s, offered by %v", g.Status, g.DrawBy)
	}
}

// A takeback without a number goes back to before the player's own last turn, at each point of a game.
func TestTakebackWithoutANumber(t *testing.T) {
	sample.Whole(t, "takes turns back at each point of a game")
	for plies, to := range map[int]int{1: 0, 2: 0, 3: 2} {
		m := newMatch(t)
		for ply := range plies {
			m.play(m.id, []models.Player{m.ann, m.bob}[ply%2], "")
		}
		m.top(m.mail, "show") // the answer shows the present ply
		m.wantSettled(mailbox.InboundAnswered)
		m.top(m.next("ann@example.org", "Re: Hnefatafl"), "takeback")
		m.wantSettled(mailbox.InboundDone)
		if g := m.state(); g.TakebackBy != g.SeatOf(m.ann.ID) || g.TakebackTo != to {
			t.Errorf("after %d plies: offered by %v, to ply %d", plies, g.TakebackBy, g.TakebackTo)
		}
	}
}
