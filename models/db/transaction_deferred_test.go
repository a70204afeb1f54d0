package db

import (
	"errors"
	"strings"
	"testing"

	"gorm.io/gorm"
)

func takeNumber(c *Columns) error {
	c.Number()
	return nil
}

// A connection that is lost before a deferred query, as when PostgreSQL stops in an emergency, is an error of the
// transaction. The next one has another connection.
func TestDeferredQueryOnALostConnection(t *testing.T) {
	w := newBench(t)
	if !w.postgres {
		t.Skip("SQLite has no connection to lose")
	}
	count := Deferred{Query: "SELECT COUNT(*) FROM things", Take: takeNumber}
	err := w.write(t.Context(), func(tx *Tx) error {
		if err := errors.Join(tx.Defer(count), tx.Flush()); err != nil { // it is prepared
			return err
		}
		var backend int
		if err := tx.Raw("SELECT pg_backend_pid()").Scan(&backend).Error; err != nil {
			return err
		}
		if err := w.reader.Exec("SELECT pg_terminate_backend(?, 10000)", backend).Error; err != nil {
			return err
		}
		return errors.Join(tx.Defer(count), tx.Flush())
	})
	if !Unavailable(err) {
		t.Errorf("the transaction ended with %v", err)
	}
	if err := w.write(t.Context(), insert("next", nil)); err != nil {
		t.Errorf("the next transaction: %v", err)
	}
}

// A panic of a function that takes the result of a deferred statement fails its transaction, and no other.
func TestPanicInADeferredStatement(t *testing.T) {
	w := newBench(t)
	for _, s := range []Deferred{
		{Query: "SELECT 1", Take: func(*Columns) error { panic("taking") }},
		{Query: "SELECT COUNT(*) FROM things", Take: takeNumber, Done: func(int64) error { panic("done") }},
		{Query: "DELETE FROM things WHERE name = 'nobody'", Done: func(int64) error { panic("done") }},
	} {
		for _, flushed := range []bool{true, false} {
			err := w.write(t.Context(), func(tx *Tx) error {
				if err := insert("undone", nil)(tx); err != nil {
					return err
				}
				if err := tx.Defer(s); err != nil || !flushed {
					return err
				}
				return tx.Flush()
			})
			if err == nil || !strings.Contains(err.Error(), "panic in a transaction") {
				t.Errorf("%s: %v", s.Query, err)
			}
			if err := w.write(t.Context(), insert("next", nil)); err != nil && !errors.Is(err, gorm.ErrDuplicatedKey) {
				t.Errorf("%s: the next transaction: %v", s.Query, err)
			}
		}
	}
	var undone int64
	err := w.reader.Raw("SELECT COUNT(*) FROM things WHERE name = 'undone'").Scan(&undone).Error
	if err != nil || undone > 0 {
		t.Errorf("%d rows of the failed transactions are stored, %v", undone, err)
	}
}
