package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"gorm.io/driver/sqlite"
	"gorm.io/gorm"
)

// connections are a writer and a reader handle on one database. SQLite has one
// writing connection and several read-only ones; for PostgreSQL both are one pool.
type connections struct {
	writer, reader *gorm.DB
	postgres       bool
	commits        *commitWatch // of SQLite
	faults         *faults

	// Of PostgreSQL.
	hosts      *hosts
	pulse      *pulse
	commitTime time.Duration
}

// IsPostgres reports whether a database setting names a PostgreSQL server instead of an SQLite file.
func IsPostgres(dsn string) bool {
	return strings.HasPrefix(dsn, "postgres://") || strings.HasPrefix(dsn, "postgresql://")
}

// mustExist fails if an SQLite file does not exist.
func mustExist(dsn string) error {
	if IsPostgres(dsn) {
		return nil
	}
	if _, err := os.Stat(filePath(dsn)); err != nil {
		return fmt.Errorf("database %s: %w", place(dsn), err)
	}
	return nil
}

// place returns what a database setting names: the whole path of an SQLite file, as the folder in which a program was
// started may be another than somebody thinks; or a URL without its password.
func place(dsn string) string {
	if IsPostgres(dsn) {
		return Name(dsn)
	}
	if path, err := filepath.Abs(filePath(dsn)); err == nil {
		return path
	}
	return dsn
}

// connect opens `postgres://…` or the path of an SQLite file, which is
// created if it does not exist.
func connect(o Options) (*connections, error) {
	if IsPostgres(o.Source) {
		return openPostgres(o)
	}
	return openSQLite(o.Source, o.Log)
}

// readers is the number of connections that read an SQLite file at the same time.
const readers = 4

// logPages is the length of SQLite's log (WAL) in pages of 4 kB at which a commit moves it into the file (a
// checkpoint).
const logPages = 4000

func openSQLite(path string, log *slog.Logger) (*connections, error) {
	if errNoSQLite != nil {
		return nil, fmt.Errorf("database %q: %w", path, errNoSQLite)
	}
	source, path := path, filePath(path)
	hosted := strings.HasPrefix(source, "sqlite://") && !strings.HasPrefix(path, "///") || strings.Contains(path, "://")
	if path == "" || strings.HasPrefix(path, ":memory:") || hosted {
		return nil, fmt.Errorf("database %q: give the path of a file, or a postgres:// URL", source)
	}
	if dir := filepath.Dir(path); dir != "." {
		if _, err := os.Stat(dir); err != nil {
			return nil, fmt.Errorf("database %q: %w", path, err)
		}
	}
	if err := notLost(path); err != nil {
		return nil, fmt.Errorf("database %q: %w", path, err)
	}
	if err := createPrivate(path); err != nil {
		return nil, fmt.Errorf("database %q: %w", path, err)
	}
	found := &faults{log: log}
	file := fileURL(path)
	const both = "_busy_timeout=5000&_foreign_keys=on&_stmt_cache_size=64"
	const write = "_auto_vacuum=incremental&_journal_mode=WAL&_synchronous=FULL&_txlock=immediate&_secure_delete=FAST&" +
		both
	const read = "mode=ro&_query_only=on&" + both
	writer, err := open(sqlite.Open(file+"?"+write), 1, found)
	if err != nil {
		return nil, fmt.Errorf("database %q: %w", path, nameRefused(path, err))
	}
	reader, err := open(sqlite.Open(file+"?"+read), readers, found)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("database %q: %w", path, nameRefused(path, err)), closeDB(writer))
	}
	if err := writer.Exec(fmt.Sprintf("PRAGMA wal_autocheckpoint = %d", logPages)).Error; err != nil {
		return nil, errors.Join(fmt.Errorf("database %q: %w", path, err), closeDB(reader), closeDB(writer))
	}
	commits := &commitWatch{source: file + "?" + read}
	return &connections{writer: writer, reader: reader, commits: commits, faults: found}, nil
}

// nameRefused adds to an error of SQLite, which names no file, the one beside the database, or the folder, that this
// process may not write to.
func nameRefused(path string, err error) error {
	const write = 2
	for _, name := range append(logFiles(path), filepath.Dir(path)) {
		if refused := syscall.Access(name, write); refused != nil && !errors.Is(refused, os.ErrNotExist) {
			return fmt.Errorf("%w; %s: %w", err, name, refused)
		}
	}
	return err
}

// logFiles returns the paths of the log of an SQLite file and of the log's index.
func logFiles(path string) []string { return []string{path + "-wal", path + "-shm"} }

// filePath returns the path of an SQLite file.
func filePath(source string) string { return strings.TrimPrefix(source, "sqlite:") }

