package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"turnpost/mailer"
	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/admin"
	"turnpost/models/names"
	"turnpost/models/store"
	"turnpost/rules"
	"turnpost/rules/phrase"
)

// ignoreEOF returns nil for the end of the input, which means no.
func ignoreEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// onPlayer finds an account, prints the consequences of an act, asks for confirmation, and does it.
func (a *adminCommand) onPlayer(
	p *program, name string, what func(admin.Player) string,
	do func(*store.Store, admin.Player) error, done string,
) error {
	return a.open(p, func(store *store.Store) error {
		o, err := store.Admin().Player(p.ctx, name)
		if err != nil {
			return err
		}
		a.acts.about.PlayerID = o.ID
		if err := a.confirm(p, "%s", what(o)); err != nil {
			return err
		}
		if err := do(store, o); err != nil {
			return err
		}
		_, err = fmt.Fprintf(p.out, done+"\n", o.Name)
		return err
	})
}

type adminBot struct {
	Name string `arg:"" help:"Name of the account."`
	Off  bool   `once:"" help:"A person plays, no program."`
}

// Run says that a program plays an account's turns, or that it does not.
func (c *adminBot) Run(p *program, a *adminCommand) error {
	return a.onPlayer(p, c.Name, func(o admin.Player) string {
		if c.Off {
			return fmt.Sprintf("say that a person plays as %s; games that begin from now on may be rated", nameAndAddress(o))
		}
		return fmt.Sprintf("mark %s as a bot, whose name ends with %s; its games are not rated from now on, %s included",
			nameAndAddress(o), names.BotMark, count(o.Ongoing, "running game"))
	}, func(s *store.Store, o admin.Player) error { return s.Admin().SetBot(p.ctx, o.Name, !c.Off) }, "done for %s")
}

type adminBan struct {
	Name string `arg:"" help:"Name of the account."`
}

// Run bans an account.
func (c *adminBan) Run(p *program, a *adminCommand) error {
	return a.onPlayer(p, c.Name, func(o admin.Player) string {
		return fmt.Sprintf("ban %s: revoke %s, close %s, end %s (won by the opponent, "+
			"or aborted where a side has not played yet), and mail them nothing more",
			nameAndAddress(o), count(o.Tokens, "token"), count(o.Challenges, "open challenge"), count(o.Ongoing, "running game"))
	}, func(s *store.Store, o admin.Player) error { return s.Admin().BanPlayer(p.ctx, o.Name) }, "%s is banned")
}

type adminUnban struct {
	Name string `arg:"" help:"Name of the account."`
}

// Run lifts a ban.
func (c *adminUnban) Run(p *program, a *adminCommand) error {
	return a.onPlayer(p, c.Name, func(o admin.Player) string {
		return fmt.Sprintf("let %s sign in again; games that the ban ended stay ended", nameAndAddress(o))
	}, func(s *store.Store, o admin.Player) error { return s.Admin().UnbanPlayer(p.ctx, o.Name) },
		"%s may sign in again")
}

type adminRename struct {
	Name string `arg:"" help:"Name of the account."`
	New  string `arg:"" help:"Its new name."`
}

// Run renames an account.
func (c *adminRename) Run(p *program, a *adminCommand) error {
	return a.onPlayer(p, c.Name, func(o admin.Player) string {
		return fmt.Sprintf("rename %s to %s; the old name stays reserved for them for %d days",
			nameAndAddress(o), c.New, int(account.NameReserved.Hours()/24))
	}, func(s *store.Store, o admin.Player) error {
		return s.Admin().RenamePlayer(p.ctx, o.Name, c.New)
	}, "%s is now "+strings.ReplaceAll(c.New, "%", "%%"))
}

type adminAddress struct {
	Name string `arg:"" help:"Name of the account."`
	New  string `arg:"" help:"Its new mail address."`

	From       string `default:"turnpost <turnpost@localhost>" help:"Sender of all mail, as the server has it."`
	MailDomain string `help:"${mail_domain_help}"`
}

// Run gives an account another address. An address of the server itself is refused.
func (c *adminAddress) Run(p *program, a *adminCommand) error {
	var s settings
	s.From, s.MailDomain = c.From, c.MailDomain
	a.ownAddress = mailer.OwnAddress(s.mailDomain(), c.From)
	return a.onPlayer(p, c.Name, func(o admin.Player) string {
		return fmt.Sprintf("give %s the address %s, which gets all mail and every code from then on; "+
			"both addresses are told, and tokens and games stay", nameAndAddress(o), c.New)
	}, func(s *store.Store, o admin.Player) error {
		return s.Admin().SetAddress(p.ctx, o.Name, c.New)
	}, "%s has another address")
}

type adminDelete struct {
	Name string `arg:"" help:"Name of the account."`
}

// Run deletes an account.
func (c *adminDelete) Run(p *program, a *adminCommand) error {
	return a.onPlayer(p, c.Name, func(o admin.Player) string {
		return fmt.Sprintf("delete %s for good: resign or abort %s, close %s, forget name and address; "+
			"the address may register again (a ban instead prevents that)",
			nameAndAddress(o), count(o.Ongoing, "running game"), count(o.Challenges, "open challenge"))
	}, func(s *store.Store, o admin.Player) error { return s.DeletePlayer(p.ctx, o.ID, o.Name) }, "%s is deleted")
}

type adminRevoke struct {
	Name string `arg:"" help:"Name of the account."`
}

