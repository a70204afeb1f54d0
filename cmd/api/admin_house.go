package main

import (
	"errors"
	"fmt"

	"turnpost/models/store"
)

// adminHouse holds the commands about the house.
type adminHouse struct {
	Stop adminHouseStop `cmd:"" help:"End all games of the house without a result."`
}

type adminHouseStop struct{}

// Run ends the games of the house.
func (c *adminHouseStop) Run(p *program, a *adminCommand) error {
	return a.open(p, func(store *store.Store) error {
		err := a.confirm(p, "end all games of the house without a result. Servers that run without TURNPOST_HOUSE=off "+
			"begin new ones when they are asked to")
		if err != nil {
			return err
		}
		stopped, err := store.Admin().StopHouse(p.ctx)
		_, err2 := fmt.Fprintf(p.out, "%s ended\n", count(stopped, "game"))
		return errors.Join(err, err2)
	})
}
