package mailer

import (
	stdmime "mime"
	"strings"
	"testing"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/challenge"
	"turnpost/models/mailbox"
	"turnpost/models/play"
	"turnpost/rules"
	"turnpost/rules/catalog"
	"turnpost/rules/rulestest"
	"turnpost/rules/rulestest/sample"
)

func mime(text string) string { return stdmime.QEncoding.Encode("utf-8", text) }

// minTurns is the least number of turns of a game that is played by mail, where the recorded games allow it.
const minTurns = 5

// TestGamesByReply plays a recorded game of each variant to its end by replies alone: each turn is mailed over SMTP,
// answered with the quoting of a mail program, another one each turn, and received by the listener.
func TestGamesByReply(t *testing.T) {
	t.Parallel()
	for n, ruleset := range catalog.All() {
		info := ruleset.Info("en")
		for i, variant := range info.Variants {
			if sample.Short() && n+i > 0 {
				continue
			}
			t.Run(info.ID+"/"+variant.ID, func(t *testing.T) {
				m := newMailroom(t)
				m.run()
				m.playByMail(info.ID, variant.ID)
			})
		}
	}
}

func (m *mailroom) playByMail(ruleset, variant string) {
	t := m.t.(*testing.T)
	ann, bob := m.register("ann"), m.register("bob")
	recorded := rulestest.FinishedGame(t, ruleset, variant, minTurns)
	challenge := challenge.NewChallenge{Ruleset: ruleset, Variant: variant, Opponent: "bob", Seat: "first"}
	if _, err := m.CreateChallenge(t.Context(), ann, challenge); err != nil {
		t.Fatal(err)
	}
	m.Wake()
	m.reply(clients[1], m.next("bob@example.org", "ann challenges you"), "accept")
	m.wantSettled(mailbox.InboundDone)
	games, _, err := m.Games(t.Context(), play.GameFilter{Player: "ann", Limit: 1})
	if err != nil || len(games) != 1 {
		t.Fatalf("%d games: %v", len(games), err)
	}
	g, players := games[0], [2]models.Player{ann, bob}
	for i, turn := range recorded.Turns {
		c := clients[i%len(clients)]
		m.reply(c, m.next(players[g.ToMove].Email, "Your turn against"), turn.Input)
		m.wantSettled(mailbox.InboundPlayed)
		if g, err = m.Game(t.Context(), g.ID); err != nil {
			t.Fatal(err)
		}
		if g.Ply != i+1 || g.LastTurn.Via != models.ViaMail || g.LastTurn.Text != turn.Canonical {
			t.Fatalf("%s: turn %d %q left the game at ply %d: %+v", c.name, i+1, turn.Input, g.Ply, g.LastTurn)
		}
	}
	info := m.RulesetInfo(ruleset, "en")
	if got := rulestest.Outcome(info, g.Result); got != string(recorded.Outcome) {
		t.Errorf("the game ended with %s, want %s", got, recorded.Outcome)
	}
	for _, p := range players {
		m.next(p.Email, outcomeSubject(g, p.ID))
	}
	if chat, err := m.Messages(t.Context(), ann.ID, g.ID, 0, 10); err != nil || len(chat.Messages) != 0 {
		t.Errorf("something was said that nobody said: %+v, %v", chat.Messages, err)
	}
}

// outcomeSubject is the prefix of the Subject of the mail about a game's end for a player.
func outcomeSubject(g *models.Game, player int64) string {
	switch g.Result.Winner {
	case g.SeatOf(player):
		return "You won"
	case rules.NoSeat:
		return "A draw with"
	}
	return "You lost"
}

// register makes an account while the worker runs.
func (m *mailroom) register(name string) models.Player {
	m.t.Helper()
	address := name + "@example.org"
	if err := m.Register(m.t.Context(), account.NewPlayer{Name: name, Email: address}); err != nil {
		m.t.Fatal(err)
	}
	l := m.next(address, "Your turnpost sign-in code")
	code := codePattern.FindStringSubmatch(l.text)
	if code == nil {
		m.t.Fatalf("no code in %s", l.text)
	}
	_, p, err := m.SignIn(m.t.Context(), address, strings.TrimSpace(code[1]), account.NewToken{Label: "test"})
	if err != nil {
		m.t.Fatal(err)
	}
	return p
}
