package db

import (
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	"gorm.io/gorm"
)

// A URL that cannot be parsed is refused without its password, and with how to write one.
func TestUnparsedURL(t *testing.T) {
	_, err := Open(t.Context(), Options{Source: "postgres://ann:se/cret@127.0.0.1:1/x"})
	if err == nil || strings.Contains(err.Error(), "cret") || !strings.Contains(err.Error(), "%2F") {
		t.Error(err)
	}
}

// TestTransactionsInTheWayAreTriedAgain tests only the retry loop: the errors of the server are made up,
// and the transactions around them are of the database under test.
func TestTransactionsInTheWayAreTriedAgain(t *testing.T) {
	w := newBench(t)
	for _, c := range []struct {
		err  error
		runs int32
	}{
		{&pgconn.PgError{Code: "40P01"}, maxTries},
		{&pgconn.PgError{Code: "40001"}, maxTries},
		{gorm.ErrDuplicatedKey, maxTries},
		{&pgconn.PgError{Code: "22001"}, 1},
		{errors.New("another"), 1},
		{nil, 1},
	} {
		var runs atomic.Int32
		run := func(*Tx) error {
			runs.Add(1)
			return c.err
		}
		j := &job{Job: Job{Run: run}, ctx: t.Context(), result: make(chan error, 1)}
		if err := w.writeAlone(j); !errors.Is(err, c.err) || runs.Load() != c.runs {
			t.Errorf("%v: %d runs, %v", c.err, runs.Load(), err)
		}
	}
}
