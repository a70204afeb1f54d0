package models

import (
	"context"
	"embed"
	"errors"
	"io/fs"
	"log/slog"

	"turnpost/models/db"
)

//go:embed migrations
var migrationFiles embed.FS

// migrations returns the files in the folders sqlite and postgres.
func migrations() fs.FS {
	files, err := fs.Sub(migrationFiles, "migrations")
	if err != nil {
		panic(err) // only for a malformed path
	}
	return files
}

// AppliedMigrations lists the migrations that Open applied.
func (a Admin) AppliedMigrations() []string { return a.store.db.Applied() }

// CopiedBefore returns the file to which Open copied the database before it migrated it; "" for none.
func (a Admin) CopiedBefore() string { return a.store.db.Copied() }

// PlanMigrations returns what Open would do to the schema of a database. It changes nothing and fails if Open would
// refuse the database.
func PlanMigrations(ctx context.Context, o Options) (db.Plan, error) {
	log := o.Log
	if log == nil {
		log = slog.Default()
	}
	return db.PlanMigrations(ctx, db.Options{
		Source: o.Database, Existing: o.Existing, Log: log, Migrations: migrations(), Copy: o.Copy, Now: o.Now,
	})
}

// Backup copies a consistent state of an SQLite database of any schema to a new file, also while servers use it. For
// PostgreSQL use pg_dump.
func Backup(ctx context.Context, o Options, file string) error {
	d, err := db.Open(ctx, db.Options{Source: o.Database, Existing: true, Log: o.Log})
	if err != nil {
		return err
	}
	return errors.Join(d.Backup(ctx, file), d.Close())
}

// SchemaVersion returns the version of the database schema that this program needs: the number of its newest migration.
func SchemaVersion() int64 { return db.NewestSchema(migrations()) }

// Schema returns the version of the open database's schema.
func (s *Store) Schema(ctx context.Context) (version int64, err error) { return s.db.Schema(ctx) }

// CheckIntegrity reads the whole database and calls report with a sentence for each fault of the storage.
func (a Admin) CheckIntegrity(ctx context.Context, report func(fault string)) error {
	return a.store.db.CheckIntegrity(ctx, report)
}

// Watch monitors whether the store can be written to.
type Watch = db.Watch

// Condition is the error of a Watch, with a reason that strangers may read.
type Condition = db.Condition

// NewWatch starts monitoring the store. Its file, if it has one, must stay the one that is open.
func NewWatch(ctx context.Context, s *Store) (*Watch, error) { return db.NewWatch(ctx, s.db) }

// IsPostgres reports whether a database setting names a PostgreSQL server instead of an SQLite file.
func IsPostgres(setting string) bool { return db.IsPostgres(setting) }

// DatabaseName returns a database setting without its password, for display.
func DatabaseName(setting string) string { return db.Name(setting) }

// Contended reports whether players' transactions are waiting for each other, so that mail should wait.
func (s *Store) Contended() bool { return s.db.Contended() }

// Quiet reports whether no player has recently changed anything.
func (s *Store) Quiet() bool { return s.db.Quiet() }
