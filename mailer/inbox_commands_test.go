package mailer

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"turnpost/models"
	"turnpost/models/mailbox"
	"turnpost/rules/rulestest/sample"
)

func TestReplyHeaders(t *testing.T) {
	m := newMatch(t)
	if !strings.HasPrefix(m.mail.replyTo, "play+") || !strings.HasSuffix(m.mail.replyTo, "@mail.example.org") {
		t.Errorf("Reply-To %q", m.mail.replyTo)
	}
	link := strings.TrimSuffix(strings.TrimPrefix(m.mail.replyTo, "play+"), "@mail.example.org")
	if !strings.Contains(m.mail.messageID, "."+link+"@mail.example.org") {
		t.Errorf("Message-ID %q does not hold %q", m.mail.messageID, link)
	}
	contains(t, m.mail.text, "reply to this mail with your turn as the first line")
}

func TestIllegalTurnIsAnswered(t *testing.T) {
	m := newMatch(t)
	m.top(m.mail, "d1-e4")
	m.wantSettled(mailbox.InboundRejected)
	answer := m.next("ann@example.org", "Re: Hnefatafl")
	contains(t, answer.text, "Your reply did nothing", "> d1-e4", "Did you mean", "d1-d4",
		"How to write a turn, with examples:", "Due ")
	if !strings.Contains(answer.references, m.mail.messageID) &&
		!strings.Contains(answer.references, "client.example.org") {
		t.Errorf("the answer is in no thread: %q", answer.references)
	}
	m.top(answer, "d1-d4")
	m.wantSettled(mailbox.InboundPlayed)
	if g := m.state(); g.Ply != 1 {
		t.Errorf("the game is at ply %d", g.Ply)
	}
	list, _, err := m.InboundOf(t.Context(), m.ann.ID, 0, 10)
	if err != nil || len(list) != 2 || list[0].Result != mailbox.InboundPlayed ||
		list[1].Result != mailbox.InboundRejected || list[1].Reason != "illegal_turn: not_a_line" {
		t.Errorf("%+v, %v", list, err)
	}
	m.nothing("ann@example.org") // no mail about an accepted turn
}

// The record of a refused mail has the code, with the reason of the rules if there is one.
func TestRefusalIsRecorded(t *testing.T) {
	m := newMatch(t)
	m.top(m.mail, "accept")
	m.wantSettled(mailbox.InboundRejected)
	if list, _, err := m.InboundOf(t.Context(), m.ann.ID, 0, 10); err != nil || len(list) != 1 ||
		list[0].Reason != "conflict" {
		t.Errorf("%+v, %v", list, err)
	}
}

// The beginning of a turn is no turn, but its answer says which turns begin so.
func TestBegunTurnIsAnsweredWithTurns(t *testing.T) {
	m := newMatch(t)
	m.top(m.mail, "d1-c")
	m.wantSettled(mailbox.InboundRejected)
	contains(t, m.next("ann@example.org", "Re: Hnefatafl").text, "No turn and no command was found", "Did you mean d1-c1?")
}

func TestUnreadableReplyIsAnswered(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	m := newMatch(t)
	m.top(m.mail, "What a fine game this is!")
	m.wantSettled(mailbox.InboundRejected)
	contains(t, m.next("ann@example.org", "Re: Hnefatafl").text, "No turn and no command was found", "to move",
		"How to write a turn, with examples:")
	if list, _, err := m.InboundOf(t.Context(), m.ann.ID, 0, 10); err != nil || len(list) != 1 ||
		list[0].Reason != "unreadable" {
		t.Errorf("%+v, %v", list, err)
	}
	if g := m.state(); g.Ply != 0 {
		t.Errorf("the game is at ply %d", g.Ply)
	}
	if chat, err := m.Messages(t.Context(), m.bob.ID, m.id, 0, 10); err != nil || len(chat.Messages) != 0 {
		t.Errorf("%+v, %v", chat, err)
	}
}

func TestTryByReply(t *testing.T) {
	m := newMatch(t)
	m.top(m.mail, "? d1-d4")
	m.wantSettled(mailbox.InboundAnswered)
	answer := m.next("ann@example.org", "Re: Hnefatafl")
	contains(t, answer.text, "The board after d1-d4", "This turn was not played: it is still your turn.")
	if g := m.state(); g.Ply != 0 {
		t.Fatalf("the game is at ply %d", g.Ply)
	}
	m.top(answer, "d1-d4")
	m.wantSettled(mailbox.InboundPlayed)
}