// Run revokes every token and session of an account.
func (c *adminRevoke) Run(p *program, a *adminCommand) error {
	return a.onPlayer(p, c.Name, func(o admin.Player) string {
		return fmt.Sprintf("sign %s out everywhere: revoke %s and every code that is out",
			nameAndAddress(o), count(o.Tokens, "token"))
	}, func(s *store.Store, o admin.Player) error { return s.Admin().SignOutPlayer(p.ctx, o.Name) },
		"%s is signed out")
}

type adminRotateKey struct{}

// Run replaces the key that signs the links in mails.
func (c *adminRotateKey) Run(p *program, a *adminCommand) error {
	return a.open(p, func(store *store.Store) error {
		if err := a.confirm(p, "make a new signing key, so that every link in every mail sent so far stops working: "+
			"replies and turns by mail, pages, unsubscribing, reports of bounces. Players go on by the next mail that "+
			"they get, or sign in with a code. Sessions, tokens, names and games stay"); err != nil {
			return err
		}
		if err := store.Admin().RotateLinkKey(p.ctx); err != nil {
			return err
		}
		_, err := fmt.Fprintln(p.out, "the key is new; running servers use it within a second")
		return err
	})
}

type adminRotatePushKey struct{}

// Run replaces the key that identifies the server to push services.
func (c *adminRotatePushKey) Run(p *program, a *adminCommand) error {
	return a.open(p, func(store *store.Store) error {
		if err := a.confirm(p, "make a new key for notices on devices, so that none of them gets notices until its player "+
			"turns them on again in the settings. Everything else stays"); err != nil {
			return err
		}
		if err := store.Admin().RotatePushKey(p.ctx); err != nil {
			return err
		}
		_, err := fmt.Fprintln(p.out, "the key is new; all devices are forgotten")
		return err
	})
}

type adminCode struct {
	Name string `arg:"" help:"Name of the account."`
}

// Run mails a sign-in code.
func (c *adminCode) Run(p *program, a *adminCommand) error {
	return a.onPlayer(p, c.Name, func(o admin.Player) string {
		return fmt.Sprintf("mail a sign-in code to %s; a running server sends it", nameAndAddress(o))
	}, func(s *store.Store, o admin.Player) error { return s.Admin().MailCode(p.ctx, o.Name) },
		"a code for %s is queued")
}

type adminEnd struct {
	Game   string `arg:"" help:"Id of the game."`
	Winner string `once:"" xor:"result" placeholder:"SIDE" help:"${winner_help}"`
	Draw   bool   `once:"" xor:"result" help:"The game is drawn."`
	Abort  bool   `once:"" xor:"result" help:"The game ends without a result."`
}

// Validate requires one of the results. kong calls it.
func (c *adminEnd) Validate() error {
	if c.Winner == "" && !c.Draw && !c.Abort {
		return errors.New("say how it ends: --winner SIDE, --draw or --abort")
	}
	return nil
}

// Run ends a game.
func (c *adminEnd) Run(p *program, a *adminCommand) error {
	return a.open(p, func(store *store.Store) error {
		g, err := store.Game(p.ctx, c.Game)
		if err != nil {
			return err
		}
		if g.Status != models.Ongoing {
			return fmt.Errorf("the game %s is over already: %s", g.ID, g.Result.Reason)
		}
		result, words, err := c.result(store, g)
		if err != nil {
			return err
		}
		a.acts.about.Game, a.acts.about.Detail = g.ID, words
		if err := a.confirm(p, "end game %s (%s, %s against %s, ply %d) for good: %s",
			g.ID, g.Ruleset, g.Players[0].Name, g.Players[1].Name, g.Ply, words); err != nil {
			return err
		}
		if _, err := store.Admin().FinishGame(p.ctx, g.ID, result); err != nil {
			return err
		}
		_, err = fmt.Fprintf(p.out, "game %s is over; both players are mailed\n", g.ID)
		return err
	})
}

func (c *adminEnd) result(store *store.Store, g *models.Game) (result rules.Result, words string, err error) {
	switch {
	case c.Draw:
		return rules.Drawn(models.ReasonAdjudicated), "a draw", nil
	case c.Abort:
		return rules.Drawn(models.ReasonAnnulled), "without a result", nil
	}
	info := store.RulesetInfo(g.Ruleset, phrase.English)
	for seat, side := range info.Sides {
		for _, name := range []string{side.ID, [2]string{"first", "second"}[seat], g.Players[seat].Name} {
			if name == c.Winner {
				words = fmt.Sprintf("%s (%s) wins", g.Players[seat].Name, side.ID)
				return rules.Won(rules.Seat(seat), models.ReasonAdjudicated), words, nil
			}
		}
	}
	return result, "", fmt.Errorf("--winner %q: must be %s (%s) or %s (%s)",
		c.Winner, info.Sides[0].ID, g.Players[0].Name, info.Sides[1].ID, g.Players[1].Name)
}

type adminInvite struct {
	Note    string        `arg:"" optional:"" help:"A note to yourself, such as whom it is for."`
	Uses    int           `once:"" default:"1" help:"Number of accounts that can be created with it."`
	Expires time.Duration `once:"" default:"336h" help:"How long it is valid."`
}

// Run creates an invitation. It asks for no confirmation, since it changes nothing that exists.
func (c *adminInvite) Run(p *program, a *adminCommand) error {
	return a.open(p, func(store *store.Store) error {
		a.acts.about.Detail = count(c.Uses, "account")
		if err := a.acts.begin(p); err != nil {
			return err
		}
		code, err := store.Admin().Invite(p.ctx, c.Note, c.Uses, c.Expires)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(p.out, "%s\nfor %s until %s; registering takes it as \"invitation\"\n",
			code, count(c.Uses, "account"), time.Now().Add(c.Expires).UTC().Format(time.RFC3339))
		return err
	})
}
