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
	for _, name := range store.Applied() {
		fmt.Fprintln(p.out, "applied", name)
	}
	fmt.Fprintln(p.out, "the schema is up to date")
	return nil
}
