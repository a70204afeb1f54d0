package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"turnpost/models"
	"turnpost/models/admin"
	"turnpost/models/db"
	"turnpost/models/event"
	"turnpost/models/store"
	"turnpost/rules/phrase"
	"turnpost/templates/words"
)

type checkCommand struct {
	Database string `default:"turnpost.db" help:"${database_help}"`
	After    string `once:"" placeholder:"GAME" help:"${check_after_help}"`
}

// checkReports is the time between two reports of how far a check is.
const checkReports = 10 * time.Second

// errFaults makes the program exit with status 1.
var errFaults = errors.New("the database has faults")

// Run reads the whole database, plays every stored game again, computes all ratings and tables of events again and
// prints every fault.
func (c *checkCommand) Run(p *program) (err error) {
	damage := 0
	report := func(fault string) {
		damage++
		fmt.Fprintf(p.out, "database: %s\n", fault)
	}
	if c.After == "" {
		o := store.Options{Database: c.Database, Log: newLog(p.err)}
		if err := store.CheckIntegrity(p.ctx, o, report); err != nil {
			return err
		}
	}
	st, closeStore, err := openToCheck(p, c.Database)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closeStore()) }()
	if c.After == "" {
		if err := st.Admin().CheckValues(p.ctx, report); err != nil {
			return err
		}
	}
	sum, err := c.games(p, st)
	if err != nil {
		return err
	}
	rated, err := st.Admin().CheckRatings(p.ctx, func(f admin.GameFault) {
		what := "ratings"
		if f.Game != "" {
			what = "game " + f.Game
		}
		fmt.Fprintf(p.out, "%s: %s: %s\n", what, f.Kind, words.For(phrase.English).Sentence(f.Message))
	})
	if err != nil {
		return err
	}
	events, err := st.Admin().CheckEvents(p.ctx, func(f event.Fault) {
		fmt.Fprintf(p.out, "event %s: %s\n", f.Event, words.For(phrase.English).Sentence(f.Message))
	})
	if err != nil {
		return err
	}
	sum.Faults += damage + rated.Faults + events.Faults
	fmt.Fprintf(p.out, "%s: %s, %s checked: %s, %s of other versions of the rules\n", store.DatabaseName(c.Database),
		count(sum.Games, "game"), count(sum.Turns, "turn"), count(sum.Faults, "fault"), count(sum.OtherVersion, "game"))
	if sum.Faults > 0 {
		return errFaults
	}
	return nil
}

// games plays the games again. Now and then, and when it is interrupted, it prints how the check is continued.
func (c *checkCommand) games(p *program, store *store.Store) (admin.Checked, error) {
	last, reported := c.After, time.Now()
	reach := func(sum admin.Checked) {
		fmt.Fprintf(p.err, "%s, %s checked; --after %s continues from here\n",
			count(sum.Games, "game"), count(sum.Faults, "fault"), last)
		reported = time.Now()
	}
	sum, err := store.Admin().CheckGames(p.ctx, c.After, func(game string, sum admin.Checked) {
		if last = game; time.Since(reported) >= checkReports {
			reach(sum)
		}
	}, func(f admin.GameFault) {
		fmt.Fprintf(p.out, "game %s, ply %d: %s: %s\n", f.Game, f.Ply, f.Kind, words.For(phrase.English).Sentence(f.Message))
	})
	if _, is := errors.AsType[*models.Error](err); is {
		return sum, fmt.Errorf("--after: %w", sentenceError(err))
	}
	if err != nil && last != "" {
		reach(sum)
	}
	return sum, err
}

// openToCheck opens a database without changing it. If an SQLite file has an earlier schema, as a back-up may, it opens
// a migrated copy in a temporary folder.
func openToCheck(p *program, database string) (st *store.Store, closeStore func() error, err error) {
	o := store.Options{Database: database, ReadOnly: true, KeepSchema: true, Log: newLog(p.err)}
	st, err = store.Open(p.ctx, o)
	earlier, is := errors.AsType[*db.EarlierSchemaError](err)
	if !is || store.IsPostgres(database) {
		if err != nil {
			return nil, nil, err
		}
		return st, st.Close, nil
	}
	folder, err := os.MkdirTemp("", "turnpost-check-")
	if err != nil {
		return nil, nil, err
	}
	remove := func() error { return os.RemoveAll(folder) }
	file := filepath.Join(folder, "copy.db")
	if err := store.Backup(p.ctx, o, file); err != nil {
		return nil, nil, errors.Join(err, remove())
	}
	o.Database, o.ReadOnly, o.KeepSchema = file, false, false
	if st, err = store.Open(p.ctx, o); err != nil {
		return nil, nil, errors.Join(err, remove())
	}
	fmt.Fprintf(p.out, "%s has schema %d: checking a copy that was migrated to schema %d\n",
		database, earlier.Schema, earlier.Newest)
	return st, func() error { return errors.Join(st.Close(), remove()) }, nil
}