func fileURL(path string) string {
	if strings.HasPrefix(path, "//") { // would be read as the name of a host
		path = filepath.Clean(path)
	}
	return (&url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath()}).String()
}

// inspect opens a database for reading and changes nothing, not even in the folder of an SQLite file, so that the file
// may be one that cannot be written to. It returns nil if there is no file.
func inspect(o Options) (*connections, error) {
	if IsPostgres(o.Source) {
		return openPostgres(o)
	}
	if errNoSQLite != nil {
		return nil, fmt.Errorf("database %q: %w", o.Source, errNoSQLite)
	}
	path := filePath(o.Source)
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) && !o.Existing {
		return nil, nil
	} else if err != nil {
		return nil, fmt.Errorf("database %q: %w", path, err)
	}
	query := "?mode=ro&_query_only=on&_busy_timeout=5000"
	if _, err := os.Stat(path + "-wal"); errors.Is(err, os.ErrNotExist) {
		query += "&immutable=1" // nobody has it open, and SQLite would create the log
	}
	found := &faults{log: o.Log}
	reader, err := open(sqlite.Open(fileURL(path)+query), readers, found)
	if err != nil {
		return nil, fmt.Errorf("database %q: %w", path, err)
	}
	return &connections{writer: reader, reader: reader, faults: found}, nil
}

// notLost fails if an SQLite database is missing but its log remains.
func notLost(path string) error {
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		return err
	}
	for _, rest := range logFiles(path) {
		if _, err := os.Stat(rest); err == nil {
			return fmt.Errorf("the file is gone, and %s was left of it; put a back-up in its place, or remove what was left "+
				"to begin with an empty database", rest)
		}
	}
	return nil
}

// createPrivate creates a file that only its owner can read, unless it exists: it
// will hold addresses and messages.
func createPrivate(path string) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	return f.Close()
}

func open(dialector gorm.Dialector, connections int, found *faults) (*gorm.DB, error) {
	db, err := gorm.Open(dialector, &gorm.Config{
		SkipDefaultTransaction: true,
		TranslateError:         true,
		Logger:                 queryLog{found.log, found},
		NowFunc:                func() time.Time { return time.Now().UTC() },
	})
	if err != nil {
		return nil, err
	}
	pool, err := db.DB()
	if err != nil {
		return nil, err
	}
	pool.SetMaxOpenConns(connections)
	pool.SetMaxIdleConns(connections)
	pool.SetConnMaxLifetime(0)
	if err := pool.PingContext(context.Background()); err != nil {
		return nil, errors.Join(err, pool.Close())
	}
	return db, nil
}

func (d *connections) close() error {
	if d.postgres {
		d.pulse.close()
		err := closeDB(d.writer)
		d.hosts.cut(net.ErrClosed) // what still waits for a server that does not answer
		return err
	}
	return errors.Join(d.commits.close(), closeDB(d.reader), closeDB(d.writer))
}

func closeDB(db *gorm.DB) error {
	pool, err := db.DB()
	if err != nil {
		return err
	}
	return pool.Close()
}

// Name returns a database setting without its password, for display.
func Name(dsn string) string {
	if u, err := url.Parse(dsn); err == nil && u.Scheme != "" {
		return u.Redacted()
	}
	return dsn
}

// Open opens a database, brings its schema up to date and starts the writer. The caller must Close it.
func Open(ctx context.Context, o Options) (*DB, error) {
	if o.Log == nil {
		o.Log = slog.Default()
	}
	if o.Existing || o.ReadOnly {
		if err := mustExist(o.Source); err != nil {
			return nil, err
		}
	}
	open := connect
	if o.ReadOnly {
		open = inspect
	}
	c, err := open(o)
	if err != nil {
		return nil, err
	}
	d := &DB{connections: c, preload: o.Preload, queue: make(chan *job, maxBatch), done: make(chan struct{})}
	d.brake.place = make(chan struct{}, 1)
	go d.runWriter()
	if o.Migrations != nil {
		if err := d.migrate(ctx, o); err != nil {
			return nil, errors.Join(fmt.Errorf("database %s: %w", place(o.Source), err), d.Close())
		}
	}
	return d, nil
}

// Pool is what a pool of connections does.
type Pool struct {
	Name string // reader or writer; PostgreSQL has one that is both
	sql.DBStats
}

// Pools returns the pools of a database.
func (d *connections) Pools() []Pool {
	pool := func(name string, handle *gorm.DB) Pool {
		p := Pool{Name: name}
		if sqlDB, err := handle.DB(); err == nil { // it always is one
			p.DBStats = sqlDB.Stats()
		}
		return p
	}
	if d.reader == d.writer {
		return []Pool{pool("writer", d.writer)}
	}
	return []Pool{pool("writer", d.writer), pool("reader", d.reader)}
}
