package main

import "turnpost/models/admin"

type adminAnnul struct {
	Games []string `arg:"" help:"IDs of finished games."`
}

// Run makes finished games unrated and computes the later ratings again.
func (c *adminAnnul) Run(p *program, a *adminCommand) error {
	return a.ask(p, func(do admin.Admin) (admin.Task, error) { return do.PlanAnnul(c.Games), nil })
}

type adminRatings struct {
	Rebuild adminRebuild `cmd:"" help:"Compute all ratings again from the games."`
}

type adminRebuild struct{}

// Run computes all ratings again and stores those that differ.
func (*adminRebuild) Run(p *program, a *adminCommand) error {
	return a.ask(p, func(do admin.Admin) (admin.Task, error) { return do.PlanRebuild(), nil })
}
