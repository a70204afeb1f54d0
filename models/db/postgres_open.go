package db

import (
	"cmp"
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"gorm.io/driver/postgres"
	"gorm.io/gorm"
)

// The defaults of a server, a database or a role may be any. A session therefore sets every one that
// would otherwise change what a statement means, what it returns, how long it may take, or whether a commit is on disk.
// The URL of the database takes precedence. Of the others that could matter, search_path is left to the operator, who
// may keep the tables in any schema, and default_transaction_read_only, by which an operator stops all writes, is
// treated like a server that is a standby.

// startupSettings are the settings that PgBouncer passes on, too.
var startupSettings = map[string]string{
	"client_encoding": "UTF8", "datestyle": "ISO", "standard_conforming_strings": "on", "timezone": "UTC",
}

// sessionSettings are the settings that are made once a session has begun: some versions of PostgreSQL do not know all
// of them, and PgBouncer passes none of them on. Transactions name their isolation themselves.
var sessionSettings = []struct{ name, value string }{
	{"bytea_output", "hex"},
	{"default_transaction_isolation", "read committed"},
	{"extra_float_digits", "1"},
	{"idle_in_transaction_session_timeout", "0"},
	{"idle_session_timeout", "0"},
	{"lock_timeout", "0"},
	{"statement_timeout", "0"},
	{"transaction_timeout", "0"},
	{"transform_null_equals", "off"},
}

// durableCommits makes commits reach the disk where the default is that they need not. Others, by which a commit also
// waits for a standby, stay.
const durableCommits = `SELECT set_config('synchronous_commit', 'local', false)
	WHERE current_setting('synchronous_commit') = 'off'`

// Times of Options that are 0. They are short, as another host may take over meanwhile, and long enough for a server
// that is busy.
const (
	defaultConnectTime = 2 * time.Second
	defaultCommitTime  = 3 * time.Second
)

// postgresConnections is the maximum number of connections of a process to PostgreSQL that carry requests.
const postgresConnections = 16

func openPostgres(o Options) (*connections, error) {
	dsn, log := o.Source, o.Log
	u, err := url.Parse(dsn)
	if err != nil {
		return nil, errors.New("database: the postgres:// URL cannot be parsed; write / ? # @ : % in the password as " +
			"%2F %3F %23 %40 %3A %25")
	}
	connectTime, commitTime := cmp.Or(o.ConnectTimeout, defaultConnectTime), cmp.Or(o.CommitTimeout, defaultCommitTime)
	probing, cancel := context.WithTimeout(context.Background(), connectTime)
	bouncer := adaptToPgBouncer(probing, u)
	cancel()
	if bouncer {
		log.Info("the database is behind a PgBouncer: statements are not kept prepared")
	}
	found := &faults{log: log}
	config, err := pgx.ParseConfig(u.String())
	if err != nil {
		return nil, fmt.Errorf("database %s: %w", Name(dsn), err)
	}
	servers := postgresHosts(config, connectTime, bouncer, log)
	pool := sql.OpenDB(servers)
	db, err := open(postgres.New(postgres.Config{Conn: pool}), postgresConnections, found)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("database %s: %w", Name(dsn), connectFailure{err}), pool.Close())
	}
	if err := checkEncoding(db); err != nil { // a new one is refused: see plan
		log.Warn("some of what players write cannot be stored", "error", err)
	}
	commits := ""
	if err := db.Raw("SHOW synchronous_commit").Scan(&commits).Error; err == nil && commits == "off" {
		log.Warn("synchronous_commit is off: what players are told to be stored may be lost when the database server stops")
	}
	return &connections{
		writer: db, reader: db, postgres: true, faults: found, commitTime: commitTime,
		hosts: servers, pulse: newPulse(servers, pulseEvery, commitTime, log),
	}, nil
}

// checkEncoding fails for a database that lacks letters. One in SQL_ASCII, which PostgreSQL makes where the system has
// no locale, stores any bytes.
func checkEncoding(db *gorm.DB) error {
	encoding := ""
	err := db.Raw("SHOW server_encoding").Scan(&encoding).Error
	if err == nil && encoding != "UTF8" && encoding != "SQL_ASCII" {
		err = fmt.Errorf("the database has the encoding %s, which lacks letters of other languages: "+
			"CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0 makes one that has all", encoding)
	}
	return err
}

// postgresHosts returns the hosts for sessions with the settings above. None of these outlives a server that has become
// read-only: see writableSessions.
func postgresHosts(config *pgx.ConnConfig, timeout time.Duration, bouncer bool, log *slog.Logger) *hosts {
	given := make(map[string]bool, len(config.RuntimeParams))
	for name := range config.RuntimeParams {
		given[strings.ToLower(name)] = true
	}
	for name, value := range startupSettings {
		if !given[name] {
			config.RuntimeParams[name] = value
		}
	}
	options := config.RuntimeParams["options"] // "-c name=value …"
	var settings []string
	for _, s := range sessionSettings {
		if !given[s.name] && !strings.Contains(options, s.name) {
			settings = append(settings, fmt.Sprintf(
				"SELECT set_config('%s', '%s', false) WHERE current_setting('%[1]s', true) IS NOT NULL", s.name, s.value))
		}
	}
	if name := "synchronous_commit"; !given[name] && !strings.Contains(options, name) {
		settings = append(settings, durableCommits)
	}
	set := strings.Join(settings, " UNION ALL ")
	sessions := &writableSessions{log: log}
	sessions.watch(&config.Config)
	return newHosts(config, timeout, stdlib.OptionResetSession(sessions.use),
		stdlib.OptionAfterConnect(func(ctx context.Context, conn *pgx.Conn) error {
			sessions.begin(conn)
			if bouncer || set == "" { // its next transaction may be on another session
				return nil
			}
			_, err := conn.Exec(ctx, set)
			return err
		}))
}

// readOnlyServer is the SQLSTATE of a write to a server that takes none.
const readOnlyServer = "25006"

// dropEvery is the minimum time between two times at which all sessions are dropped.
const dropEvery = time.Second

// writableSessions drops the sessions with a server that refuses writes, as a standby and a former primary do, once it
// has said so: where the server that takes writes is elsewhere, or the setting has been changed since, a new session
// finds it. Those that are in use end when they are used again. It is safe for concurrent use.
type writableSessions struct {
	log     *slog.Logger
	dropped atomic.Int64 // in nanoseconds since 1970: sessions that began earlier are dropped
}

// openedKey is the key of the time at which a session began.
const openedKey = "turnpost.opened"

func (w *writableSessions) begin(conn *pgx.Conn) {
	conn.PgConn().CustomData()[openedKey] = time.Now().UnixNano()
}

// use ends a session that began before the last refusal.
func (w *writableSessions) use(_ context.Context, conn *pgx.Conn) error {
	if opened, _ := conn.PgConn().CustomData()[openedKey].(int64); opened < w.dropped.Load() {
		return driver.ErrBadConn
	}
	return nil
}

// watch makes a refusal close the session that gets it, and all others that are older.
func (w *writableSessions) watch(config *pgconn.Config) {
	usual := config.OnPgError
	config.OnPgError = func(conn *pgconn.PgConn, failure *pgconn.PgError) bool {
		if failure.Code != readOnlyServer {
			return usual(conn, failure)
		}
		now, last := time.Now().UnixNano(), w.dropped.Load()
		if now-last > int64(dropEvery) && w.dropped.CompareAndSwap(last, now) {
			w.log.Warn("the database server takes no writes: its connections are opened again", "error", failure)
		}
		return false
	}
}
