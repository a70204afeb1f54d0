package core

import (
	"context"
	"log/slog"
	"net/url"
	"sync/atomic"
	"time"

	"turnpost/models"
	"turnpost/models/db"
	"turnpost/models/schema"
	"turnpost/models/webhook"
	"turnpost/rules"
)

// Store provides all access to the database. It is safe for concurrent use.
type Store struct {
	*Shared
	Request *Once // of a handle made by Once; nil for others
	Guard   Guard // of a handle made by ByLink or AsSeen
}

// Shared is the state that all handles of one store share.
type Shared struct {
	DB            *db.DB
	GameCache     *GameCache // nil on PostgreSQL
	Clock         func() time.Time
	Log           *slog.Logger
	RulesetList   []rules.Ruleset          // in display order
	RulesetByID   map[string]rules.Ruleset // the same, by ID
	Kinds         []schema.GameKind        // of games
	Signals       [schema.Workers]chan struct{}
	Follow        Followers
	HouseWaits    schema.HouseWaits
	NameKey       []byte // for owners of names and scopes of bounds, which must not be readable
	LinkKeys      schema.LinkKeyCache
	LastHeartbeat atomic.Int64 // Millis of this process's last one; 0: none yet
	SilenceSwept  atomic.Int64 // Millis of the last search for silent owners of challenges; 0: none yet

	Registration  models.Registration
	GatherMail    time.Duration
	HouseOff      bool
	NoHooks       bool
	Limits        models.Limits
	CheckHookHost func(ctx context.Context, u *url.URL) webhook.Fault // nil: every host is allowed
	OwnAddress    func(string) bool                                   // nil: no address is
	Operator      string                                              // address for reports; "" for none
	Announced     schema.AnnouncementCache
	CensusCache   schema.CensusCache
	Loaded        schema.LoadCache
	Refused       schema.Refusals
}

// Signal has a worker look for work, without waiting for it.
func (s *Shared) Signal(w schema.Worker) {
	select {
	case s.Signals[w] <- struct{}{}:
	default:
	}
}
