package mailer

import (
	"strings"
	"testing"

	"turnpost/models/challenge"
)

// A mail says what its link allows, and has one to forward that allows nothing.
func TestMailsSayWhatTheirLinkDoes(t *testing.T) {
	m := newMatch(t)
	contains(t, m.mail.text, "plays in this game for you, and does not sign in", "The game as everybody may see it:",
		"https://play.example.org/g/"+m.id)
	if !strings.Contains(m.mail.html, `href="https://play.example.org/g/`+m.id+`"`) {
		t.Errorf("the HTML has no link to forward:\n%s", m.mail.html)
	}
	if _, err := m.CreateChallenge(t.Context(), m.ann, challenge.NewChallenge{
		Ruleset: "bohnduell", Opponent: "zoe@example.net",
	}); err != nil {
		t.Fatal(err)
	}
	m.Wake()
	contains(t, m.next("zoe@example.net", "ann challenges you").text, "keep it to yourself")
	if _, err := m.ResignGame(t.Context(), m.ann.ID, m.id); err != nil {
		t.Fatal(err)
	}
	m.Wake()
	if over := m.next("bob@example.org", "You won"); strings.Contains(over.text, "plays in this game") {
		t.Errorf("the link of a game that is over cannot play:\n%s", over.text)
	}
}
