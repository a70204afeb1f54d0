package mailer

import (
	"testing"

	"turnpost/models"
	"turnpost/models/mailbox"
	"turnpost/rules"
)

// A turn beside words that offer a draw is played. Its player is told at once that the words offered none, also with
// confirmations turned off. The word that the mail names does.
func TestDrawInWordsIsNoOffer(t *testing.T) {
	for _, c := range []struct{ lang, words, says, word string }{
		{"en", "Shall we call it a draw?", "neither offered nor accepted", "draw"},
		{"de", "Wollen wir Remis machen?", "keins angeboten oder angenommen", "Remis"},
		{"ru", "Давай ничью.", "она не предложена и не принята", "ничья"},
	} {
		t.Run(c.lang, func(t *testing.T) {
			m := newMatch(t)
			patch := models.ProfilePatch{Values: models.Values{"locale": {c.lang}}}
			if _, err := m.UpdateProfile(t.Context(), m.ann.ID, patch); err != nil {
				t.Fatal(err)
			}
			m.top(m.mail, "d1-d4\n\n"+c.words)
			m.wantSettled(mailbox.InboundPlayed)
			told := m.next("ann@example.org", "Re: ")
			contains(t, told.text, c.says)
			if g := m.state(); g.Ply != 1 || g.DrawBy != rules.NoSeat {
				t.Fatalf("ply %d, draw by %v", g.Ply, g.DrawBy)
			}
			m.top(told, c.word)
			m.wantSettled(mailbox.InboundDone)
			if g := m.state(); g.DrawBy != rules.First {
				t.Errorf("draw by %v", g.DrawBy)
			}
		})
	}
}

// Chat about draws beside a turn brings its player no mail.
func TestChatAboutADraw(t *testing.T) {
	m := newMatch(t)
	m.top(m.mail, "d1-d4\n\nThat was nearly a draw last time.")
	m.wantSettled(mailbox.InboundPlayed)
	m.nothing("ann@example.org")
}
