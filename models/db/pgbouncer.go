package db

import (
	"context"
	"errors"
	"net/url"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// PgBouncer in transaction mode gives each transaction another connection to PostgreSQL. A statement that was prepared
// by name in one transaction is unknown, or a different one, in the next. Therefore pgx caches only the types of a
// statement's parameters and results there, and prepares it without a name each time. Nothing else in this package
// outlives a transaction.

// execModeParam is the parameter of a PostgreSQL URL by which an operator chooses how pgx runs statements.
const execModeParam = "default_query_exec_mode"

// unnamedStatements is the mode of pgx without named prepared statements.
const unnamedStatements = "cache_describe"

// probeParam is a startup parameter that PostgreSQL accepts from every client and PgBouncer refuses.
const probeParam = "turnpost.probe"

// protocolViolation is the SQLSTATE with which PgBouncer refuses startup parameters.
const protocolViolation = "08P01"

// adaptToPgBouncer sets execModeParam if the server is a PgBouncer and the operator has chosen no mode. Other
// connection failures are left to the following connection.
func adaptToPgBouncer(ctx context.Context, dsn *url.URL) (found bool) {
	query := dsn.Query()
	if query.Has(execModeParam) {
		return false
	}
	probe := *dsn
	probed := dsn.Query()
	probed.Set(probeParam, "1")
	probe.RawQuery = encodeQuery(probed)
	conn, err := pgconn.Connect(ctx, probe.String())
	if err == nil {
		_ = conn.Close(ctx)
		return false
	}
	refusal, ok := errors.AsType[*pgconn.PgError](err)
	if !ok || refusal.Code != protocolViolation || !strings.Contains(refusal.Message, probeParam) {
		return false
	}
	query.Set(execModeParam, unnamedStatements)
	dsn.RawQuery = encodeQuery(query)
	return true
}

// encodeQuery encodes the query of a PostgreSQL URL, in which a plus sign is no space.
func encodeQuery(query url.Values) string { return strings.ReplaceAll(query.Encode(), "+", "%20") }
