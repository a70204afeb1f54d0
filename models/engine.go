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

// AppliedMigrations names the migrations that Open applied.
func (a Admin) AppliedMigrations() []string { return a.store.db.Applied() }

// CopiedBefore is the file into which Open copied the database before it migrated it; "" for none.
func (a Admin) CopiedBefore() string { return a.store.db.Copied() }

// PlanMigrations finds out what Open would do to the schema of a database, and changes nothing. It fails where Open
// would refuse the database.
func PlanMigrations(ctx context.Context, o Options) (db.Plan, error) {
	log := o.Log
	if log == nil {
		log = slog.Default()
	}
	return db.PlanMigrations(ctx, db.Options{
		Source: o.Database, Existing: o.Existing, Log: log, Migrations: migrations(), Copy: o.Copy, Now: o.Now,
	})
}

// Backup copies one state of an SQLite database of any schema into a new file, while servers may use it. PostgreSQL has
// pg_dump for that.
func Backup(ctx context.Context, o Options, file string) error {
	d, err := db.Open(ctx, db.Options{Source: o.Database, Existing: true, Log: o.Log})
	if err != nil {
		return err
	}
	return errors.Join(d.Backup(ctx, file), d.Close())
}

// SchemaVersion is the version of the database schema that this program works with: the number of its
// newest migration.
func SchemaVersion() int64 { return db.NewestSchema(migrations()) }

// Schema is the version of the schema that the open database has.
func (s *Store) Schema(ctx context.Context) (version int64, err error) { return s.db.Schema(ctx) }

// CheckIntegrity reads the whole database and calls report with a sentence for each fault in how it is stored.
func (a Admin) CheckIntegrity(ctx context.Context, report func(fault string)) error {
	return a.store.db.CheckIntegrity(ctx, report)
}

// Watch knows whether the store can be written to.
type Watch = db.Watch

// Condition is the error of a Watch, with a reason that strangers may read.
type Condition = db.Condition

// NewWatch begins to watch the store: its file, where it has one, must be the one that it has open.
func NewWatch(ctx context.Context, s *Store) (*Watch, error) { return db.NewWatch(ctx, s.db) }

// IsPostgres reports whether a database setting names a PostgreSQL server; else it is the path of an SQLite file.
func IsPostgres(setting string) bool { return db.IsPostgres(setting) }

// DatabaseName is a database setting without its password, for people.
func DatabaseName(setting string) string { return db.Name(setting) }

// Contended reports whether players wait for each other right now, so that the mail should wait.
func (s *Store) Contended() bool { return s.db.Contended() }

// Quiet reports whether no player has changed anything for a moment.
func (s *Store) Quiet() bool { return s.db.Quiet() }
