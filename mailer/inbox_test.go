package mailer

import (
	stdmime "mime"
	"strings"
	"testing"

	"turnpost/models"
	"turnpost/rules/rulestest"
)

func mime(text string) string { return stdmime.QEncoding.Encode("utf-8", text) }

// TestGamesByReply plays a recorded game of each ruleset by replies alone: each turn is mailed over SMTP, answered by a
// program that quotes like a named one, and taken by the listener.
func TestGamesByReply(t *testing.T) {
	for _, ruleset := range []string{"hnefatafl", "hanniball", "sevensages", "bohnduell"} {
		t.Run(ruleset, func(t *testing.T) {
			m := newMailroom(t)
			m.run()
			m.playByMail(ruleset)
		})
	}
}

func (m *mailroom) playByMail(ruleset string) {
	t := m.t
	ann, bob := m.player2("ann"), m.player2("bob")
	variant := m.RulesetInfo(ruleset, "en").Variants[0].ID
	var turns []rulestest.Turn
	for _, g := range rulestest.Games(t, ruleset, variant) {
		if g.Start == "" && len(g.Turns) > 0 && (turns == nil || len(g.Turns) < len(turns)) && len(g.Turns) >= 12 {
			turns = g.Turns
		}
	}
	if turns == nil {
		t.Fatalf("no recorded game of %s %s", ruleset, variant)
	}
	if _, err := m.CreateChallenge(t.Context(), ann, models.NewChallenge{Ruleset: ruleset, Variant: variant, Opponent: "bob", Seat: "first"}); err != nil {
		t.Fatal(err)
	}
	m.Wake()
	m.reply(clients[1], m.next("bob@example.org", "ann challenges you"), "accept")
	m.wantSettled(models.InboundDone)
	players := [2]models.Player{ann, bob}
	var id string
	for i, turn := range turns[:min(len(turns), 40)] {
		games, _, err := m.Games(t.Context(), models.GameFilter{Player: "ann", Limit: 1})
		if err != nil || len(games) != 1 {
			t.Fatalf("%d games: %v", len(games), err)
		}
		id = games[0].ID
		mover := players[games[0].ToMove]
		l := m.next(mover.Email, "Your turn against")
		c := clients[i%len(clients)]
		m.reply(c, l, turn.Input)
		m.wantSettled(models.InboundPlayed)
		g, err := m.Game(t.Context(), id)
		if err != nil || g.Ply != i+1 || g.LastTurn.Via != models.ViaMail {
			t.Fatalf("%s: turn %d %q left the game at ply %d: %+v, %v", c.name, i+1, turn.Input, g.Ply, g.LastTurn, err)
		}
	}
	g, err := m.Game(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	if len(turns) <= 40 && g.Status == models.Ongoing {
		t.Errorf("the game is not over")
	}
	if chat, err := m.Messages(t.Context(), ann.ID, id, 0, 10); err != nil || len(chat.Messages) != 0 {
		t.Errorf("something was said that nobody said: %+v, %v", chat.Messages, err)
	}
}

// player2 signs somebody up while the worker runs.
func (m *mailroom) player2(name string) models.Player {
	m.t.Helper()
	address := name + "@example.org"
	if err := m.Register(m.t.Context(), models.NewPlayer{Name: name, Email: address}); err != nil {
		m.t.Fatal(err)
	}
	l := m.next(address, "Your turnpost sign-in code")
	code := codePattern.FindStringSubmatch(l.text)
	if code == nil {
		m.t.Fatalf("no code in %s", l.text)
	}
	_, p, err := m.SignIn(m.t.Context(), address, strings.TrimSpace(code[1]), "test")
	if err != nil {
		m.t.Fatal(err)
	}
	return p
}
