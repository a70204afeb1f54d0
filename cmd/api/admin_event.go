package main

import (
	"turnpost/models"
	"turnpost/models/admin"
	"turnpost/models/event"
)

// adminEvent holds the commands about events.
type adminEvent struct {
	Create adminEventCreate `cmd:"" help:"Open an event, without the limits of players."`
	Close  adminEventClose  `cmd:"" help:"End an event and its games under way."`
}

// adminEventCreate has the fields of POST /v1/events.
type adminEventCreate struct {
	Kind           string `once:"" default:"round_robin" help:"How it is played."`
	Ruleset        string `once:"" required:"" help:"ID or name of the ruleset."`
	Variant        string `once:"" help:"The default variant if absent."`
	Pace           string `once:"" help:"Such as 3d or 14d+1d; 3d if absent."`
	Title          string `once:"" help:"Shown above its table."`
	Size           int    `once:"" default:"6" help:"With how many players it begins."`
	Double         bool   `once:"" help:"Each pair plays twice, with sides changed."`
	AtOnce         int    `once:"" aliases:"at_once" help:"How many games a player plays at a time; 0 for all."`
	Repeat         bool   `once:"" help:"The next one opens when it begins."`
	MinReliability int    `once:"" aliases:"min_reliability" help:"In percent; new players may always join."`
	Vacation       bool   `once:"" default:"true" negatable:"" help:"Vacations stop the clocks of its games."`
}

// Run opens an event and prints its ID.
func (c *adminEventCreate) Run(p *program, a *adminCommand) error {
	return a.ask(p, func(do admin.Admin) (admin.Task, error) {
		return do.PlanCreateEvent(event.NewEvent{
			Kind: event.Kind(c.Kind), Ruleset: c.Ruleset, Variant: c.Variant, Title: c.Title, Size: c.Size,
			Double: c.Double, AtOnce: c.AtOnce, Repeat: c.Repeat,
			Terms: models.Terms{Pace: c.Pace, MinReliability: c.MinReliability, NoVacation: models.Waived(!c.Vacation)},
		}), nil
	})
}

type adminEventClose struct {
	ID string `arg:"" help:"ID of the event."`
}

// Run ends an event.
func (c *adminEventClose) Run(p *program, a *adminCommand) error {
	return a.ask(p, func(do admin.Admin) (admin.Task, error) { return do.PlanCloseEvent(p.ctx, c.ID) })
}
