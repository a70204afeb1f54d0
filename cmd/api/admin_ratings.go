package main

import (
	"fmt"
	"strings"

	"turnpost/models/admin"
	"turnpost/models/store"
)

type adminAnnul struct {
	Games []string `arg:"" help:"IDs of finished games."`
}

// Run makes finished games unrated and computes the later ratings again.
func (c *adminAnnul) Run(p *program, a *adminCommand) error {
	return a.open(p, func(store *store.Store) error {
		a.acts.about.Detail = strings.Join(c.Games, " ")
		err := a.confirm(p,
			"make %s unrated (%s) and compute all later ratings again; results stay, and no game ends meanwhile",
			count(len(c.Games), "game"), strings.Join(c.Games, ", "))
		if err != nil {
			return err
		}
		sum, err := store.Admin().AnnulRatings(p.ctx, c.Games)
		return printRebuilt(p, sum, err)
	})
}

type adminRatings struct {
	Rebuild adminRebuild `cmd:"" help:"Compute all ratings again from the games."`
}

type adminRebuild struct{}

// Run computes all ratings again and stores those that differ.
func (*adminRebuild) Run(p *program, a *adminCommand) error {
	return a.open(p, func(store *store.Store) error {
		if err := a.confirm(p, "compute all ratings again from the games; no game ends meanwhile"); err != nil {
			return err
		}
		sum, err := store.Admin().RebuildRatings(p.ctx)
		return printRebuilt(p, sum, err)
	})
}

func printRebuilt(p *program, sum admin.Rebuilt, err error) error {
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(p.out, "%s read, %s changed\n", count(sum.Games, "game"), count(sum.Changed, "row"))
	return err
}
