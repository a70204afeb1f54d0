package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"text/template"
	"time"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/challenge"
	"turnpost/models/linktext"
	"turnpost/models/store"
	"turnpost/rules"
)

type demoCommand struct{ settings }

// Run serves as usual, with two players, a game between them, and one against the house. It refuses to send real mail,
// since the players' addresses are invented.
func (c *demoCommand) Run(p *program) error {
	if !strings.HasPrefix(c.SMTP, "file:") {
		return errors.New("demo writes its mail to a folder only; leave --smtp out, or give file:FOLDER")
	}
	if err := c.useDemoDefaults(); err != nil {
		return err
	}
	d, err := prepareDemo(p, &c.settings)
	if err != nil {
		return err
	}
	return serve(p, &c.settings, func(s *server) error {
		d.URL, d.Mail, d.Database = s.baseURL, strings.TrimPrefix(c.SMTP, "file:"), c.Database
		if err := d.addPages(p.ctx, s.store); err != nil {
			return err
		}
		return d.print(p.out)
	})
}

// print writes the text of the demo in one piece: the log is written to the same terminal meanwhile.
func (d *demo) print(to io.Writer) error {
	var text strings.Builder
	if err := demoText.Execute(&text, d); err != nil {
		return err
	}
	_, err := io.WriteString(to, text.String())
	return err
}

// demoFolder is the default folder of the demo's database and mail. It keeps the invented players out of a server that
// is started in the same folder later.
const demoFolder = "demo"

// useDemoDefaults replaces the defaults of settings by the demo's.
func (c *demoCommand) useDemoDefaults() error {
	if c.Listen == "127.0.0.1:8080" {
		c.Listen = "127.0.0.1:8081"
	}
	if c.SMTP == "file:mail" {
		c.SMTP = "file:" + demoFolder + "/mail"
	}
	if !c.replies() {
		c.InboundPipe = true // for replies by turnpost inbound
	}
	if c.Database != "turnpost.db" {
		return nil
	}
	c.Database = demoFolder + "/turnpost.db"
	return os.MkdirAll(demoFolder, 0o755)
}

