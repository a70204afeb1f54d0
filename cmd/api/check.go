package main

import (
	"errors"
	"fmt"

	"turnpost/models"
	"turnpost/rules/phrase"
	"turnpost/templates/words"
)

type checkCommand struct {
	Database string `default:"turnpost.db" help:"Path of the SQLite file, or postgres://user:password@host/name."`
}

// errFaults ends the program with a status that scripts see.
var errFaults = errors.New("the database has faults")

// Run plays every stored game again and prints what is not as it should be.
func (c *checkCommand) Run(p *program) (err error) {
	store, err := models.Open(p.ctx, models.Options{Database: c.Database, Existing: true, Log: newLog(p.err)})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	sum, err := store.CheckGames(p.ctx, func(f models.GameFault) {
		fmt.Fprintf(p.out, "game %s, ply %d: %s: %s\n", f.Game, f.Ply, f.Kind, words.For(phrase.English).Sentence(f.Message))
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(p.out, "%s: %s, %s checked: %s, %s of other versions of the rules\n", models.DatabaseName(c.Database),
		count(sum.Games, "game"), count(sum.Turns, "turn"), count(sum.Faults, "fault"), count(sum.OtherVersion, "game"))
	if sum.Faults > 0 {
		return errFaults
	}
	return nil
}
