package models

import "crypto/subtle"

// Once makes a use case happen once under a key, however often its request comes: the
// response is recorded in the transaction that it is about, and given again to the same request.
type Once struct {
	Via         Via // by which the request came: each has keys of its own
	Player      int64
	Key         string // 1 to 500 characters: what the client named its request, or the ID of a mail
	Fingerprint []byte // of what the request asks for; the same key with another one is refused

	// Record makes what is stored from the use case's result, nil where it has none. Only the
	// adapter reads it again. It may run more than once and must not use the store; its
	// error undoes the use case.
	Record func(result any) ([]byte, error)

	settle func(tx *Tx) error // of a mail: its own row is the record
}

// Replayed is the error of a use case that has happened before under its key.
type Replayed struct{ Record []byte }

func (e *Replayed) Error() string { return "done before" }

// Once is a handle on the same store for one call of one use case, which then happens
// once: where it has happened before, its error is a *Replayed; where the key came with another
// request, one with CodeKeyReused. A nil Once is the store itself.
func (s *Store) Once(o *Once) *Store {
	if o == nil {
		return s
	}
	handle := *s
	handle.once = o
	return &handle
}

type recordRow struct {
	PlayerID    int64
	Via         Via
	Key         string
	Fingerprint []byte
	Record      []byte
	CreatedAt   Millis `gorm:"autoCreateTime:false"`
}

func (recordRow) TableName() string { return "responses" }

// setResult sets what a response is made from.
func (tx *Tx) setResult(v any) { tx.result = v }

// runOnce runs fn, unless it has happened under the key of o already.
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
	var rows []recordRow
	if err := tx.Where("player_id = ? AND via = ? AND key = ?", o.Player, o.Via, o.Key).Find(&rows).Error; err != nil {
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
	return tx.Create(&recordRow{
		PlayerID: o.Player, Via: o.Via, Key: o.Key, Fingerprint: o.Fingerprint, Record: record, CreatedAt: tx.at,
	}).Error
}
