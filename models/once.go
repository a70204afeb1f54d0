package models

import (
	"context"
	"crypto/subtle"
)

// Once makes a request with an Idempotency-Key happen once: the answer is stored
// in the transaction that it answers, and given again to the same request.
type Once struct {
	Player      int64
	Key         string                      // 1 to 200 characters
	Fingerprint []byte                      // of method, path and body
	Render      func(v any) (Answer, error) // makes the answer from the use case's result; an error undoes it
}

// Answer is a stored HTTP answer.
type Answer struct {
	Status      int
	ContentType string
	ETag        string
	Body        []byte
}

// Replayed is the error of a use case that has happened before under its key.
type Replayed struct{ Answer Answer }

func (e *Replayed) Error() string { return "answered before" }

type onceKey struct{}

// WithOnce gives a Once to the one use case called with the context.
func WithOnce(ctx context.Context, o *Once) context.Context {
	return context.WithValue(ctx, onceKey{}, o)
}

type answerRow struct {
	PlayerID    int64
	Key         string
	Fingerprint []byte
	Status      int
	ContentType string
	ETag        string `gorm:"column:etag"`
	Body        []byte
	CreatedAt   Millis `gorm:"autoCreateTime:false"`
}

func (answerRow) TableName() string { return "answers" }

// once runs fn, unless ctx holds a Once that has an answer already.
func (tx *Tx) once(ctx context.Context, fn func(tx *Tx) error) error {
	o, ok := ctx.Value(onceKey{}).(*Once)
	if !ok || o == nil {
		return fn(tx)
	}
	var rows []answerRow
	if err := tx.Where("player_id = ? AND key = ?", o.Player, o.Key).Find(&rows).Error; err != nil {
		return err
	}
	if len(rows) > 0 {
		r := rows[0]
		if subtle.ConstantTimeCompare(r.Fingerprint, o.Fingerprint) != 1 {
			return fail(CodeKeyReused, "the Idempotency-Key %q came with another request before; use a new key for a new request", o.Key)
		}
		return &Replayed{Answer{Status: r.Status, ContentType: r.ContentType, ETag: r.ETag, Body: r.Body}}
	}
	if err := fn(tx); err != nil {
		return err
	}
	a, err := o.Render(tx.answered)
	if err != nil {
		return err
	}
	return tx.Create(&answerRow{
		PlayerID: o.Player, Key: o.Key, Fingerprint: o.Fingerprint,
		Status: a.Status, ContentType: a.ContentType, ETag: a.ETag, Body: a.Body, CreatedAt: tx.at,
	}).Error
}
