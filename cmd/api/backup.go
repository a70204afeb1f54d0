package main

import (
	"fmt"

	"turnpost/models/store"
)

type backupCommand struct {
	File     string `arg:"" help:"File to write; it must not exist."`
	Database string `default:"turnpost.db" help:"Path of the SQLite file."`
}

// Run copies the database.
func (c *backupCommand) Run(p *program) error {
	if err := store.Backup(p.ctx, store.Options{Database: c.Database, Log: newLog(p.err)}, c.File); err != nil {
		return err
	}
	_, err := fmt.Fprintf(p.out, "%s is a copy of %s\n", c.File, c.Database)
	return err
}
