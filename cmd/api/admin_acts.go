package main

import (
	"errors"
	"fmt"
	"time"

	"turnpost/mailer"
	"turnpost/models"
	"turnpost/models/admin"
	"turnpost/models/store"
	"turnpost/rules"
	"turnpost/rules/phrase"
	"turnpost/templates"
)

type adminBot struct {
	Name string `arg:"" help:"Name of the account."`
	Off  bool   `once:"" help:"A person plays, no program."`
}

// Run says that a program plays an account's turns, or that it does not.
func (c *adminBot) Run(p *program, a *adminCommand) error {
	return a.ask(p, func(do admin.Admin) (admin.Task, error) { return do.PlanBot(p.ctx, c.Name, !c.Off) })
}

type adminBan struct {
	Name string `arg:"" help:"Name of the account."`
}

// Run bans an account.
func (c *adminBan) Run(p *program, a *adminCommand) error {
	return a.ask(p, func(do admin.Admin) (admin.Task, error) { return do.PlanBan(p.ctx, c.Name) })
}

type adminUnban struct {
	Name string `arg:"" help:"Name of the account."`
}

// Run lifts a ban.
func (c *adminUnban) Run(p *program, a *adminCommand) error {
	return a.ask(p, func(do admin.Admin) (admin.Task, error) { return do.PlanUnban(p.ctx, c.Name) })
}

type adminRename struct {
	Name string `arg:"" help:"Name of the account."`
	New  string `arg:"" help:"Its new name."`
}

// Run renames an account.
func (c *adminRename) Run(p *program, a *adminCommand) error {
	return a.ask(p, func(do admin.Admin) (admin.Task, error) { return do.PlanRename(p.ctx, c.Name, c.New) })
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
	return a.ask(p, func(do admin.Admin) (admin.Task, error) { return do.PlanAddress(p.ctx, c.Name, c.New) })
}

type adminDelete struct {
	Name string `arg:"" help:"Name of the account."`
}

// Run deletes an account.
func (c *adminDelete) Run(p *program, a *adminCommand) error {
	return a.ask(p, func(do admin.Admin) (admin.Task, error) { return do.PlanDelete(p.ctx, c.Name) })
}

type adminRevoke struct {
	Name string `arg:"" help:"Name of the account."`
}

// Run revokes every token and session of an account.
func (c *adminRevoke) Run(p *program, a *adminCommand) error {
	return a.ask(p, func(do admin.Admin) (admin.Task, error) { return do.PlanSignOut(p.ctx, c.Name) })
}

type adminRotateKey struct{}

// Run replaces the key that signs the links in mails.
func (c *adminRotateKey) Run(p *program, a *adminCommand) error {
	return a.ask(p, func(do admin.Admin) (admin.Task, error) { return do.PlanRotateLinkKey(), nil })
}

type adminRotatePushKey struct{}

// Run replaces the key that identifies the server to push services.
func (c *adminRotatePushKey) Run(p *program, a *adminCommand) error {
	return a.ask(p, func(do admin.Admin) (admin.Task, error) { return do.PlanRotatePushKey(), nil })
}

type adminCode struct {
	Name string `arg:"" help:"Name of the account."`
}

// Run mails a sign-in code.
func (c *adminCode) Run(p *program, a *adminCommand) error {
	return a.ask(p, func(do admin.Admin) (admin.Task, error) { return do.PlanCode(p.ctx, c.Name) })
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
		result, err := c.result(store, g)
		if err != nil {
			return err
		}
		task, err := store.Admin().PlanEnd(p.ctx, g.ID, result)
		if err != nil {
			return err
		}
		if err := a.confirm(p, templates.Sentence(phrase.English, task.Will)); err != nil {
			return err
		}
		return carryOut(p, store, task)
	})
}

func (c *adminEnd) result(store *store.Store, g *models.Game) (rules.Result, error) {
	switch {
	case c.Draw:
		return rules.Drawn(models.ReasonAdjudicated), nil
	case c.Abort:
		return rules.Drawn(models.ReasonAnnulled), nil
	}
	info := store.RulesetInfo(g.Ruleset, phrase.English)
	for seat, side := range info.Sides {
		for _, name := range []string{side.ID, [2]string{"first", "second"}[seat], g.Players[seat].Name} {
			if name == c.Winner {
				return rules.Won(rules.Seat(seat), models.ReasonAdjudicated), nil
			}
		}
	}
	return rules.Result{}, fmt.Errorf("--winner %q: must be %s (%s) or %s (%s)",
		c.Winner, info.Sides[0].ID, g.Players[0].Name, info.Sides[1].ID, g.Players[1].Name)
}

type adminInvite struct {
	Note    string        `arg:"" optional:"" help:"A note to yourself, such as whom it is for."`
	Uses    int           `once:"" default:"1" help:"Number of accounts that can be created with it."`
	Expires time.Duration `once:"" default:"336h" help:"How long it is valid."`
}

// Run creates an invitation. It asks for no confirmation, since it changes nothing that exists.
func (c *adminInvite) Run(p *program, a *adminCommand) error {
	return a.do(p, func(do admin.Admin) admin.Task { return do.PlanInvite(c.Note, c.Uses, c.Expires) })
}
