//go:build cgo

package db

import (
	"database/sql/driver"
	"errors"

	"github.com/mattn/go-sqlite3"
)

// errNoSQLite is the error of opening an SQLite file with a program that was built without cgo; nil in this one.
var errNoSQLite error

// connectSQLite opens a connection without database/sql.
func connectSQLite(source string) (driver.Conn, error) { return new(sqlite3.SQLiteDriver).Open(source) }

// passingInSQLite is Unavailable for an error of SQLite; is is false for any other error.
func passingInSQLite(err error) (passing, is bool) {
	failure, is := errors.AsType[sqlite3.Error](err)
	switch failure.Code {
	case sqlite3.ErrFull, sqlite3.ErrBusy, sqlite3.ErrLocked, sqlite3.ErrIoErr,
		sqlite3.ErrCantOpen, sqlite3.ErrNomem, sqlite3.ErrReadonly:
		return is, is
	}
	return false, is
}

// diskFailed reports whether the disk failed SQLite.
func diskFailed(err error) bool {
	failure, ok := errors.AsType[sqlite3.Error](err)
	return ok && failure.Code == sqlite3.ErrIoErr
}

// corruptFile reports whether SQLite found its file damaged.
func corruptFile(err error) bool {
	failure, ok := errors.AsType[sqlite3.Error](err)
	return ok && (failure.Code == sqlite3.ErrCorrupt || failure.Code == sqlite3.ErrNotADB)
}
