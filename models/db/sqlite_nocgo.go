//go:build !cgo

package db

import (
	"database/sql/driver"
	"errors"
)

var errNoSQLite = errors.New("this program was built with CGO_ENABLED=0 and has no SQLite: " +
	"give it a postgres:// URL, or build it with cgo and a C compiler")

func connectSQLite(string) (driver.Conn, error) { return nil, errNoSQLite }

func passingInSQLite(error) (passing, is bool) { return false, false }

func diskFailed(error) bool { return false }

func corruptFile(error) bool { return false }
