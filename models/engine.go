package models

import (
	"context"
	"embed"
	"io/fs"

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
func (s *Store) AppliedMigrations() []string { return s.db.Applied() }

// SchemaVersion is the version of the database schema that this program works with: the number of its
// newest migration.
func SchemaVersion() int64 { return db.NewestSchema(migrations()) }

// Schema is the version of the schema that the open database has.
func (s *Store) Schema(ctx context.Context) (version int64, err error) { return s.db.Schema(ctx) }

// Backup copies an SQLite database, as it stands at one instant, into a new file
// while it is in use. PostgreSQL has pg_dump for that.
func (s *Store) Backup(ctx context.Context, file string) error { return s.db.Backup(ctx, file) }

// Watch knows whether the store can be written to.
type Watch = db.Watch

// NewWatch begins to watch the store: its file, where it has one, must be the one that it has open.
func NewWatch(ctx context.Context, s *Store) (*Watch, error) { return db.NewWatch(ctx, s.db) }

// DatabaseName is a database setting without its password, for people.
func DatabaseName(setting string) string { return db.Name(setting) }

// Contended reports whether players wait for each other right now, so that the mail should wait.
func (s *Store) Contended() bool { return s.db.Contended() }

// Quiet reports whether no player has changed anything for a moment.
func (s *Store) Quiet() bool { return s.db.Quiet() }