// prepareDemo stores the game before a mail worker runs, which would send the codes.
func prepareDemo(p *program, s *settings) (d *demo, err error) {
	store, err := store.Open(p.ctx, store.Options{
		Database: s.Database, Existing: s.Create == "no", Copy: s.backsUp(), Log: newLog(p.err),
	})
	if err != nil {
		return nil, s.explainMissing(err)
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	return newDemo(p.ctx, store)
}

// demo is a game under way with the tokens of its players.
type demo struct {
	Ann, Bob            string
	AnnToken, BobToken  string
	Game, HouseGame     string
	Page, HousePage     string // links to the games' pages, without signing in
	ann                 models.Player
	Turn, Answer        string
	URL, Mail, Database string
}

// demoTurns are the opening of a game on 11×11; the first player is to move next.
var demoTurns = []string{"d1-d4", "e7-e9", "a4-c4", "g5-g3"}

func newDemo(ctx context.Context, store *store.Store) (*demo, error) {
	var players [2]models.Player
	d := &demo{Turn: "h1-h4", Answer: "e5-e2"}
	for i, name := range []string{"ann", "bob"} {
		var token string
		var err error
		if token, players[i], err = demoPlayer(ctx, store, name); err != nil {
			return nil, err
		}
		if i == 0 {
			d.AnnToken, d.Ann = token, players[i].Name
		} else {
			d.BobToken, d.Bob = token, players[i].Name
		}
	}
	offer, err := store.CreateChallenge(ctx, players[0], challenge.NewChallenge{
		Ruleset: "hnefatafl", Opponent: players[1].Name, Seat: "first", Message: "A game by post?",
	})
	if err != nil {
		return nil, err
	}
	game, err := store.AcceptChallenge(ctx, players[1], offer.ID)
	if err != nil {
		return nil, err
	}
	d.Game, d.ann = game.ID, players[0]
	for i, turn := range demoTurns {
		in := models.TurnInput{Game: game.ID, Player: players[i%2].ID, Text: turn, Via: models.ViaHTTP}
		if _, err := store.PlayTurn(ctx, in); err != nil {
			return nil, err
		}
	}
	against, err := store.CreateChallenge(ctx, players[0], challenge.NewChallenge{
		Ruleset: "hnefatafl", Variant: "7x7", Opponent: models.HouseName(rules.Easy), Seat: "first",
	})
	d.HouseGame = against.GameID
	return d, err
}

// addPages makes the links to the pages of the first player's games, which the mails have too.
func (d *demo) addPages(ctx context.Context, store *store.Store) error {
	for game, to := range map[string]*string{d.Game: &d.Page, d.HouseGame: &d.HousePage} {
		link, err := store.Admin().PageLink(ctx, d.ann.ID, game)
		if err != nil {
			return err
		}
		*to = linktext.Short(link)
	}
	return nil
}

// demoPlayer registers a player under a name, with a number after it if it is taken, and signs them in.
func demoPlayer(ctx context.Context, store *store.Store, name string) (token string, p models.Player, err error) {
	for n := 1; ; n++ {
		try := name
		if n > 1 {
			try = fmt.Sprintf("%s%d", name, n)
		}
		address := try + "@example.org"
		known, err := store.KnowsAddress(ctx, address)
		if err != nil {
			return "", p, err
		}
		if known {
			continue
		}
		err = store.Register(ctx, account.NewPlayer{Name: try, Email: address})
		if models.CodeOf(err) == models.CodeNameTaken {
			continue
		}
		if err != nil {
			return "", p, err
		}
		code, err := readCode(ctx, store, address)
		if err != nil {
			return "", p, err
		}
		created, p, err := store.SignIn(ctx, address, code, account.NewToken{Label: "demo"})
		return created.Secret, p, err
	}
}

// readCode takes the sign-in code for an address out of the outbox.
func readCode(ctx context.Context, store *store.Store, address string) (string, error) {
	code := ""
	for code == "" {
		claims, err := store.ClaimNotices(ctx, 10, time.Minute)
		if err != nil {
			return "", err
		}
		for _, c := range claims {
			content, err := store.ComposeContent(ctx, c)
			if err != nil {
				return "", err
			}
			if content != nil && content.Kind == models.KindCode && content.To.Email == address {
				code = content.Code
				err = store.Settle(ctx, c.Sent())
			} else if content != nil {
				err = store.Settle(ctx, c.Again(time.Now(), ""))
			}
			if err != nil {
				return "", err
			}
		}
		if len(claims) == 0 {
			return "", fmt.Errorf("the mail with the code for %s did not come", address)
		}
	}
	return code, nil
}

var demoText = template.Must(template.New("demo").Parse(`
turnpost serves on {{.URL}} until you stop it with Ctrl-C.
Open this in a browser to play Hnefatafl as {{.Ann}} against the house, without signing in:

  {{.URL}}/k/{{.HousePage}}

{{.Ann}} also plays {{.Bob}}, and is to move there:

  {{.URL}}/k/{{.Page}}

The same by curl. Paste these into another terminal:

  # the board
  curl {{.URL}}/v1/games/{{.Game}}/board.txt

  # play a turn as {{.Ann}}
  curl -H 'Authorization: Bearer {{.AnnToken}}' -d '{{.Turn}}' {{.URL}}/v1/games/{{.Game}}/turns

  # the mail that tells {{.Bob}}: open it in a mail program, which can also answer by its link
  ls {{.Mail}}

  # answer as {{.Bob}}
  curl -H 'Authorization: Bearer {{.BobToken}}' -d '{{.Answer}}' {{.URL}}/v1/games/{{.Game}}/turns

  # what waits for {{.Ann}}
  curl -H 'Authorization: Bearer {{.AnnToken}}' {{.URL}}/inbox

The whole API: {{.URL}}/docs/
`))
