package mailer

import (
	"regexp"
	"strings"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/challenge"
	"turnpost/rules"
)

var codePattern = regexp.MustCompile(`(?m)^    (\d{8})\r?$`)

// player makes an account by the code in its mail.
func (o *office) player(name string) models.Player {
	o.t.Helper()
	address := name + "@example.org"
	if err := o.Register(o.t.Context(), account.NewPlayer{
		Name: name, Email: address,
		TimeZone: "Europe/Warsaw",
	}); err != nil {
		o.t.Fatal(err)
	}
	before := len(o.mails())
	stop := o.start(o.config())
	o.want(OutcomeSent)
	stop()
	mails := o.mails()[before:]
	if len(mails) != 1 || mails[0].to != address {
		o.t.Fatalf("%d mails came, want one to %s", len(mails), address)
	}
	code := codePattern.FindStringSubmatch(mails[0].parse(o.t).Text)
	if code == nil {
		o.t.Fatalf("there is no code in %s", mails[0].raw)
	}
	_, player, err := o.SignIn(o.t.Context(), address, code[1], account.NewToken{Label: "test"})
	if err != nil {
		o.t.Fatal(err)
	}
	return player
}

// game begins a game in which the first player moves first. Two notices are queued then: the acceptance of the
// challenge, and the first player's turn.
func (o *office) game(first, second models.Player) *models.Game {
	o.t.Helper()
	c, err := o.CreateChallenge(o.t.Context(), first, challenge.NewChallenge{
		Ruleset: "hnefatafl", Variant: "9x9",
		Opponent: second.Name, Seat: "first",
	})
	if err != nil {
		o.t.Fatal(err)
	}
	g, err := o.AcceptChallenge(o.t.Context(), second, c.ID)
	if err != nil {
		o.t.Fatal(err)
	}
	return g
}

// play plays the first legal turn, of as few steps as possible.
func (o *office) play(game string, p models.Player, message string) *models.Game {
	o.t.Helper()
	g, err := o.Game(o.t.Context(), game)
	if err != nil {
		o.t.Fatal(err)
	}
	turn := ""
	for next := (rules.Options{}); !next.MayEnd; {
		if next, err = o.NextSteps(g, turn); err != nil {
			o.t.Fatal(err)
		}
		if !next.MayEnd {
			turn = strings.TrimSpace(turn + " " + next.Steps[0].Text)
		}
	}
	g, err = o.PlayTurn(o.t.Context(), models.TurnInput{
		Game: game, Player: p.ID, Text: turn,
		Message: message, Via: models.ViaHTTP,
	})
	if err != nil {
		o.t.Fatal(err)
	}
	return g
}
