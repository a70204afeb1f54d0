package main

import (
	"fmt"
	"time"

	"turnpost/models/store"
)

type copyCommand struct {
	From string `once:"" required:"" help:"${copy_from_help}"`
	To   string `once:"" required:"" help:"${copy_to_help}"`
}

// copyReports is the time between two lines about how far a copy is.
const copyReports = 10 * time.Second

// Run copies the database and checks the copy.
func (c *copyCommand) Run(p *program) error {
	reported, began, total, last := time.Now(), time.Now(), int64(0), map[string]int64{}
	err := store.Transfer(p.ctx, c.From, c.To, newLog(p.err), func(table string, rows int64) {
		total += rows - last[table]
		last[table] = rows
		if time.Since(reported) >= copyReports {
			reported = time.Now()
			fmt.Fprintf(p.err, "%s of %s, %s in all; what is copied stays when this is interrupted\n",
				count(int(rows), "row"), table, count(int(total), "row"))
		}
	})
	if err != nil {
		return fmt.Errorf("copy: %w", err)
	}
	fmt.Fprintf(p.out, "%s copied in %s; checking them\n", count(int(total), "row"), time.Since(began).Round(time.Second))
	return (&checkCommand{Database: c.To}).Run(p)
}
