package store

import (
	"context"
	"errors"
	"log/slog"
	"net/url"
	"slices"
	"time"

	"turnpost/models"
	"turnpost/models/core"
	"turnpost/models/db"
	"turnpost/models/event"
	"turnpost/models/hook"
	"turnpost/models/migrations"
	"turnpost/models/play"
	"turnpost/models/schema"
	"turnpost/models/upkeep"
	"turnpost/models/webhook"
	"turnpost/rules"
	"turnpost/rules/catalog"
	"turnpost/rules/phrase"
)

// Options configure a Store.
type Options struct {
	Database string           // path of an SQLite file, or postgres://…
	Existing bool             // a missing or empty database is an error
	ReadOnly bool             // nothing in or beside an SQLite file is changed, nor can be; needs KeepSchema
	Now      func() time.Time // the clock; time.Now if nil
	Log      *slog.Logger     // slog.Default if nil

	ConnectTimeout, CommitTimeout time.Duration // of PostgreSQL, as in db.Options

	KeepSchema bool // fail with a db.EarlierSchemaError or db.ErrNoSchema instead of migrating
	Copy       bool // copy an SQLite file of an earlier schema before migrating it; the copy is beside it

	HouseOff bool // the house begins no games

	HooksOff bool // nothing is sent to webhooks
	// CheckHookHost returns why webhooks must not have a URL; "" if they may. Nil allows every host.
	CheckHookHost func(ctx context.Context, u *url.URL) webhook.Fault

	Limits models.Limits // zero values mean the defaults

	Registration models.Registration // RegistrationOpen if ""

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
	s := &Store{}
	s.Shared = &core.Shared{
		Clock: o.Now, Log: o.Log, RulesetByID: map[string]rules.Ruleset{},
		Registration:  o.Registration,
		GatherMail:    o.GatherMail,
		HouseOff:      o.HouseOff,
		NoHooks:       o.HooksOff,
		CheckHookHost: o.CheckHookHost,
		Limits:        o.Limits.OrDefault(),
		OwnAddress:    o.OwnAddress,
		Operator:      o.Operator,
		Follow: core.Followers{
			Begun: play.CatchUpHeartbeat, Change: play.AddChange, GameEnded: event.EndEventGame,
			Overdue: event.EndIfWithdrawn, EventMailed: event.CreditEvent, Erase: upkeep.Erase,
		},
	}
	for w := range s.Signals {
		s.Signals[w] = make(chan struct{}, 1)
	}
	if s.RulesetList = o.Rulesets; s.RulesetList == nil {
		s.RulesetList = catalog.All()
	}
	for _, r := range s.RulesetList {
		s.RulesetByID[r.Info(phrase.English).ID] = r
	}
	var err error
	s.DB, err = db.Open(ctx, db.Options{
		Source: o.Database, Existing: o.Existing, ReadOnly: o.ReadOnly, Log: o.Log, Preload: s.PreloadGames,
		Migrations: migrations.Files, KeepSchema: o.KeepSchema, Copy: o.Copy, Now: o.Now,
		ConnectTimeout: o.ConnectTimeout, CommitTimeout: o.CommitTimeout,
	})
	if err != nil {
		return nil, err
	}
	if s.Kinds, err = s.storedKinds(ctx); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	if !s.DB.IsPostgres() {
		s.GameCache = play.NewGameCache(s.DB)
	}
	if s.NameKey, err = s.Secret(ctx, schema.NameKeySecret); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	for _, name := range []string{schema.LinkKeySecret, hook.PushKeySecret} { // made here, because reading makes nothing
		if _, err := s.Secret(ctx, name); err != nil {
			return nil, errors.Join(err, s.Close())
		}
	}
	return s, nil
}

// Close stops the writer after the waiting transactions, then closes
// the database. Later transactions fail with db.ErrClosed.
func (s *Store) Close() error {
	s.CensusCache.Close()
	return s.DB.Close()
}

// Rulesets returns the rulesets that can be played, in display order.
func (s *Store) Rulesets() []rules.Ruleset { return slices.Clone(s.RulesetList) }

// Ping checks that the database can be read.
func (s *Store) Ping(ctx context.Context) error {
	return s.DB.Ping(ctx)
}

// Woken returns a channel that receives when a notice may have become due, so that a worker need not
// wait for its next poll.
func (s *Store) Woken() <-chan struct{} { return s.Signals[schema.MailWorker] }

// InboundWoken returns a channel that receives when a mail was stored for processing.
func (s *Store) InboundWoken() <-chan struct{} { return s.Signals[schema.InboundWorker] }

// BulkChanged returns a channel that receives when a bulk change was accepted for ApplyBulkChanges.
func (s *Store) BulkChanged() <-chan struct{} { return s.Signals[schema.ChangeWorker] }

// HouseWoken returns a channel that receives when the house may have become due to act in a game.
func (s *Store) HouseWoken() <-chan struct{} { return s.Signals[schema.HouseWorker] }

// WakeHouse wakes a worker that listens to HouseWoken.
func (s *Store) WakeHouse() { s.Signal(schema.HouseWorker) }

// Wake wakes the worker that listens to Woken.
func (s *Store) Wake() { s.Signal(schema.MailWorker) }

// WakeInbound wakes the worker that listens to InboundWoken.
func (s *Store) WakeInbound() { s.Signal(schema.InboundWorker) }

// PlanMigrations returns what Open would do to the schema of a database. It changes nothing and fails if Open would
// refuse the database.
func PlanMigrations(ctx context.Context, o Options) (db.Plan, error) {
	log := o.Log
	if log == nil {
		log = slog.Default()
	}
	return db.PlanMigrations(ctx, db.Options{
		Source: o.Database, Existing: o.Existing, Log: log, Migrations: migrations.Files, Copy: o.Copy, Now: o.Now,
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
func SchemaVersion() int64 { return db.NewestSchema(migrations.Files) }

// Schema returns the version of the open database's schema.
func (s *Store) Schema(ctx context.Context) (version int64, err error) { return s.DB.Schema(ctx) }

// Watch monitors whether the store can be written to.
type Watch = db.Watch

// WatchError is the error of a Watch, with a reason that strangers may read.
type WatchError = db.WatchError

// NewWatch starts monitoring the store. Its file, if it has one, must stay the one that is open.
func NewWatch(ctx context.Context, s *Store) (*Watch, error) { return db.NewWatch(ctx, s.DB) }

// IsPostgres reports whether a database setting names a PostgreSQL server instead of an SQLite file.
func IsPostgres(setting string) bool { return db.IsPostgres(setting) }

// DatabaseName returns a database setting without its password, for display.
func DatabaseName(setting string) string { return db.Name(setting) }

// Contended reports whether players' transactions are waiting for each other, so that mail should wait.
func (s *Store) Contended() bool { return s.DB.Contended() }

// Brake makes the transactions of players begin one after another for about a second, with a pause before each, so that
// mail can keep up. A pause of 0 ends it.
func (s *Store) Brake(pause time.Duration) { s.DB.Brake(pause) }

// Quiet reports whether no player has recently changed anything.
func (s *Store) Quiet() bool { return s.DB.Quiet() }

// Pools returns what the pools of connections do.
func (s *Store) Pools() []db.Pool { return s.DB.Pools() }

// Waiting returns the number of transactions that wait for the writer.
func (s *Store) Waiting() int { return s.DB.Waiting() }
