package db

import (
	"errors"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/mattn/go-sqlite3"
)

func TestUnavailable(t *testing.T) {
	for _, c := range []struct {
		err  error
		want bool
	}{
		{sqlite3.Error{Code: sqlite3.ErrFull}, true},
		{sqlite3.Error{Code: sqlite3.ErrConstraint}, false},
		{&pgconn.PgError{Code: "57P01"}, true},
		{&pgconn.PgError{Code: "53300"}, true},
		{&pgconn.PgError{Code: "23505"}, false},
		{syscall.ENOSPC, true},
		{errors.New("a fault of the program"), false},
		{nil, false},
	} {
		if got := Unavailable(c.err); got != c.want {
			t.Errorf("%v: %v", c.err, got)
		}
	}
}
