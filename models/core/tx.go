package core

import (
	"context"
	"crypto/subtle"
	"database/sql"
	"time"

	"gorm.io/gorm"

	"turnpost/models"
	"turnpost/models/db"
	"turnpost/models/linktext"
	"turnpost/models/rating"
	"turnpost/models/schema"
	"turnpost/models/secrets"
)

// Tx is one transaction at one instant.
type Tx struct {
	*db.Tx
	Store     *Store
	Now       time.Time
	At        models.Millis   // the transaction's time
	Accepted  int64           // the accepted bulk change; 0 for none
	Result    any             // of the use case, from which a Once renders the response
	Preloaded *PreloadedGames // in a batch of turns on PostgreSQL
}

// NewTx returns a Tx at the current time.
func (s *Store) NewTx(tx *db.Tx) *Tx {
	now := s.Clock().UTC().Truncate(time.Millisecond)
	return &Tx{Tx: tx, Store: s, Now: now, At: models.ToMillis(now)}
}

// IsMail reports whether the transaction carries out what a mail asks for.
func (tx *Tx) IsMail() bool { return tx.Store.Request != nil && tx.Store.Request.Settle != nil }

// Read returns a handle for queries, each of which sees the data committed when it begins.
func (s *Store) Read(ctx context.Context) *gorm.DB { return s.DB.Read(ctx) }

// Rows returns the rows of a query that reads what no use case lists, for packages that present whole tables. The
// caller must close them.
func (s *Store) Rows(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	return s.Read(ctx).Raw(query, args...).Rows()
}

// ReadTx returns a Tx for helpers that only read, outside a transaction.
func (s *Store) ReadTx(ctx context.Context) *Tx { return s.NewTx(s.DB.ReadTx(ctx)) }

// Write runs fn in a transaction that is on disk when write returns nil. On a
// handle with a Once, a repeated request does not run fn again: the error is a *Replayed.
func (s *Store) Write(ctx context.Context, fn func(tx *Tx) error) error {
	err := s.DB.Write(ctx, db.Job{Run: s.job(s.Request, fn)})
	s.countRefusal(err)
	return err
}

// WriteBackground is write for work that no player waits for.
func (s *Store) WriteBackground(ctx context.Context, fn func(tx *Tx) error) error {
	return s.DB.Write(ctx, db.Job{Background: true, Run: s.job(nil, fn)})
}

// WriteTurn is write for a turn, whose game a batch preloads unless the turn has a message.
func (s *Store) WriteTurn(ctx context.Context, in models.TurnInput, fn func(tx *Tx) error) error {
	job := db.Job{Run: s.job(s.Request, fn)}
	if s.Request == nil && in.Message == "" { // messages are counted in rows that other transactions lock without the game
		job.Key = in.Game
	}
	return s.DB.Write(ctx, job)
}

// job wraps fn for the engine, which may run it any number of times.
func (s *Store) job(once *Once, fn func(tx *Tx) error) func(tx *db.Tx) error {
	return func(engine *db.Tx) error {
		tx := s.NewTx(engine)
		tx.Preloaded, _ = engine.Preloaded().(*PreloadedGames)
		if err := s.Follow.Begun(tx); err != nil {
			return err
		}
		return tx.runOnce(once, fn)
	}
}

// Once makes a use case happen once under a key, however often its request is repeated: the response is stored in the
// transaction of the use case and returned to later requests with the same content.
type Once struct {
	Via         models.Via // of the request; keys of different Vias are distinct
	Player      int64
	Key         string // 1 to 500 characters: the client's name of the request, or the ID of a mail
	Fingerprint []byte // of the request's content; the same key with another one is refused

	// Record encodes the use case's result, nil if it has none, for storage. Only the adapter decodes it. It may
	// run more than once and must not use the store; its error aborts the use case.
	Record func(result any) ([]byte, error)

	Settle func(tx *Tx) error // of a mail: its row is the record
}

// SetResult sets the value from which the response is rendered.
func (tx *Tx) SetResult(v any) { tx.Result = v }

