package main

import (
	"errors"
	"fmt"

	"turnpost/models/db"
	"turnpost/models/store"
)

type migrateCommand struct {
	migrationSettings
	DryRun   bool   `once:"" help:"Print what would be done, and change nothing."`
	Database string `default:"turnpost.db" help:"${database_help}"`
}

// migrationSettings configure migrations.
type migrationSettings struct {
	MigrationBackup string `default:"on" enum:"on,off" help:"${migration_backup_help}"`
}

// backsUp reports whether the database is copied before its schema changes.
func (s *migrationSettings) backsUp() bool { return s.MigrationBackup == "on" }

// Run brings the schema up to date.
func (c *migrateCommand) Run(p *program) (err error) {
	o := store.Options{Database: c.Database, Copy: c.backsUp(), Log: newLog(p.err), Now: p.now}
	if c.DryRun {
		return c.explain(p, o)
	}
	store, err := store.Open(p.ctx, o)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	if file := store.Admin().CopiedBefore(); file != "" {
		fmt.Fprintln(p.out, "copied the database to", file)
	}
	for _, name := range store.Admin().AppliedMigrations() {
		fmt.Fprintln(p.out, "applied", name)
	}
	version, err := store.Schema(p.ctx)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(p.out, "the schema is up to date: version %d\n", version)
	return err
}

// explain prints the migrations and the copy that Run would make.
func (c *migrateCommand) explain(p *program, o store.Options) error {
	plan, err := store.PlanMigrations(p.ctx, o)
	if err != nil {
		return err
	}
	return printPlan(p, store.DatabaseName(c.Database), plan)
}

func printPlan(p *program, database string, plan db.Plan) error {
	if len(plan.Pending) == 0 {
		_, err := fmt.Fprintf(p.out, "%s: the schema is up to date: version %d\n", database, plan.Schema)
		return err
	}
	if plan.Schema == 0 {
		fmt.Fprintf(p.out, "%s: would be made, with schema %d\n", database, plan.Newest)
	} else {
		fmt.Fprintf(p.out, "%s: would go from schema %d to %d\n", database, plan.Schema, plan.Newest)
	}
	if plan.Copy != "" {
		fmt.Fprintf(p.out, "would copy it to a file such as %s\n", plan.Copy)
	} else if plan.Schema > 0 {
		fmt.Fprintln(p.out, "would make no copy of it: see \"Back-up\" in the operators' manual for how to make one")
	}
	for _, name := range plan.Pending {
		fmt.Fprintln(p.out, "would apply", name)
	}
	_, err := fmt.Fprintln(p.out, "nothing was changed")
	return err
}
