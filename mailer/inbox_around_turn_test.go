package mailer

import (
	"strings"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/mailbox"
	"turnpost/rules/rulestest/sample"
)

// A mail of a turn has the turn before the last one, the opponent's time, and how many games await the reader.
func TestTurnMailTellsWhatIsAroundTheTurn(t *testing.T) {
	o := newOffice(t)
	ann, bob := o.player("ann"), o.player("bob")
	g := o.game(ann, bob)
	o.game(bob, ann) // bob begins, so that it awaits him as well
	o.drain(2)
	o.play(g.ID, ann, "")
	text := o.wantNext("Your turn against ann", "ann moved an attacker", "ann has 3 days for the next turn.",
		"Your games (2 wait for you): https://play.example.org/inbox", "https://play.example.org/settings")
	if strings.Contains(text, "The turn before") {
		t.Errorf("there is a turn before the first:\n%s", text)
	}
	o.play(g.ID, bob, "")
	o.wantNext("Your turn against bob", "bob moved a defender", "Your turn before: ann moved an attacker",
		"Your games (1 waits for you)")
	if _, err := o.SetVacation(t.Context(), bob.ID, "2026-11-21", "2026-11-24"); err != nil {
		t.Fatal(err)
	}
	o.drain(1)
	o.play(g.ID, ann, "")
	o.next()
	if _, err := o.NegotiateTakeback(t.Context(), bob.ID, g.ID, models.MakeOffer, 2); err != nil {
		t.Fatal(err)
	}
	o.pass(time.Second)
	o.wantNext("bob offers a takeback", "The turn before: bob moved a defender", "bob is to move by",
		"That clock is stopped: bob is on vacation until the end of Tue 24 Nov")
}

// revokeTokens revokes the tokens that a player has made.
func (o *office) revokeTokens(p models.Player) {
	o.t.Helper()
	tokens, err := o.Tokens(o.t.Context(), p.ID)
	if err != nil || len(tokens) == 0 {
		o.t.Fatalf("%d tokens, %v", len(tokens), err)
	}
	for _, token := range tokens {
		if err := o.RevokeToken(o.t.Context(), p.ID, token.ID); err != nil {
			o.t.Fatal(err)
		}
	}
}

// Only players who have made an access token read commands for curl.
func TestCommandsAreForPlayersWithAToken(t *testing.T) {
	o := newOffice(t)
	ann, bob := o.player("ann"), o.player("bob") // who have signed in for a token
	g := o.game(ann, bob)
	wants := func(command bool) {
		t.Helper()
		if _, text := o.next(); strings.Contains(text, "curl") != command {
			t.Errorf("a command: %v, want %v in\n%s", !command, command, text)
		}
	}
	wants(true)
	o.play(g.ID, ann, "")
	wants(true)
	o.revokeTokens(bob)
	if _, err := o.NegotiateDraw(t.Context(), ann.ID, g.ID, models.MakeOffer); err != nil {
		t.Fatal(err)
	}
	wants(false)
}

// A reply to a mail that was sent with a command is read as before, also where its quotation has no marks.
func TestRepliesToMailsWithCommands(t *testing.T) {
	sample.Whole(t, "replies to mails of earlier versions")
	t.Parallel()
	for _, c := range clients {
		m := newMatch(t)
		m.play(m.id, m.ann, "")
		l := m.next("bob@example.org", "Your turn against ann")
		contains(t, l.text, "By curl")
		m.revokeTokens(m.bob)
		m.reply(c, l, "e4-d4")
		m.wantSettled(mailbox.InboundPlayed)
	}
}