// runOnce runs fn unless it has already run under the key of o.
func (tx *Tx) runOnce(o *Once, fn func(tx *Tx) error) error {
	if o == nil {
		return fn(tx)
	}
	if o.Settle != nil {
		if err := fn(tx); err != nil {
			return err
		}
		return o.Settle(tx)
	}
	var rows []struct{ Fingerprint, Record []byte }
	err := tx.Raw("SELECT fingerprint, record FROM responses WHERE player_id = ? AND via = ? AND key = ?",
		o.Player, o.Via, o.Key).Scan(&rows).Error
	if err != nil {
		return err
	}
	if len(rows) > 0 {
		if subtle.ConstantTimeCompare(rows[0].Fingerprint, o.Fingerprint) != 1 {
			return models.Fail(models.CodeKeyReused, "key_reused", "key", o.Key)
		}
		return &models.Replayed{Record: rows[0].Record}
	}
	if err := fn(tx); err != nil {
		return err
	}
	record, err := o.Record(tx.Result)
	if err != nil {
		return err
	}
	return tx.Exec(`INSERT INTO responses (player_id, via, key, fingerprint, record, created_at)
		VALUES (?, ?, ?, ?, ?, ?)`, o.Player, o.Via, o.Key, o.Fingerprint, record, tx.At).Error
}

// FreeID returns a new ID that no row of the table has.
func (tx *Tx) FreeID(table string) (string, error) {
	for {
		id := secrets.NewID()
		var n int64
		if err := tx.Raw("SELECT COUNT(*) FROM "+table+" WHERE id = ?", id).Scan(&n).Error; err != nil || n == 0 {
			return id, err
		}
	}
}

// Guard restricts a use case within its transaction.
type Guard struct {
	Link *models.Link // of the player; nil: they have signed in
	Seen *models.Seen // the state that the player saw; nil: the current one
}

// AsSeen adds the state that the player saw.
func (g Guard) AsSeen(game *models.Game) Guard {
	seen := game.Seen()
	g.Seen = &seen
	return g
}

// MayEnd refuses to end a game or to take turns back.
func (g Guard) MayEnd(row *GameRow) error {
	if l := g.Link; l != nil && (l.Ply != row.Ply || l.Takebacks != row.Takebacks%linktext.MaxTakebacks) {
		return models.Fail(models.CodeStale, "link_of_other_turn", "game", row.ID)
	}
	if s := g.Seen; s != nil && (s.Ply != row.Ply || s.Takebacks != row.Takebacks) {
		return models.Fail(models.CodeStale, "seen_otherwise", "game", row.ID)
	}
	return nil
}

// MayDecide refuses to accept or decline an offer that the player has not seen.
func (g Guard) MayDecide(row *GameRow) error {
	unseen := g.Seen != nil && g.Seen.Offers != row.Offers
	if l := g.Link; l != nil && l.Purpose == models.LinkReply {
		unseen = unseen || l.Offers != row.Offers%linktext.MaxOffers
	}
	if unseen {
		return models.Fail(models.CodeConflict, "offer_unseen", "game", row.ID)
	}
	return nil
}

// MayUse refuses actions that are possible after the end of a game but not by a page link.
func (g Guard) MayUse(row *GameRow) error {
	if row.Status == models.Ongoing || g.Link == nil || g.Link.Purpose != models.LinkPage {
		return nil
	}
	return models.Fail(models.CodeGameOver, "link_of_finished_game", "game", row.ID)
}

// Followers are what transactions cause beyond what they decide themselves. Open sets all of them, so that the noun
// that causes something does not need the noun that follows.
type Followers struct {
	// Begun precedes the first change of each transaction: an outage is credited before anything is decided by clocks.
	Begun func(tx *Tx) error
	// Change accepts a bulk change, applies its first part and has the worker apply the rest.
	Change func(tx *Tx, c *schema.BulkChange) error
	// GameEnded enters the end of a game of an event, rated or not, in the event, while the standings of its players
	// are locked and before they change. It returns why the game does not count, if the event says so.
	GameEnded func(tx *Tx, row *GameRow) (rating.Cause, error)
	// Overdue ends a game of an event from which a player has withdrawn, before its time is looked at.
	Overdue func(tx *Tx, row *GameRow) (ended bool, err error)
	// EventMailed credits the time that the notice of the beginning of an event waited.
	EventMailed func(tx *Tx, n schema.Notice, event string) error
	// Erase deletes a part of what a deleted account has left.
	Erase BulkStep
}

// Wake has a worker look for work once the transaction is on disk.
func (tx *Tx) Wake(w schema.Worker) {
	tx.OnCommit(func() { tx.Store.Signal(w) })
}

// OnCommit has fn called once the transaction is on disk, before the use case returns.
func (tx *Tx) OnCommit(fn func()) {
	tx.OnEnd(func(err error) {
		if err == nil {
			fn()
		}
	})
}
