package mailer

import (
	"net/url"
	"regexp"
	"strings"
	"testing"

	"turnpost/models"
	"turnpost/models/challenge"
	"turnpost/models/mailbox"
	"turnpost/models/play"
	"turnpost/rules/rulestest/sample"
)

// addressBelow returns the reply address in a mail's text below a line that contains some words.
func addressBelow(t *testing.T, text, words string) string {
	t.Helper()
	_, rest, found := strings.Cut(text, words)
	address := regexp.MustCompile(`play\+[a-z2-7]+@mail\.example\.org`).FindString(rest)
	if !found || address == "" {
		t.Fatalf("no address below %q in\n%s", words, text)
	}
	return address
}

// mailto returns the first URL in a mail's HTML that begins a mail to an address.
func mailto(t *testing.T, html, address string) *url.URL {
	t.Helper()
	for _, m := range regexp.MustCompile(`href="(mailto:[^"]+)"`).FindAllStringSubmatch(html, -1) {
		u, err := url.Parse(strings.ReplaceAll(m[1], "&amp;", "&"))
		if err != nil {
			t.Fatal(err)
		}
		if to, err := url.PathUnescape(u.Opaque); err == nil && to == address {
			return u
		}
	}
	t.Fatalf("the HTML has no mail to %s", address)
	return nil
}

// fresh is a new mail of ann, which answers none.
func fresh(to, subject, text string) []byte {
	return []byte("From: Some Body <ann@example.org>\r\nTo: " + to + "\r\nSubject: " + subject +
		"\r\nMessage-ID: <" + subject + strings.Fields(text)[0] + "@client.example.org>\r\n" +
		"Date: Sat, 21 Nov 2026 11:20:00 +0100\r\n" + "MIME-Version: 1.0\r\n" +
		"Content-Type: text/plain; charset=utf-8\r\n\r\n" + text + "\r\n")
}

func TestGamesAreAnsweredFromOneMail(t *testing.T) {
	t.Parallel()
	m := newMatch(t)
	carol := m.register("carol")
	other := m.game(m.ann, carol)
	theirs := m.game(m.bob, m.ann)
	if _, err := m.CreateChallenge(t.Context(), carol, challenge.NewChallenge{
		Opponent: "ann", Ruleset: "hanniball", Message: "Again?",
	}); err != nil {
		t.Fatal(err)
	}
	m.top(m.mail, "games")
	m.wantSettled(mailbox.InboundAnswered)
	l := m.next("ann@example.org", "Re: ")
	contains(t, l.text, "3 things wait for you", "Hnefatafl 9×9 against bob, turn 1", "Hnefatafl 9×9 against carol",
		"HanniBall", "What waits for others", "Hnefatafl 9×9 against bob, turn 1: bob is to move until")
	if n := strings.Count(l.html, "cid:"); n != 2 {
		t.Errorf("%d boards are shown", n)
	}
	to := addressBelow(t, l.text, "against carol, turn")
	if subject := mailto(t, l.html, to).Query().Get("subject"); !strings.Contains(subject, "carol") {
		t.Errorf("the subject of the mail to begin is %q", subject)
	}
	m.submit("ann@example.org", to, fresh(to, "a-turn", "d1-d4"))
	m.wantSettled(mailbox.InboundPlayed)
	if g, err := m.Game(t.Context(), other.ID); err != nil || g.Ply != 1 {
		t.Errorf("%+v, %v", g, err)
	}
	if g := m.state(); g.Ply != 0 {
		t.Error("the turn was played in the other game")
	}
	accept := addressBelow(t, l.text, "HanniBall")
	if body := mailto(t, l.html, accept).Query().Get("body"); body != "accept" {
		t.Errorf("the text of the mail to begin is %q", body)
	}
	m.submit("ann@example.org", accept, fresh(accept, "a-challenge", "accept"))
	m.wantSettled(mailbox.InboundDone)
	if g, err := m.Game(t.Context(), theirs.ID); err != nil || g.Ply != 0 {
		t.Errorf("%+v, %v", g, err)
	}
	m.top(l, "d1-d4") // which game is meant, nobody knows
	m.wantSettled(mailbox.InboundRejected)
}

func TestManyGamesAreListedInBounds(t *testing.T) {
	sample.Whole(t, "makes many games")
	m := newMatch(t)
	for range 13 {
		m.game(m.ann, m.bob)
	}
	m.top(m.mail, "games")
	m.wantSettled(mailbox.InboundAnswered)
	l := m.next("ann@example.org", "Re: ")
	contains(t, l.text, "14 things wait for you")
	if n := strings.Count(l.html, "cid:"); n != 10 {
		t.Errorf("%d boards are shown", n)
	}
	if n := strings.Count(l.html, "mailto:"); n != 14 {
		t.Errorf("%d games can be answered", n)
	}
}

