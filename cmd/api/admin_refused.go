package main

import (
	"fmt"
	"time"

	"turnpost/models/store"
)

// adminRefused lists providers that refuse mail because of who sends it.
type adminRefused struct{}

// Run lists the providers.
func (*adminRefused) Run(p *program, a *adminCommand) error {
	return a.open(p, func(store *store.Store) error {
		list, err := store.RefusedMail(p.ctx)
		if err != nil {
			return err
		}
		rows := make([][]string, 0, len(list))
		for _, r := range list {
			rows = append(rows, []string{r.Domain, fmt.Sprint(r.Players), r.Last.Format(time.RFC3339), r.Detail})
		}
		return table(p, []string{"PROVIDER", "PLAYERS", "LAST (UTC)", "RESPONSE"}, rows)
	})
}
