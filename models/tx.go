package models

import (
	"context"
	"crypto/subtle"
	"database/sql"
	"errors"
	"time"

	"gorm.io/gorm"

	"turnpost/models/db"
	"turnpost/models/linktext"
	"turnpost/models/secrets"
)

// Tx is one transaction at one instant.
type Tx struct {
	*db.Tx
	store           *Store
	now             time.Time
	at              Millis          // the transaction's time
	noticed         bool            // a notice was queued
	hooked          bool            // something may be due for webhooks
	received        bool            // a mail was stored for processing
	heartbeatStored bool            // a heartbeat was stored
	changed         bool            // a bulk change was accepted
	withdrawn       bool            // games are to end because a player has withdrawn from their event
	due             bool            // games of an event that has begun are due
	accepted        int64           // the accepted bulk change; 0 for none
	houseDue        bool            // the house is to act in a game
	houseActed      string          // a game in which the house is not to act any more; "" for none
	result          any             // of the use case, from which a Once renders the response
	preloaded       *preloadedGames // in a batch of turns on PostgreSQL
}

// newTx returns a Tx at the current time.
func (s *Store) newTx(tx *db.Tx) *Tx {
	now := s.now().UTC().Truncate(time.Millisecond)
	return &Tx{Tx: tx, store: s, now: now, at: ToMillis(now)}
}

// isMail reports whether the transaction carries out what a mail asks for.
func (tx *Tx) isMail() bool { return tx.store.once != nil && tx.store.once.settle != nil }

// read returns a handle for queries, each of which sees the data committed when it begins.
func (s *Store) read(ctx context.Context) *gorm.DB { return s.db.Read(ctx) }

// Rows returns the rows of a query that reads what no use case lists, for packages that present whole tables. The
// caller must close them.
func (s *Store) Rows(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	return s.read(ctx).Raw(query, args...).Rows()
}

// readTx returns a Tx for helpers that only read, outside a transaction.
func (s *Store) readTx(ctx context.Context) *Tx { return s.newTx(s.db.ReadTx(ctx)) }

// write runs fn in a transaction that is on disk when write returns nil. On a
// handle with a Once, a repeated request does not run fn again: the error is a *Replayed.
func (s *Store) write(ctx context.Context, fn func(tx *Tx) error) error {
	err := s.db.Write(ctx, db.Job{Run: s.job(s.once, fn)})
	s.countRefusal(err)
	return err
}

// writeBackground is write for work that no player waits for.
func (s *Store) writeBackground(ctx context.Context, fn func(tx *Tx) error) error {
	return s.db.Write(ctx, db.Job{Background: true, Run: s.job(nil, fn)})
}

// writeTurn is write for a turn.
func (s *Store) writeTurn(ctx context.Context, in TurnInput, fn func(tx *Tx) error) error {
	job := db.Job{Run: s.job(s.once, fn)}
	if s.once == nil && in.Message == "" { // messages are counted in rows that other transactions lock without the game
		job.Key = in.Game
	}
	return s.db.Write(ctx, job)
}

// job wraps fn for the engine, which may run it any number of times.
func (s *Store) job(once *Once, fn func(tx *Tx) error) func(tx *db.Tx) error {
	return func(engine *db.Tx) error {
		tx := s.newTx(engine)
		tx.preloaded, _ = engine.Preloaded().(*preloadedGames)
		engine.OnEnd(tx.ended)
		if err := tx.catchUpHeartbeat(); err != nil {
			return err
		}
		return tx.runOnce(once, fn)
	}
}

// ended publishes the effects of the committed transaction to this process.
func (tx *Tx) ended(err error) {
	if err != nil {
		return
	}
	if tx.heartbeatStored {
		tx.store.heartbeat.Store(int64(tx.at))
	}
	if tx.noticed {
		tx.store.Wake()
	}
	if tx.hooked {
		wake(tx.store.wakeHooks)
	}
	if tx.received {
		tx.store.WakeInbound()
	}
	if tx.houseActed != "" {
		tx.store.houseWaits.acted(tx.houseActed)
	}
	if tx.houseDue {
		wake(tx.store.wakeHouse)
	}
	if tx.changed || tx.withdrawn || tx.due {
		wake(tx.store.wakeChanges)
	}
}

// Once makes a use case happen once under a key, however often its request is repeated: the response is stored in the
// transaction of the use case and returned to later requests with the same content.
type Once struct {
	Via         Via // of the request; keys of different Vias are distinct
	Player      int64
	Key         string // 1 to 500 characters: the client's name of the request, or the ID of a mail
	Fingerprint []byte // of the request's content; the same key with another one is refused

	// Record encodes the use case's result, nil if it has none, for storage. Only the adapter decodes it. It may
	// run more than once and must not use the store; its error aborts the use case.
	Record func(result any) ([]byte, error)

	settle func(tx *Tx) error // of a mail: its row is the record
}

// Replayed is the error of a use case that has already happened under its key.
type Replayed struct{ Record []byte }

func (e *Replayed) Error() string { return "done before" }

// Once returns a handle on the same store for one call of one use case. If the use case has already happened under the
// key, its error is a *Replayed; if the key was used for another request, CodeKeyReused. A nil Once returns the store
// itself.
func (s *Store) Once(o *Once) *Store {
	if o == nil {
		return s
	}
	handle := *s
	handle.once = o
	return &handle
}

