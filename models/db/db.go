package db

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"log/slog"
	"sync"
	"time"

	"gorm.io/gorm"
)

// DB is an open database. It is safe for concurrent use.
type DB struct {
	*connections
	preload func(tx *Tx, keys []string) (any, error)
	applied []string // names of migrations
	copied  string   // file of the copy made before them

	gate   sync.RWMutex // held for reading while a job is queued, for writing by Close
	closed bool         // guarded by gate
	queue  chan *job
	done   chan struct{}
	load   writerLoad
	brake  brake
}

// Options configure a DB.
type Options struct {
	Source   string       // path of an SQLite file, or postgres://…
	Existing bool         // a missing SQLite file is an error, and so is a database without a schema: see ErrNoSchema
	ReadOnly bool         // open an existing SQLite file without changing it or its folder; needs KeepSchema
	Log      *slog.Logger // slog.Default if nil

	Migrations fs.FS            // *.sql for goose in the folders sqlite and postgres; nil leaves the schema unchanged
	KeepSchema bool             // fail with an EarlierSchemaError or ErrNoSchema instead of migrating
	Copy       bool             // copy an SQLite file of an earlier schema before migrating it
	Now        func() time.Time // for the name of the copy; time.Now if nil

	// How long PostgreSQL may take to accept a connection, and to confirm a commit or answer a query that takes no time.
	// 0 means 2 s, unless the URL has connect_timeout, and 3 s.
	ConnectTimeout, CommitTimeout time.Duration

	transfer bool // the database is copied into, and this is the copy

	free func(folder string) (bytes uint64, err error) // freeBytes if nil; for tests

	// Preload reads, and locks, for jobs that are batched by their keys. Each job gets the result from Tx.Preloaded.
	// Only PostgreSQL uses it.
	Preload func(tx *Tx, keys []string) (any, error)
}

// ErrClosed is the error of a transaction after Close.
var ErrClosed = errors.New("the database is closed")

// Close stops the writer after the queued transactions, then closes the database. Later transactions fail with
// ErrClosed.
func (d *DB) Close() error {
	d.gate.Lock()
	closed := d.closed
	d.closed = true
	d.gate.Unlock()
	if closed {
		return nil
	}
	close(d.queue)
	<-d.done
	return d.close()
}

// IsPostgres reports whether the database is PostgreSQL and not SQLite.
func (d *DB) IsPostgres() bool { return d.postgres }

// Ping checks that the database can be read.
func (d *DB) Ping(ctx context.Context) error { return d.Read(ctx).Exec("SELECT 1").Error }

// Read returns a handle for queries, each of which sees the data committed when it begins.
func (d *DB) Read(ctx context.Context) *gorm.DB { return d.reader.WithContext(ctx) }

// ReadTx returns a Tx for queries outside a transaction.
func (d *DB) ReadTx(ctx context.Context) *Tx { return &Tx{DB: d.Read(ctx), engine: d} }

// Snapshot calls read with a handle on one state of the database, regardless of concurrent writes.
func (d *connections) Snapshot(ctx context.Context, read func(db *gorm.DB) error) error {
	return d.reader.WithContext(ctx).Transaction(read, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true})
}

// Reader returns the handle that Read uses, for PRAGMA statements that are not allowed in transactions, and for tests.
func (d *DB) Reader() *gorm.DB { return d.reader }

// Writer returns the writer's handle, which bypasses its queue, for the same purposes as Reader.
func (d *DB) Writer() *gorm.DB { return d.writer }

// State identifies the state of an SQLite file: while the value is equal, no connection of any process has committed.
// It is 0 if the state is unknown, as on PostgreSQL. See AtOneState.
func (d *DB) State(ctx context.Context) int64 { return d.commits.stateAt(ctx) }

// Waiting returns the number of queued jobs.
func (d *DB) Waiting() int { return len(d.queue) }
