package models

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"gorm.io/gorm"

	"turnpost/rules"
	"turnpost/rules/catalog"
	"turnpost/rules/phrase"
)

// Store is the one door to what is stored. It is safe for concurrent use.
type Store struct {
	*shared
	once *Once // of a handle that Once made; nil for others
}

// shared is what all handles of one store have in common.
type shared struct {
	db          *database
	now         func() time.Time
	log         *slog.Logger
	games       []rules.Ruleset          // in the order in which they are shown
	rulesets    map[string]rules.Ruleset // the same, by ID
	gate        sync.RWMutex             // between Close and whoever hands a job to the writer
	closed      bool                     // behind the gate
	queue       chan *job
	done        chan struct{}
	wake        chan struct{}
	wakeInbound chan struct{}
	nameKey     []byte // of owners of names and scopes of bounds, which must not be readable
	linkKeys    linkKeyCache
	sessions    sessionCache
	load        writerLoad
	heartbeat   atomic.Int64 // Millis of this process's last one; 0: there was none yet

	applied      []string // migrations
	registration Registration
	limits       Limits
}

// Options open a Store.
type Options struct {
	Database string           // path of an SQLite file, or postgres://…
	Existing bool             // an SQLite file that is not there is an error
	Now      func() time.Time // the clock; time.Now when nil
	Log      *slog.Logger     // slog.Default when nil

	Limits Limits // zero values stand for the defaults

	Registration Registration // RegistrationOpen when ""

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
	if o.Existing {
		if err := mustExist(o.Database); err != nil {
			return nil, err
		}
	}
	db, err := openDatabase(o.Database, o.Log)
	if err != nil {
		return nil, err
	}
	s := &Store{shared: &shared{
		db: db, now: o.Now, log: o.Log, rulesets: map[string]rules.Ruleset{},
		queue: make(chan *job, maxBatch), done: make(chan struct{}),
		wake: make(chan struct{}, 1), wakeInbound: make(chan struct{}, 1),
		registration: o.Registration,
		limits:       o.Limits.orDefault(),
	}}
	if s.games = o.Rulesets; s.games == nil {
		s.games = catalog.All()
	}
	for _, r := range s.games {
		s.rulesets[r.Info(phrase.English).ID] = r
	}
	go s.runWriter()
	if s.applied, err = s.migrate(ctx); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	if s.nameKey, err = s.secret(ctx, nameKeySecret); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	if _, err := s.secret(ctx, linkKeySecret); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// ErrClosed is the error of a transaction after Close.
var ErrClosed = errors.New("the store is closed")

// Close ends the writer after the transactions that wait for it, then closes
// the database. What comes later gets an error.
func (s *Store) Close() error {
	s.gate.Lock()
	closed := s.closed
	s.closed = true
	s.gate.Unlock()
	if closed {
		return nil
	}
	close(s.queue)
	<-s.done
	return s.db.close()
}

// Rulesets are the games that can be played, in the order in which they are shown.
func (s *Store) Rulesets() []rules.Ruleset { return slices.Clone(s.games) }

// Ping answers whether the database can be read.
func (s *Store) Ping(ctx context.Context) error {
	return s.read(ctx).Exec("SELECT 1").Error
}

// Woken receives when a notice may have become due, so that a worker need not
// wait for its next look.
func (s *Store) Woken() <-chan struct{} { return s.wake }

// InboundWoken receives when a mail was stored to be read.
func (s *Store) InboundWoken() <-chan struct{} { return s.wakeInbound }

func (s *Store) read(ctx context.Context) *gorm.DB { return s.db.reader.WithContext(ctx) }