// apart returns a handle without key and terms, for what follows a use case in other transactions.
func (s *Store) apart() *Store {
	handle := *s
	handle.once, handle.terms = nil, terms{}
	return &handle
}

// setResult sets the value from which the response is rendered.
func (tx *Tx) setResult(v any) { tx.result = v }

// runOnce runs fn unless it has already run under the key of o.
func (tx *Tx) runOnce(o *Once, fn func(tx *Tx) error) error {
	if o == nil {
		return fn(tx)
	}
	if o.settle != nil {
		if err := fn(tx); err != nil {
			return err
		}
		return o.settle(tx)
	}
	var rows []struct{ Fingerprint, Record []byte }
	err := tx.Raw("SELECT fingerprint, record FROM responses WHERE player_id = ? AND via = ? AND key = ?",
		o.Player, o.Via, o.Key).Scan(&rows).Error
	if err != nil {
		return err
	}
	if len(rows) > 0 {
		if subtle.ConstantTimeCompare(rows[0].Fingerprint, o.Fingerprint) != 1 {
			return fail(CodeKeyReused, "key_reused", "key", o.Key)
		}
		return &Replayed{rows[0].Record}
	}
	if err := fn(tx); err != nil {
		return err
	}
	record, err := o.Record(tx.result)
	if err != nil {
		return err
	}
	return tx.Exec(`INSERT INTO responses (player_id, via, key, fingerprint, record, created_at)
		VALUES (?, ?, ?, ?, ?, ?)`, o.Player, o.Via, o.Key, o.Fingerprint, record, tx.at).Error
}

// stillHeld returns ErrLeaseLost if a change of claimed notices changed no row.
func stillHeld(changed *gorm.DB) error {
	if changed.Error == nil && changed.RowsAffected == 0 {
		return ErrLeaseLost
	}
	return changed.Error
}

// ErrLeaseLost means that another worker holds the notice by now, or it is settled.
var ErrLeaseLost = errors.New("the lease on the notice is lost")

// freeID returns a new ID that no row of the table has.
func (tx *Tx) freeID(table string) (string, error) {
	for {
		id := secrets.NewID()
		var n int64
		if err := tx.Raw("SELECT COUNT(*) FROM "+table+" WHERE id = ?", id).Scan(&n).Error; err != nil || n == 0 {
			return id, err
		}
	}
}

// Seen is the state of a game that a player saw when they decided.
type Seen struct {
	Ply, Takebacks int
	Offers         int // number made in the game so far
}

// terms restrict a use case within its transaction.
type terms struct {
	link *Link // of the player; nil: they have signed in
	seen *Seen // the state that the player saw; nil: the current one
}

// AsSeen returns a handle on the same store for one use case that a player decided on in the given state. Ending the
// game fails with CodeStale if another turn was played since, and deciding on an offer with CodeConflict if it is
// another one.
func (s *Store) AsSeen(seen Seen) *Store {
	handle := *s
	handle.terms.seen = &seen
	return &handle
}

// ByLink returns a handle on the same store for one use case with the rights of a link, of a player who acts without a
// session. An action beyond them fails with CodeStale if a newer link allows it, and with CodeGameOver if none does:
//
//   - A link can play, send messages and make offers in its game. It can end the game, or accept an offer, only while
//     the game is at the ply of its mail; a reply can accept or decline only an offer that its mail could show (else
//     CodeConflict).
//   - A page link to a finished game only shows it. A reply can still send a message and request a rematch, because it
//     comes from the player's own address.
func (s *Store) ByLink(l Link) *Store {
	handle := *s
	handle.terms.link = &l
	return &handle
}

// Seen returns the current state of the game.
func (g *Game) Seen() Seen { return Seen{g.Ply, g.Takebacks, g.Offers} }

// mayEnd refuses to end a game or to take turns back.
func (t terms) mayEnd(row *gameRow) error {
	if l := t.link; l != nil && (l.Ply != row.Ply || l.Takebacks != row.Takebacks%linktext.MaxTakebacks) {
		return fail(CodeStale, "link_of_other_turn", "game", row.ID)
	}
	if s := t.seen; s != nil && (s.Ply != row.Ply || s.Takebacks != row.Takebacks) {
		return fail(CodeStale, "seen_otherwise", "game", row.ID)
	}
	return nil
}

// mayDecide refuses to accept or decline an offer that the player has not seen.
func (t terms) mayDecide(row *gameRow) error {
	unseen := t.seen != nil && t.seen.Offers != row.Offers
	if l := t.link; l != nil && l.Purpose == LinkReply {
		unseen = unseen || l.Offers != row.Offers%linktext.MaxOffers
	}
	if unseen {
		return fail(CodeConflict, "offer_unseen", "game", row.ID)
	}
	return nil
}

// mayUse refuses actions that are possible after the end of a game but not by a page link.
func (t terms) mayUse(row *gameRow) error {
	if row.Status == Ongoing || t.link == nil || t.link.Purpose != LinkPage {
		return nil
	}
	return fail(CodeGameOver, "link_of_finished_game", "game", row.ID)
}
