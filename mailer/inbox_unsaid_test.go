package mailer

import (
	"strings"
	"testing"

	"turnpost/models/mailbox"
	"turnpost/rules/rulestest/sample"
)

const (
	forBob   = "What a fine game this is, and what a pity that the winter is so long and so dark here!"
	readyFor = "> say What a fine game this is, and what a pity that the winter is so"
)

// messages returns the texts of the game's messages.
func (m *match) messages() (texts []string) {
	m.t.Helper()
	chat, err := m.Messages(m.t.Context(), m.ann.ID, m.id, 0, 100)
	if err != nil {
		m.t.Fatal(err)
	}
	for _, message := range chat.Messages {
		texts = append(texts, message.Text)
	}
	return texts
}

// What stood below a turn without the word say is offered back in the player's next mail of the game, once. No answer
// to that mail sends it by quoting the mail, and the line that is offered does send it.
func TestWordsForTheOpponentAreOfferedBack(t *testing.T) {
	sample.Whole(t, "follows words through several mails")
	t.Parallel()
	for _, c := range clients {
		t.Run(c.name, func(t *testing.T) {
			m := newMatch(t)
			m.reply(c, m.mail, "d1-d4\n\n"+forBob)
			m.wantSettled(mailbox.InboundPlayed)
			m.play(m.id, m.bob, "")
			offer := m.next("ann@example.org", "Your turn against bob")
			contains(t, offer.text, "held lines that bob did not get", readyFor)
			m.settleOutbox() // from then on the words count as offered
			m.reply(c, offer, "show")
			m.wantSettled(mailbox.InboundAnswered)
			if answer := m.next("ann@example.org", "Re: "); strings.Contains(answer.text, "did not get") {
				t.Errorf("the words are offered twice:\n%s", answer.text)
			}
			if said := m.messages(); len(said) != 0 {
				t.Fatalf("%q was sent by quoting", said)
			}
			m.reply(c, offer, "say "+forBob)
			m.wantSettled(mailbox.InboundDone)
			if said := m.messages(); len(said) != 1 || said[0] != forBob {
				t.Errorf("%q was sent, want %q", said, forBob)
			}
		})
	}
}

// The answer to a chatty reply without a turn offers its words as well.
func TestChattyReplyIsToldOfSay(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	m := newMatch(t)
	m.top(m.mail, forBob)
	m.wantSettled(mailbox.InboundRejected)
	answer := m.next("ann@example.org", "Re: ")
	contains(t, answer.text, "No turn and no command was found", "what follows the word say", readyFor)
	m.settleOutbox()
	m.top(answer, "say "+forBob)
	m.wantSettled(mailbox.InboundDone)
	if said := m.messages(); len(said) != 1 || said[0] != forBob {
		t.Errorf("%q was sent", said)
	}
	m.play(m.id, m.ann, "")
	m.play(m.id, m.bob, "")
	if l := m.next("ann@example.org", "Your turn against bob"); strings.Contains(l.text, "did not get") {
		t.Errorf("the words are offered once more:\n%s", l.text)
	}
}

// Words beside a command that only asks are offered back in the answer.
func TestWordsBesideAQuestionAreOfferedBack(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	m := newMatch(t)
	m.top(m.mail, "show\n\n"+forBob)
	m.wantSettled(mailbox.InboundAnswered)
	contains(t, m.next("ann@example.org", "Re: ").text, readyFor)
	if said := m.messages(); len(said) != 0 {
		t.Errorf("%q was sent", said)
	}
}
