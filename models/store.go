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

// Store is the one door to what is stored. It is safe for concurrent use.
type Store struct {
	*shared
	once  *Once // of a handle that Once made; nil for others
	terms terms // of a handle that ByLink or AsSeen made
}

// shared is what all handles of one store have in common.
type shared struct {
	db          *db.DB
	seen        *gamesSeen // nil on PostgreSQL
	now         func() time.Time
	log         *slog.Logger
	games       []rules.Ruleset          // in the order in which they are shown
	rulesets    map[string]rules.Ruleset // the same, by ID
	listed      []string                 // the IDs of all that games may have
	wake        chan struct{}
	wakeInbound chan struct{}
	wakeChanges chan struct{}
	nameKey     []byte // of owners of names and scopes of bounds, which must not be readable
	linkKeys    linkKeyCache
	heartbeat   atomic.Int64 // Millis of this process's last one; 0: there was none yet

	registration Registration
	limits       Limits
	ownAddress   func(string) bool // nil: none is known
}

// Options open a Store.
type Options struct {
	Database string           // path of an SQLite file, or postgres://…
	Existing bool             // an SQLite file that is not there is an error
	Now      func() time.Time // the clock; time.Now when nil
	Log      *slog.Logger     // slog.Default when nil

	KeepSchema bool // a database of an earlier schema is a db.EarlierSchemaError, and is not migrated
	Copy       bool // an SQLite file of an earlier schema is copied, beside it, before it is migrated

	Limits Limits // zero values stand for the defaults

	Registration Registration // RegistrationOpen when ""

	// OwnAddress reports whether an address is one at which the server itself reads mail; nil: none is.
	OwnAddress func(address string) bool

	Rulesets []rules.Ruleset // the games that can be played, in the order of showing; the catalog when nil
}

// Open opens the database, brings its schema up to date and starts the writer.
// Close it.
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
		s.seen = newGamesSeen(s.db)
	}
	if s.nameKey, err = s.secret(ctx, nameKeySecret); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	if _, err := s.secret(ctx, linkKeySecret); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// Close ends the writer after the transactions that wait for it, then closes
// the database. A transaction that comes later fails with db.ErrClosed.
func (s *Store) Close() error { return s.db.Close() }

// Rulesets are the games that can be played, in the order in which they are shown.
func (s *Store) Rulesets() []rules.Ruleset { return slices.Clone(s.games) }

// Ping answers whether the database can be read.
func (s *Store) Ping(ctx context.Context) error {
	return s.db.Ping(ctx)
}

// Woken receives when a notice may have become due, so that a worker need not
// wait for its next look.
func (s *Store) Woken() <-chan struct{} { return s.wake }

// InboundWoken receives when a mail was stored to be read.
func (s *Store) InboundWoken() <-chan struct{} { return s.wakeInbound }

// BulkChanged receives when a bulk change was accepted that ApplyBulkChanges is to apply.
func (s *Store) BulkChanged() <-chan struct{} { return s.wakeChanges }

// Wake wakes the worker that listens to Woken.
func (s *Store) Wake() { wake(s.wake) }

// WakeInbound wakes the worker that listens to InboundWoken.
func (s *Store) WakeInbound() { wake(s.wakeInbound) }

// wake wakes the listener of a channel with room for one wake-up.
func wake(listener chan<- struct{}) {
	select {
	case listener <- struct{}{}:
	default:
	}
}