func TestOpenChallengesAreAcceptedFromOneMail(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	t.Parallel()
	m := newMatch(t)
	for _, ruleset := range []string{"hanniball", "bohnduell"} {
		if _, err := m.CreateChallenge(t.Context(), m.bob, challenge.NewChallenge{Ruleset: ruleset}); err != nil {
			t.Fatal(err)
		}
	}
	m.top(m.mail, "open")
	m.wantSettled(mailbox.InboundAnswered)
	l := m.next("ann@example.org", "Re: ")
	contains(t, l.text, "2 open challenges", "BohnDuell", "HanniBall", "bob: new here, with few turns so far.")
	to := addressBelow(t, l.text, "HanniBall")
	m.submit("ann@example.org", to, fresh(to, "an-open-one", "accept"))
	m.wantSettled(mailbox.InboundDone)
	games, _, err := m.Games(t.Context(), play.GameFilter{Player: "ann", Ruleset: "hanniball", Limit: 5})
	if err != nil || len(games) != 1 {
		t.Errorf("%d games, %v", len(games), err)
	}
	m.submit("bob@example.org", to, []byte(strings.ReplaceAll(string(fresh(to, "forged", "accept")), "ann@", "bob@")))
	m.wantSettled(mailbox.InboundWrongSender)
}

func TestRulesByMail(t *testing.T) {
	t.Parallel()
	m := newMatch(t)
	for _, c := range sample.Every(4, []struct{ typed, name string }{
		{"rules", "Hnefatafl"},
		{"Rules HANNIBALL", "HanniBall"},
		{"rules 7 sages", "7 Sages"},
		{"rules Bohn-Duell", "BohnDuell"},
		{"rules hannibal", "HanniBall"},
	}) {
		m.top(m.mail, c.typed)
		m.wantSettled(mailbox.InboundAnswered)
		l := m.next("ann@example.org", "Re: ")
		contains(t, l.text, "The rules of "+c.name, "The rules with pictures")
	}
}

func TestHistoryAndRecordByMail(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	m := newMatch(t)
	m.top(m.mail, "history")
	m.wantSettled(mailbox.InboundAnswered)
	contains(t, m.next("ann@example.org", "Re: ").text, "No turn has been played yet.")
	m.top(m.mail, "d1-d4")
	m.wantSettled(mailbox.InboundPlayed)
	m.top(m.mail, "history")
	m.wantSettled(mailbox.InboundAnswered)
	contains(t, m.next("ann@example.org", "Re: ").text, "The turns of a game of Hnefatafl 9×9", "1. d1-d4", "ann moved")
	m.top(m.mail, "record "+m.id)
	m.wantSettled(mailbox.InboundAnswered)
	contains(t, m.next("ann@example.org", "Re: ").text, "The record of a game", "d1-d4", m.id)
	m.top(m.mail, "history zzzzzzzz")
	m.wantSettled(mailbox.InboundRejected)
}

func TestFirstTurnsByMailAreConfirmed(t *testing.T) {
	sample.Whole(t, "begins many games")
	t.Parallel()
	m := newMatch(t)
	m.confirm(m.ann, models.ConfirmFirst)
	games := []*models.Game{}
	for range 4 {
		games = append(games, m.game(m.ann, m.bob))
	}
	for range games { // their first turns are played by other mails, and would drop these
		m.next("ann@example.org", "Your turn against bob")
	}
	m.top(m.mail, "games")
	m.wantSettled(mailbox.InboundAnswered)
	list := m.next("ann@example.org", "Re: ")
	addresses := regexp.MustCompile(`play\+[a-z2-7]+@mail\.example\.org`).FindAllString(list.text, -1)
	for i, to := range addresses[:4] {
		m.submit("ann@example.org", to, fresh(to, "turn-"+string(rune('a'+i)), "d1-d4"))
		m.wantSettled(mailbox.InboundPlayed)
		if i < 3 {
			l := m.next("ann@example.org", "Re: ")
			contains(t, l.text, "Your turn was played", "confirms")
			if !strings.Contains(l.html, "cid:") {
				t.Error("the mail shows no board")
			}
		}
	}
	m.nothing("ann@example.org")
	m.confirm(m.ann, models.ConfirmAlways)
	to := addresses[4]
	m.submit("ann@example.org", to, fresh(to, "turn-last", "d1-d4"))
	m.wantSettled(mailbox.InboundPlayed)
	contains(t, m.next("ann@example.org", "Re: ").text, "Your turn was played")
}
