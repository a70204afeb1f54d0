package mailer

import (
	"testing"

	"turnpost/models"
	"turnpost/models/mailbox"
	"turnpost/models/play"
	"turnpost/rules"
	"turnpost/rules/rulestest/sample"
)

// Commands that end a game, or would, work by replies.
func TestEndsByReply(t *testing.T) {
	t.Parallel()
	t.Run("resign and play again", func(t *testing.T) {
		m := newMatch(t)
		m.top(m.mail, "resign now\nsay Well played")
		m.wantSettled(mailbox.InboundDone)
		if g := m.state(); g.Status != models.Finished || g.Result.Reason != models.ReasonResignation ||
			g.Result.Winner != rules.Second {
			t.Errorf("%+v", g.Result)
		}
		lost := m.next("ann@example.org", "You lost")
		m.top(m.mail, "d1-d4")
		m.wantSettled(mailbox.InboundRejected)
		contains(t, m.next("ann@example.org", "Re:").text, "is over")
		m.top(m.mail, "show")
		m.wantSettled(mailbox.InboundAnswered)
		m.top(lost, "rematch")
		m.wantSettled(mailbox.InboundDone)
		m.top(m.next("bob@example.org", "You won"), "rematch")
		m.wantSettled(mailbox.InboundDone)
		games, _, err := m.Games(t.Context(), play.GameFilter{Player: "ann", Status: models.Ongoing, Limit: 10})
		if err != nil || len(games) != 1 || games[0].Players[0].Name != "bob" {
			t.Errorf("%d games: %v", len(games), err)
		}
	})
	t.Run("draw", func(t *testing.T) {
		m := newMatch(t)
		m.top(m.mail, "draw")
		m.wantSettled(mailbox.InboundDone)
		offer := m.next("bob@example.org", "ann offers a draw")
		m.top(offer, "draw")
		m.wantSettled(mailbox.InboundDone)
		if g := m.state(); g.Result.Reason != models.ReasonAgreement {
			t.Errorf("%+v", g.Result)
		}
	})
	t.Run("decline", func(t *testing.T) {
		m := newMatch(t)
		m.top(m.mail, "draw")
		m.wantSettled(mailbox.InboundDone)
		m.top(m.next("bob@example.org", "ann offers a draw"), "decline")
		m.wantSettled(mailbox.InboundDone)
		m.next("ann@example.org", "bob declines the draw")
	})
	t.Run("takeback", func(t *testing.T) {
		m := newMatch(t)
		m.top(m.mail, "d1-d4")
		m.wantSettled(mailbox.InboundPlayed)
		m.next("bob@example.org", "Your turn against ann")
		m.play(m.id, m.bob, "")
		m.Wake()
		m.top(m.next("ann@example.org", "Your turn against"), "takeback 2")
		m.wantSettled(mailbox.InboundDone)
		offer := m.next("bob@example.org", "ann offers a takeback")
		m.top(offer, "accept")
		m.wantSettled(mailbox.InboundDone)
		if g := m.state(); g.Ply != 0 || g.Takebacks != 1 {
			t.Errorf("ply %d, %d takebacks", g.Ply, g.Takebacks)
		}
		m.top(m.mail, "d1-d4") // the mail from before shows the same board, and is not for this turn
		m.wantSettled(mailbox.InboundRejected)
	})
}

// A plan without a turn is stored, with or without words for the opponent; an empty one deletes it.
func TestPlanByItself(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	m := newMatch(t)
	m.top(m.mail, "d1-d4")
	m.wantSettled(mailbox.InboundPlayed)
	m.top(m.mail, "show")
	m.wantSettled(mailbox.InboundAnswered)
	shown := m.next("ann@example.org", "Re: ")
	for _, c := range []struct {
		text, reason string
		lines        int
	}{
		{"plan * : f1-g1", "plan", 1},
		{"plan * : f1-f2\n\nsay Hello", "say", 1},
		{"plan none", "plan", 0},
	} {
		m.top(shown, c.text)
		m.wantSettled(mailbox.InboundDone)
		plan, err := m.Plan(t.Context(), m.ann.ID, m.id)
		if deleted := models.CodeOf(err) == models.CodeNotFound; deleted != (c.lines == 0) || len(plan.Lines) != c.lines {
			t.Errorf("%q: %+v, %v", c.text, plan, err)
		}
		list, _, err := m.InboundOf(t.Context(), m.ann.ID, 0, 1)
		if err != nil || len(list) != 1 || list[0].Reason != c.reason {
			t.Errorf("%q: %+v, %v", c.text, list, err)
		}
	}
	if said := m.messages(); len(said) != 1 || said[0] != "Hello" {
		t.Errorf("%q was sent", said)
	}
}

// The word alone accepts a takeback that the opponent has offered, to any ply.
func TestTakebackAcceptsTheOffer(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	m := newMatch(t)
	m.play(m.id, m.ann, "")
	m.play(m.id, m.bob, "")
	m.next("ann@example.org", "Your turn against bob") // sent before there is an offer
	m.settleOutbox()
	if _, err := m.NegotiateTakeback(t.Context(), m.bob.ID, m.id, models.MakeOffer, 1); err != nil {
		t.Fatal(err)
	}
	m.Wake()
	m.top(m.next("ann@example.org", "bob offers a takeback"), "takeback")
	m.wantSettled(mailbox.InboundDone)
	if g := m.state(); g.Ply != 1 || g.Takebacks != 1 {
		t.Errorf("ply %d, %d takebacks", g.Ply, g.Takebacks)
	}
}
