package mailer

import (
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/challenge"
	"turnpost/models/mailbox"
	"turnpost/models/play"
	"turnpost/rules"
)

// A game with the house is played by mail: the turn of the house is mailed at once after a turn by mail, and a rematch
// by mail begins at once.
func TestTheHouseByMail(t *testing.T) {
	m := newMailroom(t)
	m.run()
	ann := m.register("ann")
	m.confirm(ann, models.ConfirmNever)
	c, err := m.CreateChallenge(t.Context(), ann, challenge.NewChallenge{
		Ruleset: "hnefatafl", Variant: "7x7", Seat: "first", Opponent: models.HouseName(rules.Easy),
	})
	if err != nil {
		t.Fatal(err)
	}
	house := c.Begun.Players[1].ID
	plays := func(game, turn string) {
		t.Helper()
		_, err := m.PlayTurn(t.Context(), models.TurnInput{Game: game, Player: house, Text: turn, Via: models.ViaHouse})
		if err != nil {
			t.Fatal(err)
		}
	}
	m.Clock.Advance(5 * time.Minute)
	m.Wake()
	m.reply(clients[1], m.next("ann@example.org", "Your turn against"), "d1-c1")
	m.wantSettled(mailbox.InboundPlayed)
	plays(c.GameID, "d3-c3")
	m.reply(clients[1], m.next("ann@example.org", "Your turn against"), "resign now")
	m.wantSettled(mailbox.InboundDone)
	m.reply(clients[1], m.next("ann@example.org", ""), "rematch")
	m.wantSettled(mailbox.InboundDone)
	games, _, err := m.Games(t.Context(), play.GameFilter{Player: "ann", Status: models.Ongoing, Limit: 10})
	if err != nil || len(games) != 1 || games[0].Players[0].ID != house {
		t.Fatalf("%d games, %v", len(games), err)
	}
	plays(games[0].ID, "d1-c1")
	m.next("ann@example.org", "Your turn against")
}