func TestStaleReplyIsAnswered(t *testing.T) {
	m := newMatch(t)
	m.top(m.mail, "d1-d4")
	m.wantSettled(mailbox.InboundPlayed)
	m.top(m.next("bob@example.org", "Your turn against ann"), "e4-d4") // of either kind
	<-m.settled
	m.top(m.mail, "d1-d3")
	m.wantSettled(mailbox.InboundRejected)
	contains(t, m.next("ann@example.org", "Re: Hnefatafl").text, "The game has gone on since the mail that you answered")
}

// After a turn by mail, its player can still take it back, or plan what comes next, by another reply to the same mail:
// no later one says more. A turn of the opponent makes both stale, as makes an offer that the player may not have seen.
func TestReplyAfterOwnTurn(t *testing.T) {
	const plan = "plan * : f1-g1"
	for _, c := range []struct {
		text   string
		before func(m *match)
		want   mailbox.InboundResult
	}{
		{"takeback", nil, mailbox.InboundDone},
		{"takeback 1", nil, mailbox.InboundDone},
		{"takeback 2", nil, mailbox.InboundRejected},
		{plan, nil, mailbox.InboundDone},
		{"d1-d3", nil, mailbox.InboundRejected},
		{"takeback 1", func(m *match) { m.play(m.id, m.bob, "") }, mailbox.InboundRejected},
		{plan, func(m *match) { m.play(m.id, m.bob, "") }, mailbox.InboundRejected},
		{"takeback", func(m *match) {
			if _, err := m.NegotiateTakeback(t.Context(), m.bob.ID, m.id, models.MakeOffer, 0); err != nil {
				t.Fatal(err)
			}
		}, mailbox.InboundRejected},
	} {
		m := newMatch(t)
		m.top(m.mail, "d1-d4")
		m.wantSettled(mailbox.InboundPlayed)
		if c.before != nil {
			c.before(m)
		}
		m.top(m.mail, c.text)
		if result := <-m.settled; result != c.want {
			t.Errorf("%s: %s, want %s", c.text, result, c.want)
		}
	}
}

func TestWordsGoWithTurns(t *testing.T) {
	m := newMatch(t)
	m.top(m.mail, "d1-d4\nsay Good luck!\n\nAnn Secret, +48 600 700 800")
	m.wantSettled(mailbox.InboundPlayed)
	l := m.next("bob@example.org", "Your turn against ann")
	contains(t, l.text, "Good luck!")
	if strings.Contains(l.text, "Secret") || strings.Contains(l.text, "600") {
		t.Errorf("said was what nobody said:\n%s", l.text)
	}
	m.top(l, "say You too")
	m.wantSettled(mailbox.InboundDone)
	contains(t, m.next("ann@example.org", "bob writes").text, "You too")
}

func TestUnsaidIsToldOnce(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	m := newMatch(t)
	m.top(m.mail, "d1-d4\n\nBob, I hope your knee is better! Shall we play on Sunday?")
	m.wantSettled(mailbox.InboundPlayed)
	l := m.next("bob@example.org", "Your turn against ann")
	if strings.Contains(l.text, "knee") {
		t.Fatalf("said was what nobody said:\n%s", l.text)
	}
	m.play(m.id, m.bob, "")
	m.Wake()
	told := m.next("ann@example.org", "Your turn against bob")
	contains(t, told.text, "held lines that bob did not get")
	m.settleOutbox() // from then on they count as told
	m.top(told, "show")
	m.wantSettled(mailbox.InboundAnswered)
	if again := m.next("ann@example.org", "Re:"); strings.Contains(again.text, "did not get") {
		t.Errorf("it is told again:\n%s", again.text)
	}
}

