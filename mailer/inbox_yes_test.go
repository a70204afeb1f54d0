package mailer

import (
	"strings"
	"testing"

	"turnpost/mailer/reply"
	"turnpost/models"
	"turnpost/models/mailbox"
	"turnpost/rules"
	"turnpost/rules/rulestest/sample"
)

// Every question that a mail asks takes yes, in every language.
func TestYes(t *testing.T) {
	for _, c := range sample.Every(3, []struct {
		lang, typed, yes string
		asks             mailbox.InboundResult
		want             mailbox.InboundResult
		over             bool
	}{
		{"en", "resign", "yes", mailbox.InboundAnswered, mailbox.InboundDone, true},
		{"de", "aufgeben", "Ja", mailbox.InboundAnswered, mailbox.InboundDone, true},
		{"ru", "сдаюсь", "да", mailbox.InboundAnswered, mailbox.InboundDone, true},
		{"en", "? d1-d4", "Yes, please", mailbox.InboundAnswered, mailbox.InboundPlayed, false},
		{"de", "d1-d4\n🤔", "ja", mailbox.InboundRejected, mailbox.InboundPlayed, false},
		{"en", "? d1-d4", "👍🏽", mailbox.InboundAnswered, mailbox.InboundPlayed, false},
		{"en", "d1-d4\n?", "✅", mailbox.InboundRejected, mailbox.InboundPlayed, false},
		{"en", "resign", "Yep!", mailbox.InboundAnswered, mailbox.InboundDone, true},
		{"en", "? d1-d4", "y", mailbox.InboundAnswered, mailbox.InboundPlayed, false},
		{"en", "? d1-d4", "Yes, do it.", mailbox.InboundAnswered, mailbox.InboundPlayed, false},
		{"de", "? d1-d4", "Jawohl", mailbox.InboundAnswered, mailbox.InboundPlayed, false},
		{"ru", "? d1-d4", "Конечно!", mailbox.InboundAnswered, mailbox.InboundPlayed, false},
		{"en", "? d1-d4", "👍?", mailbox.InboundAnswered, mailbox.InboundRejected, false},
		{"en", "? d1-d4", "👎", mailbox.InboundAnswered, mailbox.InboundRejected, false},
		{"ru", "I would rather not\nresign", "Да", mailbox.InboundRejected, mailbox.InboundAnswered, false}, // asks again
		{"en", "d1-d4\n\nd1-d3", "yes", mailbox.InboundRejected, mailbox.InboundRejected, false},            // which one?
	}) {
		t.Run(c.lang+" "+c.typed, func(t *testing.T) {
			m := newMatch(t)
			patch := models.ProfilePatch{Values: models.Values{"locale": {c.lang}}}
			if _, err := m.UpdateProfile(t.Context(), m.ann.ID, patch); err != nil {
				t.Fatal(err)
			}
			m.top(m.mail, c.typed)
			m.wantSettled(c.asks)
			m.top(m.next("ann@example.org", "Re:"), c.yes)
			m.wantSettled(c.want)
			g := m.state()
			if g.Ply == 1 != (c.want == mailbox.InboundPlayed) || (g.Status == models.Finished) != c.over {
				t.Errorf("ply %d, %s", g.Ply, g.Status)
			}
		})
	}
}

// The help names every command of a reply and of the desk.
func TestHelpNamesEveryCommand(t *testing.T) {
	m := newMatch(t)
	m.top(m.mail, "help")
	m.wantSettled(mailbox.InboundAnswered)
	text := strings.Join(strings.Fields(m.next("ann@example.org", "Re:").text), " ")
	verbs := []reply.Verb{reply.Say, reply.Note, reply.Plan}
	for v := range gameCommands {
		verbs = append(verbs, v)
	}
	for v := range deskAnswers {
		verbs = append(verbs, v)
	}
	for v := range deskChanges {
		verbs = append(verbs, v)
	}
	for _, v := range verbs {
		switch v {
		case "", reply.Turn, reply.Try, reply.ResignNow: // told in other words
		case reply.Yes, reply.Register: // an answer to a question, and for those without an account
		default:
			if word := rules.CommandWords("en", strings.ReplaceAll(string(v), " ", "_"))[0]; !strings.Contains(text, word) {
				t.Errorf("the help lacks %q", word)
			}
		}
	}
}
