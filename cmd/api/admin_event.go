package main

import (
	"fmt"

	"turnpost/models/event"
	"turnpost/models/store"
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
	return a.open(p, func(store *store.Store) error {
		if err := a.confirm(p, "open an event of %s", c.Ruleset); err != nil {
			return err
		}
		e, err := store.Admin().CreateEvent(p.ctx, event.NewEvent{
			Kind: event.Kind(c.Kind), Ruleset: c.Ruleset, Variant: c.Variant, Pace: c.Pace, Title: c.Title, Size: c.Size,
			Double: c.Double, AtOnce: c.AtOnce, Repeat: c.Repeat, MinReliability: c.MinReliability, NoVacation: !c.Vacation,
		})
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(p.out, "event %s is open: players join it by POST /v1/events/%s/join\n", e.ID, e.ID)
		return err
	})
}

type adminEventClose struct {
	ID string `arg:"" help:"ID of the event."`
}

// Run ends an event.
func (c *adminEventClose) Run(p *program, a *adminCommand) error {
	return a.open(p, func(store *store.Store) error {
		e, err := store.FindEvent(p.ctx, c.ID)
		if err != nil {
			return err
		}
		a.acts.about.Detail = c.ID
		if err := a.confirm(p, "close event %s (%s, %s, %s): games under way end without a result and are unrated, "+
			"the others do not begin, and each player gets a mail", e.ID, e.Ruleset, e.Status, count(e.Joined, "player"),
		); err != nil {
			return err
		}
		if _, err := store.Admin().CloseEvent(p.ctx, c.ID); err != nil {
			return err
		}
		_, err = fmt.Fprintf(p.out, "event %s is closed\n", e.ID)
		return err
	})
}
