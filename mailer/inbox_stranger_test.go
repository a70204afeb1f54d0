package mailer

import (
	"strings"
	"testing"

	"turnpost/models/challenge"
	"turnpost/models/mailbox"
	"turnpost/models/play"
)

func TestStrangersReply(t *testing.T) {
	t.Parallel()
	m := newMailroom(t)
	m.run()
	ann := m.register("ann")
	invite := func(address string) shownMail {
		if _, err := m.CreateChallenge(t.Context(), ann, challenge.NewChallenge{
			Ruleset: "hnefatafl", Opponent: address,
			Seat: "second",
		}); err != nil {
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
	raw := strings.Replace(string(clients[1].compose(l, "accept\nsay Good luck")), "Some Body",
		"=?utf-8?q?Zo=C3=AB_M=C3=BCller?=", 1)
	m.submit("zoe.mueller@example.net", l.replyTo, []byte(raw))
	m.wantSettled(mailbox.InboundDone)
	contains(t, m.next("zoe.mueller@example.net", "Re: ann challenges").text, "your name is Zoe", "/settings")
	turn := m.next("zoe.mueller@example.net", "Your turn against ann")
	contains(t, m.next("ann@example.org", "Zoe").text, "Good luck")
	m.reply(clients[0], turn, "d1-d4")
	m.wantSettled(mailbox.InboundPlayed)
	// The same answer once more does not make another account or game.
	m.reply(clients[1], l, "accept")
	m.wantSettled(mailbox.InboundRejected)
	games, _, err := m.Games(t.Context(), play.GameFilter{Player: "Zoe", Limit: 10})
	if err != nil || len(games) != 1 {
		t.Errorf("%d games: %v", len(games), err)
	}
	// Somebody else of that name gets another one; an existing account keeps its name.
	other := invite("zoe@example.com")
	m.submit("zoe@example.com", other.replyTo, []byte(strings.Replace(string(clients[0].compose(other, "Accept.")),
		"Some Body", "Zoe", 1)))
	m.wantSettled(mailbox.InboundDone)
	contains(t, m.next("zoe@example.com", "Re: ann challenges").text, "your name is Zoe2")
	known := invite("zoe@example.com")
	m.reply(clients[0], known, "accept")
	m.wantSettled(mailbox.InboundDone)
	// Declining makes no account, and says nothing of who it was.
	no := invite("yan@example.com")
	m.reply(clients[0], no, "decline")
	m.wantSettled(mailbox.InboundDone)
	if knows, err := m.KnowsAddress(t.Context(), "yan@example.com"); err != nil || knows {
		t.Errorf("%v, %v", knows, err)
	}
	if said := m.next("ann@example.org", "Whoever you invited declines your challenge"); strings.Contains(said.text,
		"yan") {
		t.Errorf("%s", said.text)
	}
}

// A known player who accepts by mail and does not move first hears at once that the game has begun.
func TestAcceptingIsAnswered(t *testing.T) {
	t.Parallel()
	m := newMailroom(t)
	m.run()
	ann := m.register("ann")
	m.register("bob")
	for _, opponent := range []string{"bob", "bob@example.org"} {
		_, err := m.CreateChallenge(t.Context(), ann, challenge.NewChallenge{
			Ruleset: "hnefatafl", Opponent: opponent, Seat: "first",
		})
		if err != nil {
			t.Fatal(err)
		}
		m.Wake()
		m.reply(clients[0], m.next("bob@example.org", "ann challenges you"), "accept")
		m.wantSettled(mailbox.InboundDone)
		answer := m.next("bob@example.org", "Re: ann challenges")
		contains(t, answer.text, "Your game against ann", "You play Defenders", "ann is to move")
	}
}

// A turn in reply to a challenge, which has no board yet, is understood, and the answer does not say that nothing was.
func TestATurnForAChallengeIsRejected(t *testing.T) {
	m := newMailroom(t)
	m.run()
	ann := m.register("ann")
	if _, err := m.CreateChallenge(t.Context(), ann, challenge.NewChallenge{
		Ruleset: "hnefatafl", Opponent: "zoe@example.net", Seat: "second",
	}); err != nil {
		t.Fatal(err)
	}
	m.Wake()
	challenge := m.next("zoe@example.net", "ann challenges you")
	m.reply(clients[0], challenge, "d1-d4")
	m.wantSettled(mailbox.InboundRejected)
	answer := m.next("zoe@example.net", "Re: ann challenges")
	contains(t, answer.text, "That cannot be done by a reply to this mail", "d1-d4")
	if strings.Contains(answer.text, "No turn") {
		t.Errorf("denies the turn: %s", answer.text)
	}
	m.reply(clients[0], answer, "accept")
	m.wantSettled(mailbox.InboundDone)
}
