package db

import (
	"context"
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

// Applied names the migrations that Open applied.
func (d *DB) Applied() []string { return d.applied }

// migrate brings the schema to the newest version and returns the names of the
// migrations that it applied. Several processes may do it at once. A schema that is newer than the
// program is refused.
func (d *DB) migrate(ctx context.Context, migrations fs.FS) ([]string, error) {
	pool, err := d.writer.DB()
	if err != nil {
		return nil, err
	}
	dialect, folder := goose.DialectSQLite3, "sqlite"
	var options []goose.ProviderOption
	if d.postgres {
		dialect, folder = goose.DialectPostgres, "postgres"
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
	return applied, d.notNewer(ctx, NewestSchema(migrations))
}

// NewestSchema is the number of the newest of migrations.
func NewestSchema(migrations fs.FS) int64 {
	newest := int64(0)
	files, err := fs.Glob(migrations, "sqlite/*.sql")
	if err != nil {
		panic(err) // only for a malformed pattern
	}
	for _, file := range files {
		number, _, _ := strings.Cut(file[strings.LastIndexByte(file, '/')+1:], "_")
		if n, err := strconv.ParseInt(number, 10, 64); err == nil {
			newest = max(newest, n)
		}
	}
	return newest
}

// Schema is the version of the schema that the database has.
func (d *DB) Schema(ctx context.Context) (version int64, err error) {
	err = d.Read(ctx).Raw("SELECT COALESCE(MAX(version_id), 0) FROM goose_db_version WHERE is_applied").
		Scan(&version).Error
	if err != nil {
		return 0, fmt.Errorf("version of the schema: %w", err)
	}
	return version, nil
}

// notNewer refuses a database that a newer program has changed: what this one does not know it would
// leave out.
func (d *DB) notNewer(ctx context.Context, newest int64) error {
	has, err := d.Schema(ctx)
	if err == nil && has > newest {
		err = fmt.Errorf("the database has schema %d, and this program works with %d: "+
			"use the newer program, or restore a back-up of before it", has, newest)
	}
	return err
}
