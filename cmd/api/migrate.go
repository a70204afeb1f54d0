package main

import (
	"errors"
	"fmt"

	"turnpost/models"
)

type migrateCommand struct {
	Database string `default:"turnpost.db" help:"Path of the SQLite file, or postgres://user:password@host/name."`
}

// Run brings the schema up to date.
func (c *migrateCommand) Run(p *program) (err error) {
	store, err := models.Open(p.ctx, models.Options{Database: c.Database, Log: newLog(p.err)})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	for _, name := range store.AppliedMigrations() {
		fmt.Fprintln(p.out, "applied", name)
	}
	version, err := store.Schema(p.ctx)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(p.out, "the schema is up to date: version %d\n", version)
	return err
}
