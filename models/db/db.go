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
	applied []string // migrations
	copied  string   // file of the copy that was made before them

	gate   sync.RWMutex // between Close and those who hand a job to the writer
	closed bool         // behind the gate
	queue  chan *job
	done   chan struct{}
	load   writerLoad
}

// Options open a DB.
type Options struct {
	Source   string       // path of an SQLite file, or postgres://…
	Existing bool         // an SQLite file that is not there is an error
	Log      *slog.Logger // slog.Default when nil

	Migrations fs.FS            // *.sql for goose in the folders sqlite and postgres; nil leaves the schema alone
	KeepSchema bool             // a database of an earlier schema is an EarlierSchemaError
	Copy       bool             // an SQLite file of an earlier schema is copied before it is migrated
	Now        func() time.Time // for the name of the copy; time.Now when nil

	free func(folder string) (bytes uint64, err error) // freeBytes when nil; for tests

	// Preload reads, and locks, for jobs that are batched by their keys. Each finds the result with Tx.Preloaded.
	// Only PostgreSQL needs it.
	Preload func(tx *Tx, keys []string) (any, error)
}

// Open opens a database, brings its schema up to date and starts the writer. Close it.
func Open(ctx context.Context, o Options) (*DB, error) {
	if o.Log == nil {
		o.Log = slog.Default()
	}
	if o.Existing {
		if err := mustExist(o.Source); err != nil {
			return nil, err
		}
	}
	c, err := connect(o.Source, o.Log)
	if err != nil {
		return nil, err
	}
	d := &DB{connections: c, preload: o.Preload, queue: make(chan *job, maxBatch), done: make(chan struct{})}
	go d.runWriter()
	if o.Migrations != nil {
		if err := d.migrate(ctx, o); err != nil {
			return nil, errors.Join(err, d.Close())
		}
	}
	return d, nil
}

// ErrClosed is the error of a transaction after Close.
var ErrClosed = errors.New("the database is closed")

// Close ends the writer after the transactions that wait for it, then closes the database. A transaction that
// comes later fails with ErrClosed.
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

// IsPostgres reports whether the database is PostgreSQL; else it is SQLite.
func (d *DB) IsPostgres() bool { return d.postgres }

// Ping answers whether the database can be read.
func (d *DB) Ping(ctx context.Context) error { return d.Read(ctx).Exec("SELECT 1").Error }

// Read is a handle for queries, each of which sees what is committed when it begins.
func (d *DB) Read(ctx context.Context) *gorm.DB { return d.reader.WithContext(ctx) }

// ReadTx is a Tx for queries outside a transaction.
func (d *DB) ReadTx(ctx context.Context) *Tx { return &Tx{DB: d.Read(ctx), engine: d} }

// Snapshot reads from one state of the database, regardless of what is written meanwhile.
func (d *connections) Snapshot(ctx context.Context, read func(db *gorm.DB) error) error {
	return d.reader.WithContext(ctx).Transaction(read, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true})
}

// Reader is the handle that Read uses, and Writer that of the writer, past its queue: for PRAGMA statements that
// no transaction may hold, and for tests.
func (d *DB) Reader() *gorm.DB { return d.reader }

// Writer is described at Reader.
func (d *DB) Writer() *gorm.DB { return d.writer }

// State names the state of an SQLite file: as long as it has the same name, nothing has been committed by any
// connection of any process. It is 0 where that is not known, as on PostgreSQL.
func (d *DB) State(ctx context.Context) int64 { return d.commits.state(ctx) }

// Waiting is how many jobs wait for the writer.
func (d *DB) Waiting() int { return len(d.queue) }