func TestCommandsByReply(t *testing.T) {
	t.Parallel()
	t.Run("show and help", func(t *testing.T) {
		m := newMatch(t)
		m.top(m.mail, "show")
		m.wantSettled(mailbox.InboundAnswered)
		contains(t, m.next("ann@example.org", "Re:").text, "You play ", "to move")
		m.top(m.mail, "help")
		m.wantSettled(mailbox.InboundAnswered)
		contains(t, m.next("ann@example.org", "Re:").text, "What a mail can ask for", "the word resign gives the game up")
	})
	t.Run("mute", func(t *testing.T) {
		m := newMatch(t)
		m.top(m.mail, "mute")
		m.wantSettled(mailbox.InboundDone)
		m.play(m.id, m.ann, "")
		m.play(m.id, m.bob, "")
		m.Wake()
		m.nothing("ann@example.org")
	})
	t.Run("away", func(t *testing.T) {
		m := newMatch(t)
		m.top(m.mail, "away 2026-12-24 2026-12-31")
		m.wantSettled(mailbox.InboundDone)
		contains(t, m.next("bob@example.org", "ann will be away").text, "From Thu 24 Dec")
		m.nothing("ann@example.org")
		m.top(m.mail, "away 2026-12-27 2026-12-28")
		m.wantSettled(mailbox.InboundDone)
		contains(t, m.next("ann@example.org", "Re:").text,
			"2026-12-24 to 2026-12-31 → 2026-12-27 to 2026-12-28")
	})
	t.Run("away as the help says", func(t *testing.T) {
		m := newMatch(t)
		m.top(m.mail, "help")
		m.wantSettled(mailbox.InboundAnswered)
		contains(t, strings.Join(strings.Fields(m.next("ann@example.org", "Re:").text), " "), "away 24 Dec to 2 Jan")
		for _, text := range []string{"away 24 Dec to 2 Jan", "Urlaub 24.12. bis 2.1.", "отпуск 24.12 по 2.1"} {
			m.top(m.mail, text)
			m.wantSettled(mailbox.InboundDone)
			p, _, err := m.PlayerByName(t.Context(), "ann")
			if first, last := p.Away.Days(p.TimeZone); err != nil || first != "2026-12-24" || last != "2027-01-02" {
				t.Errorf("%s: from %s to %s, %v", text, first, last, err)
			}
		}
	})
	t.Run("plan", func(t *testing.T) {
		m := newMatch(t)
		m.top(m.mail, "d1-d4\nplan * : f1-g1")
		m.wantSettled(mailbox.InboundPlayed)
		plan, err := m.Plan(t.Context(), m.ann.ID, m.id)
		if err != nil || len(plan.Lines) != 1 || plan.Lines[0] != "* : f1-g1" {
			t.Fatalf("%+v, %v", plan, err)
		}
		m.play(m.id, m.bob, "")
		if g := m.state(); g.Ply != 3 || g.LastTurn.Text != "f1-g1" {
			t.Errorf("ply %d, %+v", g.Ply, g.LastTurn)
		}
	})
	t.Run("plan with a fault", func(t *testing.T) {
		m := newMatch(t)
		m.top(m.mail, "d1-d4\nplan\na1-a2 : f1-g1\n* : f1-h1")
		m.wantSettled(mailbox.InboundRejected)
		text := m.next("ann@example.org", "Your reply did nothing").text
		contains(t, text, "> d1-d4", "> plan a1-a2 : f1-g1", "> * : f1-h1", "Plan: line 1")
		if strings.Contains(text, "Did you mean") {
			t.Errorf("turns like one that is legal are proposed:\n%s", text)
		}
	})
	t.Run("confirmed", func(t *testing.T) {
		m := newMatch(t)
		confirm := models.Values{"confirm_replies": {models.Yes}}
		if _, err := m.UpdateProfile(t.Context(), m.ann.ID, models.ProfilePatch{Values: confirm}); err != nil {
			t.Fatal(err)
		}
		m.top(m.mail, "d1-d4")
		m.wantSettled(mailbox.InboundPlayed)
		contains(t, m.next("ann@example.org", "Re: Hnefatafl").text, "Done: d1-d4.")
	})
	const several = "more than one thing, so nothing was done: "
	const one = "not certain that your reply means this, so nothing was done: "
	ambiguous := map[string]string{
		"d1-d4\n\nd1-d3":                  several + "d1-d4 or d1-d3.",
		"My move: d1-d4\n\n*Draw!*":       several + "d1-d4 (“My move: d1-d4”) or draw (“*Draw!*”).",
		"d1-d4\nplan * : f1-g1\n\nresign": several + "d1-d4 or resign.",
		"draw\n\nplan * : f1-g1":          several + "draw or plan * : f1-g1.",
		"say Good luck!\nd1-d4":           several + "d1-d4 or say Good luck! d1-d4.",
		"I would rather not\nresign":      one + "resign.",
		"d1-d4\n\nAch nein, d1 nach d3":   several + "d1-d4 or d1-d3 (“Ach nein, d1 nach d3”).",
	}
	m := newMatch(t) // which none of these changes
	for _, text := range sample.Every(3, slices.Sorted(maps.Keys(ambiguous))) {
		t.Run("ambiguous: "+text, func(t *testing.T) {
			m.top(m.mail, text)
			m.wantSettled(mailbox.InboundRejected)
			answer := strings.Join(strings.Fields(m.next("ann@example.org", "Re:").text), " ")
			contains(t, answer, ambiguous[text])
			if g := m.state(); g.Ply != 0 {
				t.Errorf("the game is at ply %d", g.Ply)
			}
		})
	}
}
