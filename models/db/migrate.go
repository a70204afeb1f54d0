package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

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
	if p, err = c.plan(ctx, o); err != nil {
		err = fmt.Errorf("database %s: %w", place(o.Source), err)
	} else {
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
		return keptSchema(p)
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
func keptSchema(p Plan) error {
	if p.Schema == 0 { // a file that was cut to nothing must not pass for a new database
		return ErrNoSchema
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

// keptCopies is the number of copies, made by Open before a change of the schema, that are kept, besides the one from
// before an upgrade that took several starts.
const keptCopies = 2

// copyStamp is the time format in the name of a copy: names of one schema sort by it.
const copyStamp = "20060102T150405.000Z"

// copyFile returns the file for the copy to make before migrations; "" for none.
func (o Options) copyFile(p Plan) string {
	if !o.Copy || IsPostgres(o.Source) || p.Schema == 0 || len(p.Pending) == 0 {
		return ""
	}
	now := time.Now
	if o.Now != nil {
		now = o.Now
	}
	return fmt.Sprintf("%s.schema%d-%s.backup", filePath(o.Source), p.Schema, now().UTC().Format(copyStamp))
}

// copyBefore copies the database before its schema changes, if there is enough space for the copy and the writes of the
// migrations.
func (d *DB) copyBefore(ctx context.Context, file string, free func(string) (uint64, error)) error {
	if free == nil {
		free = freeBytes
	}
	room, err := free(filepath.Dir(file))
	if err == nil {
		err = d.fits(ctx, room)
	}
	if err == nil {
		err = d.copyTo(ctx, file)
	}
	if err != nil {
		return fmt.Errorf("the database cannot be copied to %s before its schema changes: %w; nothing was changed "+
			"(--migration-backup=off migrates without a copy)", file, err)
	}
	return nil
}

// fits fails if a copy of the database would leave a disk nearly full.
func (d *DB) fits(ctx context.Context, free uint64) error {
	var pages, size uint64
	if err := d.Read(ctx).Raw("PRAGMA page_count").Scan(&pages).Error; err != nil {
		return err
	}
	if err := d.Read(ctx).Raw("PRAGMA page_size").Scan(&size).Error; err != nil {
		return err
	}
	if need := pages*size + minFreeBytes; free < need {
		return fmt.Errorf("%d MiB are free on the disk, and %d are needed", free>>20, need>>20)
	}
	return nil
}

// freeBytes returns the free space on the disk of a folder.
func freeBytes(folder string) (uint64, error) {
	var disk syscall.Statfs_t
	if err := syscall.Statfs(folder, &disk); err != nil {
		return 0, fmt.Errorf("the disk of the database: %w", err)
	}
	return disk.Bavail * uint64(disk.Bsize), nil
}

var (
	copyPattern = regexp.MustCompile(`^\.schema([0-9]+)-([0-9]{8}T[0-9]{6}\.[0-9]{3}Z)\.backup$`)
	partPattern = regexp.MustCompile(`^\.schema[0-9]+-[0-9TZ.]+\.backup\.[0-9]+\.part$`)
)

// pruneCopies deletes all but the last copies of a database, and incomplete ones. After an upgrade it keeps the last
// copy of the schema from which the upgrade began: the others may be of schemas that no program works with.
func pruneCopies(database string, from int64) error {
	entries, err := os.ReadDir(filepath.Dir(database))
	if err != nil {
		return err
	}
	var copies []string
	for _, e := range entries {
		name, ours := strings.CutPrefix(e.Name(), filepath.Base(database))
		switch {
		case ours && partPattern.MatchString(name):
			err = os.Remove(filepath.Join(filepath.Dir(database), e.Name()))
		case ours && copyPattern.MatchString(name):
			copies = append(copies, name)
		}
		if err != nil {
			return err
		}
	}
	slices.SortFunc(copies, func(a, b string) int {
		return strings.Compare(copyPattern.FindStringSubmatch(b)[2], copyPattern.FindStringSubmatch(a)[2])
	})
	first := slices.IndexFunc(copies, func(name string) bool {
		return copyPattern.FindStringSubmatch(name)[1] == strconv.FormatInt(from, 10)
	})
	for i, old := range copies {
		if i < keptCopies || i == first {
			continue
		}
		if err := os.Remove(database + old); err != nil {
			return err
		}
	}
	return nil
}

// migrateLockID is the key of the advisory lock that migrations hold: the default of goose.
const migrateLockID = 4097083626

// migrateLock lets one process at a time migrate a PostgreSQL database. It implements goose's lock.SessionLocker with a
// transaction, which keeps its connection even through PgBouncer. A session's lock would be released on another one.
type migrateLock struct {
	pool *sql.DB
	held *sql.Tx
}

// awaitVersions waits for the transactions that have written a version. A killed process may have sent a COMMIT, which
// PostgreSQL carries out on another connection than that of its lock, and after the lock has ended.
const awaitVersions = `DO $$ BEGIN
	IF to_regclass('goose_db_version') IS NOT NULL THEN LOCK TABLE goose_db_version IN SHARE MODE; END IF;
END $$`

// SessionLock waits until no other process migrates. Versions that are read on the connection are then the last ones.
func (l *migrateLock) SessionLock(ctx context.Context, conn *sql.Conn) error {
	tx, err := l.pool.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock($1)", int64(migrateLockID))
	if err == nil {
		_, err = conn.ExecContext(ctx, awaitVersions)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("waiting for another process that migrates: %w", err), tx.Rollback())
	}
	l.held = tx
	return nil
}

// SessionUnlock releases the lock.
func (l *migrateLock) SessionUnlock(context.Context, *sql.Conn) error { return l.held.Rollback() }

// lockFolder keeps other processes from migrating SQLite files in the folder of a file until unlock is called or the
// process ends. It locks the folder itself, so that no file is left behind. If the file system does not support this,
// SQLite's locks still make each migration atomic.
func lockFolder(ctx context.Context, file string, log *slog.Logger) (unlock func(), err error) {
	folder, err := os.Open(filepath.Dir(file))
	if err != nil {
		return nil, err
	}
	again := time.NewTicker(100 * time.Millisecond)
	defer again.Stop()
	for waited := false; ; waited = true {
		err := syscall.Flock(int(folder.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if !errors.Is(err, syscall.EWOULDBLOCK) {
			return func() { _ = folder.Close() }, nil // closing releases the lock
		}
		if !waited {
			log.InfoContext(ctx, "another process changes the schema of a database in this folder", "folder", folder.Name())
		}
		select {
		case <-ctx.Done():
			return nil, errors.Join(ctx.Err(), folder.Close())
		case <-again.C:
		}
	}
}
