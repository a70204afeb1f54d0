package db

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/pressly/goose/v3"
)

// Applied returns the names of the migrations that Open applied.
func (d *DB) Applied() []string { return d.applied }

// Copied returns the file to which Open copied the database before it applied migrations; "" for none.
func (d *DB) Copied() string { return d.copied }

// PlanMigrations returns what Open would do to the schema of a database. It changes nothing and fails if Open would
// refuse the database.
func PlanMigrations(ctx context.Context, o Options) (p Plan, err error) {
	c, err := inspect(o)
	if err != nil {
		return p, err
	}
	if c == nil { // Open would create it
		p.Newest = NewestSchema(o.Migrations)
		for _, m := range listMigrations(o.Migrations, "sqlite") {
			p.Pending = append(p.Pending, m.file)
		}
		return p, nil
	}
	p, err = c.plan(ctx, o)
	if err == nil {
		p.Copy = o.copyFile(p)
	}
	return p, errors.Join(err, c.close())
}

// migrate brings the schema to the newest version. Each migration is one transaction, applied by one of several
// processes. If a process is killed, the next one continues after the last committed migration.
func (d *DB) migrate(ctx context.Context, o Options) error {
	p, err := d.plan(ctx, o)
	if err != nil || len(p.Pending) == 0 {
		return err
	}
	if o.KeepSchema || o.Existing && p.Schema == 0 {
		return keptSchema(p, o.Source)
	}
	if !d.postgres {
		unlock, err := lockFolder(ctx, filePath(o.Source), o.Log)
		if err != nil {
			return err
		}
		defer unlock()
		if p, err = d.plan(ctx, o); err != nil || len(p.Pending) == 0 { // another process may have been faster
			return err
		}
	}
	if file := o.copyFile(p); file != "" {
		if err := d.copyBefore(ctx, file, o.free); err != nil {
			return err
		}
		d.copied = file
		o.Log.InfoContext(ctx, "the database was copied before its schema changes", "copy", file, "schema", p.Schema)
	}
	from, err := d.beginUpgrade(ctx, p.Schema)
	if err != nil {
		return err
	}
	if err := d.apply(ctx, o.Migrations); err != nil {
		if now, failure := d.Schema(ctx); failure == nil && now == p.Schema && d.copied != "" {
			err = errors.Join(err, os.Remove(d.copied)) // nothing was changed, and the next start makes another one
		}
		return err
	}
	if d.copied != "" {
		if err := pruneCopies(filePath(o.Source), from); err != nil {
			o.Log.WarnContext(ctx, "old copies of the database cannot be deleted", "error", err)
		}
	}
	if p.Schema == 0 {
		o.Log.WarnContext(ctx, "there was no database: a new one was made", "database", place(o.Source))
	}
	return d.endUpgrade(ctx)
}

// beginUpgrade returns the schema from which an upgrade began that several starts may take, as the earlier ones were
// interrupted. An SQLite file has it as its user_version until the upgrade has ended.
func (d *DB) beginUpgrade(ctx context.Context, schema int64) (from int64, err error) {
	if d.postgres || schema == 0 {
		return schema, nil
	}
	writer := d.writer.WithContext(ctx)
	if err := writer.Raw("PRAGMA user_version").Scan(&from).Error; err != nil || from > 0 && from <= schema {
		return from, err
	}
	return schema, writer.Exec(fmt.Sprintf("PRAGMA user_version = %d", schema)).Error
}

// endUpgrade forgets where an upgrade began.
func (d *DB) endUpgrade(ctx context.Context) error {
	if d.postgres {
		return nil
	}
	return d.writer.WithContext(ctx).Exec("PRAGMA user_version = 0").Error
}

// keptSchema returns the error for a database with pending migrations whose schema is kept.
func keptSchema(p Plan, source string) error {
	if p.Schema == 0 { // a file that was cut to nothing must not pass for a new database
		return fmt.Errorf("database %s: %w", place(source), ErrNoSchema)
	}
	return &EarlierSchemaError{p.Schema, p.Newest}
}

// apply runs the pending migrations.
func (d *DB) apply(ctx context.Context, migrations fs.FS) error {
	pool, err := d.writer.DB()
	if err != nil {
		return err
	}
	dialect, folder := goose.DialectSQLite3, "sqlite"
	var options []goose.ProviderOption
	if d.postgres {
		dialect, folder = goose.DialectPostgres, "postgres"
		options = append(options, goose.WithSessionLocker(&migrateLock{pool: pool}))
	}
	files, err := fs.Sub(migrations, folder)
	if err != nil {
		return err
	}
	provider, err := goose.NewProvider(dialect, pool, files, options...)
	if err != nil {
		return fmt.Errorf("migrations: %w", err)
	}
	results, err := d.withoutForeignKeys(ctx, provider.Up)
	if err != nil {
		return fmt.Errorf("migrations: %w", err)
	}
	for _, r := range results {
		d.applied = append(d.applied, r.Source.Path)
	}
	return nil
}

// withoutForeignKeys runs migrations. A migration of SQLite that gives a table another order drops the table, which
// foreign keys would forbid, and cannot switch them off within its transaction.
func (d *DB) withoutForeignKeys(
	ctx context.Context, up func(context.Context) ([]*goose.MigrationResult, error),
) (results []*goose.MigrationResult, err error) {
	if d.postgres {
		return up(ctx)
	}
	if err := d.writer.Exec("PRAGMA foreign_keys = OFF").Error; err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, d.writer.Exec("PRAGMA foreign_keys = ON").Error) }()
	return up(ctx)
}
