package db

import (
	"database/sql"
	"database/sql/driver"
	"errors"
	"net"
	"slices"
	"strings"
	"syscall"

	"github.com/jackc/pgx/v5/pgconn"
)

// Unavailable reports whether an error is temporary or can be fixed by the operator, so that the caller should try
// again later: the disk is full, the database is unreachable, busy or shutting down, the connection broke.
func Unavailable(err error) bool {
	if _, ok := errors.AsType[*Unconfirmed](err); ok {
		return true
	}
	if failure, ok := errors.AsType[*pgconn.PgError](err); ok {
		return passingClass(failure.Code)
	}
	if passing, is := passingInSQLite(err); is {
		return passing
	}
	if _, ok := errors.AsType[*pgconn.ConnectError](err); ok {
		return true
	}
	if _, ok := errors.AsType[*net.OpError](err); ok {
		return true
	}
	for _, passing := range []error{driver.ErrBadConn, sql.ErrConnDone, syscall.ENOSPC, syscall.EDQUOT, net.ErrClosed} {
		if errors.Is(err, passing) {
			return true
		}
	}
	return err != nil && (strings.Contains(err.Error(), "unexpected EOF") || strings.Contains(err.Error(), "conn closed"))
}

// passingClass reports whether a SQLSTATE is temporary: connection exceptions, insufficient resources, operator
// intervention, system errors; a standby that cannot write yet; conflicts that outlast the retries.
func passingClass(code string) bool {
	for _, prefix := range []string{"08", "53", "57", "58", "25006", "40001", "40P01", "55P03"} {
		if strings.HasPrefix(code, prefix) {
			return true
		}
	}
	return false
}

// connectFailure reports once what pgx reports for every attempt, with TLS and without.
type connectFailure struct{ err error }

// Unwrap returns the underlying error.
func (f connectFailure) Unwrap() error { return f.err }

func (f connectFailure) Error() string {
	var lines []string
	for line := range strings.Lines(f.err.Error()) {
		if line = strings.TrimSpace(line); !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, " ")
}
