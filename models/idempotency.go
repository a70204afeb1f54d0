package models

import "crypto/subtle"

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

type recordRow struct {
	PlayerID    int64
	Via         Via
	Key         string
	Fingerprint []byte
	Record      []byte
	CreatedAt   Millis `gorm:"autoCreateTime:false"`
}

func (recordRow) TableName() string { return "responses" }

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
