package models

import (
	"context"
	"embed"
	"errors"
	"io/fs"
	"log/slog"
	"net/url"
	"slices"
	"sync/atomic"
	"time"

	"turnpost/models/db"
	"turnpost/models/webhook"
	"turnpost/rules"
	"turnpost/rules/catalog"
	"turnpost/rules/phrase"
)

// Store provides all access to the database. It is safe for concurrent use.
type Store struct {
	*shared
	once  *Once // of a handle made by Once; nil for others
	terms terms // of a handle made by ByLink or AsSeen
}

// shared is the state that all handles of one store share.
type shared struct {
	db           *db.DB
	gameCache    *gameCache // nil on PostgreSQL
	now          func() time.Time
	log          *slog.Logger
	games        []rules.Ruleset          // in display order
	rulesets     map[string]rules.Ruleset // the same, by ID
	kinds        []gameKind               // all that games may have
	wakeOutbox   chan struct{}
	wakeInbound  chan struct{}
	wakeChanges  chan struct{}
	wakeHouse    chan struct{}
	wakeHooks    chan struct{}
	houseWaits   houseWaits
	nameKey      []byte // for owners of names and scopes of bounds, which must not be readable
	linkKeys     linkKeyCache
	heartbeat    atomic.Int64 // Millis of this process's last one; 0: none yet
	silenceSwept atomic.Int64 // Millis of the last search for silent owners of challenges; 0: none yet

	registration  Registration
	gatherMail    time.Duration
	houseOff      bool
	hooksOff      bool
	limits        Limits
	checkHookHost func(ctx context.Context, u *url.URL) webhook.Fault // nil: every host is allowed
	ownAddress    func(string) bool                                   // nil: no address is
	operator      string                                              // address for reports; "" for none
	announced     announcementCache
	census        censusCache
	loaded        loadCache
	refused       refusals
}

// Options configure a Store.
type Options struct {
	Database string           // path of an SQLite file, or postgres://…
	Existing bool             // a missing SQLite file is an error
	ReadOnly bool             // nothing in or beside an SQLite file is changed, nor can be; needs KeepSchema
	Now      func() time.Time // the clock; time.Now if nil
	Log      *slog.Logger     // slog.Default if nil

	KeepSchema bool // fail with a db.EarlierSchemaError or db.ErrNoSchema instead of migrating
	Copy       bool // copy an SQLite file of an earlier schema before migrating it; the copy is beside it

	HouseOff bool // the house begins no games

	HooksOff bool // nothing is sent to webhooks
	// CheckHookHost returns why webhooks must not have a URL; "" if they may. Nil allows every host.
	CheckHookHost func(ctx context.Context, u *url.URL) webhook.Fault

	Limits Limits // zero values mean the defaults

	Registration Registration // RegistrationOpen if ""

	GatherMail time.Duration // how long messages and offers wait for others of their game, to become one mail

	// OwnAddress reports whether the server receives mail at an address; nil means none.
	OwnAddress func(address string) bool

	// Operator is the address that gets a mail about each report; "" for none.
	Operator string

	Rulesets []rules.Ruleset // in display order; the catalog if nil
}

// Open opens the database, brings its schema up to date and starts the writer. The caller must Close the
// store.
func Open(ctx context.Context, o Options) (*Store, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	s := &Store{shared: &shared{
		now: o.Now, log: o.Log, rulesets: map[string]rules.Ruleset{},
		wakeOutbox: make(chan struct{}, 1), wakeInbound: make(chan struct{}, 1),
		wakeChanges: make(chan struct{}, 1), wakeHouse: make(chan struct{}, 1),
		wakeHooks:     make(chan struct{}, 1),
		registration:  o.Registration,
		gatherMail:    o.GatherMail,
		houseOff:      o.HouseOff,
		hooksOff:      o.HooksOff,
		checkHookHost: o.CheckHookHost,
		limits:        o.Limits.orDefault(),
		ownAddress:    o.OwnAddress,
		operator:      o.Operator,
	}}
	if s.games = o.Rulesets; s.games == nil {
		s.games = catalog.All()
	}
	for _, r := range s.games {
		s.rulesets[r.Info(phrase.English).ID] = r
	}
	var err error
	s.db, err = db.Open(ctx, db.Options{
		Source: o.Database, Existing: o.Existing, ReadOnly: o.ReadOnly, Log: o.Log, Preload: s.preloadGames,
		Migrations: migrations(), KeepSchema: o.KeepSchema, Copy: o.Copy, Now: o.Now,
	})
	if err != nil {
		return nil, err
	}
	if s.kinds, err = s.storedKinds(ctx); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	if !s.db.IsPostgres() {
		s.gameCache = newGameCache(s.db)
	}
	if s.nameKey, err = s.secret(ctx, nameKeySecret); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	if _, err := s.secret(ctx, linkKeySecret); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// Close stops the writer after the waiting transactions, then closes
// the database. Later transactions fail with db.ErrClosed.
func (s *Store) Close() error {
	s.census.close()
	return s.db.Close()
}

// Rulesets returns the rulesets that can be played, in display order.
func (s *Store) Rulesets() []rules.Ruleset { return slices.Clone(s.games) }

// Ping checks that the database can be read.
func (s *Store) Ping(ctx context.Context) error {
	return s.db.Ping(ctx)
}

// Woken returns a channel that receives when a notice may have become due, so that a worker need not
// wait for its next poll.
func (s *Store) Woken() <-chan struct{} { return s.wakeOutbox }

// InboundWoken returns a channel that receives when a mail was stored for processing.
func (s *Store) InboundWoken() <-chan struct{} { return s.wakeInbound }

// BulkChanged returns a channel that receives when a bulk change was accepted for ApplyBulkChanges.
func (s *Store) BulkChanged() <-chan struct{} { return s.wakeChanges }

// HouseWoken returns a channel that receives when the house may have become due to act in a game.
func (s *Store) HouseWoken() <-chan struct{} { return s.wakeHouse }

// WakeHouse wakes a worker that listens to HouseWoken.
func (s *Store) WakeHouse() { wake(s.wakeHouse) }

// Wake wakes the worker that listens to Woken.
func (s *Store) Wake() { wake(s.wakeOutbox) }

// WakeInbound wakes the worker that listens to InboundWoken.
func (s *Store) WakeInbound() { wake(s.wakeInbound) }

// wake sends to a channel with a buffer of one, without blocking.
func wake(listener chan<- struct{}) {
	select {
	case listener <- struct{}{}:
	default:
	}
}

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

// Watch monitors whether the store can be written to.
type Watch = db.Watch

// WatchError is the error of a Watch, with a reason that strangers may read.
type WatchError = db.WatchError

// NewWatch starts monitoring the store. Its file, if it has one, must stay the one that is open.
func NewWatch(ctx context.Context, s *Store) (*Watch, error) { return db.NewWatch(ctx, s.db) }

// IsPostgres reports whether a database setting names a PostgreSQL server instead of an SQLite file.
func IsPostgres(setting string) bool { return db.IsPostgres(setting) }

// DatabaseName returns a database setting without its password, for display.
func DatabaseName(setting string) string { return db.Name(setting) }

// Contended reports whether players' transactions are waiting for each other, so that mail should wait.
func (s *Store) Contended() bool { return s.db.Contended() }

// Brake makes the transactions of players begin one after another for about a second, with a pause before each, so that
// mail can keep up. A pause of 0 ends it.
func (s *Store) Brake(pause time.Duration) { s.db.Brake(pause) }

// Quiet reports whether no player has recently changed anything.
func (s *Store) Quiet() bool { return s.db.Quiet() }
