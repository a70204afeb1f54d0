package models

import (
	"context"
	"embed"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

//go:embed migrations
var migrations embed.FS

// AppliedMigrations names the migrations that Open applied.
func (s *Store) AppliedMigrations() []string { return s.applied }

// migrate brings the schema to the newest version and returns the names of the
// migrations that it applied. Several processes may do it at once. A schema that is newer than the
// program is refused.
func (s *Store) migrate(ctx context.Context) ([]string, error) {
	pool, err := s.db.writer.DB()
	if err != nil {
		return nil, err
	}
	dialect, folder := goose.DialectSQLite3, "migrations/sqlite"
	var options []goose.ProviderOption
	if s.db.postgres {
		dialect, folder = goose.DialectPostgres, "migrations/postgres"
		locker, err := lock.NewPostgresSessionLocker()
		if err != nil {
			return nil, err
		}
		options = append(options, goose.WithSessionLocker(locker))
	}
	files, err := fs.Sub(migrations, folder)
	if err != nil {
		return nil, err
	}
	provider, err := goose.NewProvider(dialect, pool, files, options...)
	if err != nil {
		return nil, fmt.Errorf("migrations: %w", err)
	}
	results, err := provider.Up(ctx)
	if err != nil {
		return nil, fmt.Errorf("migrations: %w", err)
	}
	var applied []string
	for _, r := range results {
		applied = append(applied, r.Source.Path)
	}
	return applied, s.notNewer(ctx)
}
