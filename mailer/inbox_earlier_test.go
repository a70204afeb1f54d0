package mailer

import (
	"strings"
	"testing"

	"turnpost/models/mailbox"
	"turnpost/rules/rulestest/sample"
)

// Replies to mails that were sent when each mail of a game had another subject are read as before: our subject in the
// header of an original without quote marks is ours, and the answer keeps the subject that the player's program shows.
func TestRepliesToMailsWithEarlierSubjects(t *testing.T) {
	sample.Whole(t, "replies to mails of earlier versions")
	t.Parallel()
	const earlier = "Your turn against bob · Hnefatafl 9×9 · turn 1 · due Tue 24 Nov 11:15 CET"
	for _, c := range clients {
		t.Run(c.name, func(t *testing.T) {
			m := newMatch(t)
			sent := m.mail
			sent.subject = earlier
			m.reply(c, sent, "? d1-d4")
			m.wantSettled(mailbox.InboundAnswered)
			answer := m.next("ann@example.org", "Re: "+earlier)
			contains(t, answer.text, "The board after d1-d4")
			m.reply(c, sent, "d1-d4")
			m.wantSettled(mailbox.InboundPlayed)
		})
	}
}

// The answer to a reply has the subject of its game behind "Re:", however the player's program marks answers.
func TestAnswersHaveTheSubjectOfTheGame(t *testing.T) {
	m := newMatch(t)
	subject := m.mail.subject
	if subject != "Hnefatafl 9×9 with bob (game "+m.id+")" {
		t.Fatalf("the subject is %q", subject)
	}
	for _, mark := range []string{"", "Re: ", "AW: ", "Antw: Re: ", "RE[2]: "} {
		sent := m.mail
		sent.subject = mark + subject
		m.top(sent, "show")
		m.wantSettled(mailbox.InboundAnswered)
		if l := m.next("ann@example.org", "Re: "); l.subject != "Re: "+subject {
			t.Errorf("the answer to %q has the subject %q", sent.subject, l.subject)
		}
	}
	sent := m.mail
	sent.subject = "A game of ours"
	m.top(sent, "show")
	m.wantSettled(mailbox.InboundAnswered)
	if l := m.next("ann@example.org", "Re: "); !strings.HasSuffix(l.subject, "Re: A game of ours") {
		t.Errorf("the answer has the subject %q", l.subject)
	}
}

func TestWithoutRe(t *testing.T) {
	for subject, want := range map[string]string{
		"Re: RE:re: A game":                  "A game",
		"A game, re: yours":                  "A game, re: yours",
		"Re: ":                               "",
		"Re: \u023a\u023a\u023a":             "\u023a\u023a\u023a", // each grows by a byte in lower case
		"Re: \u023e\u023e\u023e\u023e\u023e": "\u023e\u023e\u023e\u023e\u023e",
		"Re: \u0130\u0130":                   "\u0130\u0130", // and these shrink
		"r\u0130:":                           "r\u0130:",
		"\u017fe:":                           "\u017fe:",
	} {
		if got := withoutRe(subject); got != want {
			t.Errorf("%q: %q, want %q", subject, got, want)
		}
	}
}
