package main

import (
	"errors"
	"fmt"

	"turnpost/models"
)

type backupCommand struct {
	File     string `arg:"" help:"File to write; it must not be there yet."`
	Database string `default:"turnpost.db" help:"Path of the SQLite file."`
}

// Run copies the database.
func (c *backupCommand) Run(p *program) (err error) {
	store, err := models.Open(p.ctx, models.Options{Database: c.Database, Existing: true, Log: newLog(p.err)})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	if err := store.Backup(p.ctx, c.File); err != nil {
		return err
	}
	_, err = fmt.Fprintf(p.out, "%s is a copy of %s\n", c.File, c.Database)
	return err
}
