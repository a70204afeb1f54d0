package core

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"log/slog"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"turnpost/models"
	"turnpost/models/db"
	"turnpost/models/schema"
	"turnpost/models/secrets"
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

// Secret returns a key that the server generates on its first run.
func (s *Store) Secret(ctx context.Context, name string) ([]byte, error) {
	var row struct{ Value []byte }
	const find = "SELECT value FROM secrets WHERE name = ?"
	if err := s.Read(ctx).Raw(find, name).Scan(&row).Error; err != nil || row.Value != nil {
		return row.Value, err
	}
	err := s.Write(ctx, func(tx *Tx) error {
		err := tx.Exec("INSERT INTO secrets (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING",
			name, secrets.NewKey()).Error
		if err != nil {
			return err
		}
		return tx.Raw(find, name).Take(&row).Error
	})
	return row.Value, err
}

// Mac replaces data that must be recognized but not readable.
func (s *Store) Mac(payload []byte) []byte {
	h := hmac.New(sha256.New, s.NameKey)
	h.Write(payload)
	return h.Sum(nil)[:schema.MacSize]
}

// LinkKey returns the key that signs links. A rotation by another process takes effect within a second.
func (s *Store) LinkKey(ctx context.Context) ([]byte, error) {
	if cached := s.LinkKeys.Current.Load(); cached != nil && time.Now().Before(cached.Until) {
		return cached.Key, nil
	}
	var row struct{ Value []byte }
	if err := s.Read(ctx).Raw("SELECT value FROM secrets WHERE name = ?",
		schema.LinkKeySecret).Take(&row).Error; err != nil {
		return nil, err
	}
	s.LinkKeys.Set(row.Value)
	return row.Value, nil
}

// countRefusal counts an error of a limit, by the key of its message.
func (s *Store) countRefusal(err error) {
	if e, ok := errors.AsType[*models.Error](err); ok && e.Code == models.CodeTooMany {
		s.Refused.Add(strings.TrimPrefix(e.Message.Key, "error."))
	}
}

// CountWaiting runs a query for the number of rows that wait and since when the oldest does, and returns the number
// and how long that has been.
func (s *Store) CountWaiting(
	ctx context.Context, query string, args ...any,
) (depth int64, age time.Duration, err error) {
	err = db.Query(s.Read(ctx), func(c *db.Columns) error {
		depth = c.Number()
		if since := schema.Millis(c); since > 0 {
			age = max(0, models.ToMillis(s.Clock()).Sub(since))
		}
		return nil
	}, query, args...)
	return depth, age, err
}

// Announcement returns the current announcement; its text is "" if there is none.
func (s *Store) Announcement(ctx context.Context) (models.Announcement, error) {
	c := &s.Announced
	c.Mu.Lock()
	defer c.Mu.Unlock()
	if time.Now().After(c.Until) {
		var rows []struct {
			Text    string
			UntilAt models.Millis
		}
		err := s.Read(ctx).Raw("SELECT text, until_at FROM announcements ORDER BY id DESC LIMIT 1").Scan(&rows).Error
		if err != nil {
			return models.Announcement{}, err
		}
		c.Last, c.Until = models.Announcement{}, time.Now().Add(schema.AnnouncementAge)
		if len(rows) > 0 {
			c.Last = models.Announcement{Text: rows[0].Text, Until: rows[0].UntilAt.Time()}
		}
	}
	if !c.Last.Until.After(s.Clock()) {
		return models.Announcement{}, nil
	}
	return c.Last, nil
}
