package main

import "turnpost/models/admin"

// adminHouse holds the commands about the house.
type adminHouse struct {
	Stop adminHouseStop `cmd:"" help:"End all games of the house without a result."`
}

type adminHouseStop struct{}

// Run ends the games of the house.
func (c *adminHouseStop) Run(p *program, a *adminCommand) error {
	return a.ask(p, func(do admin.Admin) (admin.Task, error) { return do.PlanStopHouse(), nil })
}
