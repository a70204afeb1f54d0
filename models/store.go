package models

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync/atomic"
	"time"

	"turnpost/models/db"
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
	db          *db.DB
	seen        *gameCache // nil on PostgreSQL
	now         func() time.Time
	log         *slog.Logger
	games       []rules.Ruleset          // in display order
	rulesets    map[string]rules.Ruleset // the same, by ID
	listed      []string                 // the IDs of all that games may have
	wake        chan struct{}
	wakeInbound chan struct{}
	wakeChanges chan struct{}
	nameKey     []byte // for owners of names and scopes of bounds, which must not be readable
	linkKeys    linkKeyCache
	heartbeat   atomic.Int64 // Millis of this process's last one; 0: none yet

	registration Registration
	limits       Limits
	ownAddress   func(string) bool // nil: no address is
}

// Options configure a Store.
type Options struct {
	Database string           // path of an SQLite file, or postgres://…
	Existing bool             // a missing SQLite file is an error
	Now      func() time.Time // the clock; time.Now if nil
	Log      *slog.Logger     // slog.Default if nil

	KeepSchema bool // fail with a db.EarlierSchemaError instead of migrating an earlier schema
	Copy       bool // copy an SQLite file of an earlier schema before migrating it; the copy is beside it

	Limits Limits // zero values mean the defaults

	Registration Registration // RegistrationOpen if ""

	// OwnAddress reports whether the server receives mail at an address; nil means none.
	OwnAddress func(address string) bool

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
		wake: make(chan struct{}, 1), wakeInbound: make(chan struct{}, 1),
		wakeChanges:  make(chan struct{}, 1),
		registration: o.Registration,
		limits:       o.Limits.orDefault(),
		ownAddress:   o.OwnAddress,
	}}
	if s.games = o.Rulesets; s.games == nil {
		s.games = catalog.All()
	}
	for _, r := range s.games {
		s.rulesets[r.Info(phrase.English).ID] = r
	}
	var err error
	s.db, err = db.Open(ctx, db.Options{
		Source: o.Database, Existing: o.Existing, Log: o.Log, Preload: s.preloadGames,
		Migrations: migrations(), KeepSchema: o.KeepSchema, Copy: o.Copy, Now: o.Now,
	})
	if err != nil {
		return nil, err
	}
	if s.listed, err = s.listedRulesets(ctx); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	if !s.db.IsPostgres() {
		s.seen = newGameCache(s.db)
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
func (s *Store) Close() error { return s.db.Close() }

// Rulesets returns the rulesets that can be played, in display order.
func (s *Store) Rulesets() []rules.Ruleset { return slices.Clone(s.games) }

// Ping checks that the database can be read.
func (s *Store) Ping(ctx context.Context) error {
	return s.db.Ping(ctx)
}

// Woken returns a channel that receives when a notice may have become due, so that a worker need not
// wait for its next poll.
func (s *Store) Woken() <-chan struct{} { return s.wake }

// InboundWoken returns a channel that receives when a mail was stored for processing.
func (s *Store) InboundWoken() <-chan struct{} { return s.wakeInbound }

// BulkChanged returns a channel that receives when a bulk change was accepted for ApplyBulkChanges.
func (s *Store) BulkChanged() <-chan struct{} { return s.wakeChanges }

// Wake wakes the worker that listens to Woken.
func (s *Store) Wake() { wake(s.wake) }

// WakeInbound wakes the worker that listens to InboundWoken.
func (s *Store) WakeInbound() { wake(s.wakeInbound) }

// wake sends to a channel with a buffer of one, without blocking.
func wake(listener chan<- struct{}) {
	select {
	case listener <- struct{}{}:
	default:
	}
}
