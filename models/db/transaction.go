package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"
)

// Tx is one transaction.
type Tx struct {
	*gorm.DB
	engine    *DB
	preloaded any
	onEnd     []func(err error)
}

// OnEnd registers fn to be called after the transaction has ended, before Write returns, with the same error: nil if
// the writes are on disk. If the job ran more than once, only the functions of its last run are called.
func (tx *Tx) OnEnd(fn func(err error)) { tx.onEnd = append(tx.onEnd, fn) }

func (tx *Tx) end(err error) {
	for _, fn := range tx.onEnd {
		fn(err)
	}
}

// Preloaded returns the result of Options.Preload for a batch of jobs with keys; nil in a transaction of one job.
func (tx *Tx) Preloaded() any { return tx.preloaded }

// IsPostgres reports whether the database is PostgreSQL and not SQLite.
func (tx *Tx) IsPostgres() bool { return tx.engine.postgres }

// ForUpdate returns the clause of a SELECT that locks the rows of a table, if the database can. It does not lock keys,
// so that other transactions may insert rows that refer to them: otherwise two players who each lock
// themselves and refer to the other would deadlock.
func (tx *Tx) ForUpdate(table string) string {
	if tx.engine.postgres {
		return " FOR NO KEY UPDATE OF " + table
	}
	return ""
}

// By names the index that a query must use, if the database supports it. SQLite does not know the distribution of rows
// and would use the primary key, whose cost grows with the length of a game.
func (tx *Tx) By(index string) string {
	if tx.engine.postgres {
		return ""
	}
	return " INDEXED BY " + index
}

// SkipLocked returns the clause of a SELECT that locks rows of a table and skips those that others have locked.
func (tx *Tx) SkipLocked(table string) string {
	if tx.engine.postgres {
		return " FOR UPDATE OF " + table + " SKIP LOCKED"
	}
	return ""
}

// ForShare returns the clause of a SELECT whose rows of a table must not change before the transaction ends.
func (tx *Tx) ForShare(table string) string {
	if tx.engine.postgres {
		return " FOR SHARE OF " + table
	}
	return ""
}

// transaction runs fn in a transaction.
func (d *connections) transaction(ctx context.Context, fn func(w *watchedTx) error) error {
	return d.writer.WithContext(ctx).Connection(func(writer *gorm.DB) error {
		conn, _ := writer.Statement.ConnPool.(*sql.Conn) // set by Connection
		if !d.postgres {
			db := writer.Session(&gorm.Session{NewDB: true})
			err := transactOn(ctx, conn, func() error { return fn(watch(db, nil)) })
			if err == nil {
				d.faults.committed()
			}
			d.faults.note(err)
			return err
		}
		return d.transactOnPostgres(ctx, writer, conn, fn)
	})
}

// transactOnPostgres runs fn in a transaction of PostgreSQL. Its error is *Unconfirmed if the commit was not answered.
func (d *connections) transactOnPostgres(
	ctx context.Context, writer *gorm.DB, conn *sql.Conn, fn func(w *watchedTx) error,
) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var commits *time.Timer
	err := writer.WithContext(ctx).Transaction(func(db *gorm.DB) error {
		db = db.Session(&gorm.Session{NewDB: true, Context: ctx}) // GORM commits through its own, unwatched
		if err := fn(watch(db, conn)); err != nil {
			return err
		}
		commits = time.AfterFunc(d.commitTime, cancel)
		return nil
	}, &sql.TxOptions{Isolation: sql.LevelReadCommitted})
	if commits == nil {
		return err
	}
	commits.Stop()
	if _, answered := errors.AsType[*pgconn.PgError](err); err != nil && !answered {
		err = &Unconfirmed{err}
	}
	d.pulse.committed(err)
	return err
}

// transactOn runs fn in a transaction of SQLite. A transaction of database/sql would use another goroutine, which waits
// for the context to end and is woken at the end of every transaction, at the expense of each turn.
func transactOn(ctx context.Context, conn *sql.Conn, fn func() error) (err error) {
	if _, err := conn.ExecContext(ctx, "BEGIN IMMEDIATE"); err != nil {
		return err
	}
	done := false
	defer func() {
		if !done { // an error or a panic; if SQLite has already rolled back, there is nothing to undo
			_, _ = conn.ExecContext(ctx, "ROLLBACK")
		}
	}()
	if err := fn(); err != nil {
		return err
	}
	_, err = conn.ExecContext(ctx, "COMMIT")
	done = err == nil
	return err
}

// watchedTx is a transaction that records whether anything was written.
type watchedTx struct {
	gorm.ConnPool
	wrote   bool
	db      *gorm.DB
	conn    *sql.Conn  // of PostgreSQL, else nil
	waiting []Deferred // deferred statements on conn
	failed  error      // error of the deferred statements
}

// watch inserts itself between GORM and its transaction.
func watch(db *gorm.DB, conn *sql.Conn) *watchedTx {
	w := &watchedTx{ConnPool: db.Statement.ConnPool, db: db, conn: conn}
	db.Statement.ConnPool = w
	return w
}

// ExecContext runs a statement.
func (w *watchedTx) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	w.wrote = true
	if err := w.flush(ctx); err != nil {
		return nil, err
	}
	return w.ConnPool.ExecContext(ctx, query, args...)
}

// QueryContext runs a query, which may return rows that it writes.
func (w *watchedTx) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	w.note(query)
	if err := w.flush(ctx); err != nil {
		return nil, err
	}
	return w.ConnPool.QueryContext(ctx, query, args...)
}

// QueryRowContext runs a query for one row. An earlier failure is reported at the end.
func (w *watchedTx) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	w.note(query)
	_ = w.flush(ctx)
	return w.ConnPool.QueryRowContext(ctx, query, args...)
}

// PrepareContext prepares a statement, which may write.
func (w *watchedTx) PrepareContext(ctx context.Context, query string) (*sql.Stmt, error) {
	w.wrote = true
	if err := w.flush(ctx); err != nil {
		return nil, err
	}
	return w.ConnPool.PrepareContext(ctx, query)
}

func (w *watchedTx) note(query string) {
	if !strings.HasPrefix(strings.TrimLeft(query, " \t\n"), "SELECT") {
		w.wrote = true
	}
}

// aborted reports whether PostgreSQL refuses further statements in the transaction, as it does after an error.
func (w *watchedTx) aborted() bool {
	if w.conn == nil {
		return false
	}
	going := false
	err := w.conn.Raw(func(driver any) error {
		conn, ok := driver.(*stdlib.Conn)
		going = ok && conn.Conn().PgConn().TxStatus() == 'T'
		return nil
	})
	return err != nil || !going
}

// A round trip to PostgreSQL takes longer than most statements take it. A statement whose result is not needed
// immediately is therefore deferred: it is sent together with those before and after it, in order, when a result is
// needed, or at the end. On SQLite statements run at once.

// Deferred is a statement whose result can wait.
type Deferred struct {
	Query string
	Args  []any
	Take  func(c *Columns) error // called with the columns of each row of a query; nil for a statement that changes rows
	Done  func(n int64) error    // called with the number of rows read or changed; nil if any number is valid
}

// Defer runs a statement now or later. Its errors are those of the transaction.
func (tx *Tx) Defer(s Deferred) error {
	if w, ok := tx.Statement.ConnPool.(*watchedTx); ok && w.conn != nil {
		w.wrote = w.wrote || s.Take == nil
		w.waiting = append(w.waiting, s)
		return nil
	}
	var n int64
	var err error
	if s.Take == nil {
		n, err = Exec(tx.DB, s.Query, s.Args...)
	} else {
		n, err = queryLogged(tx.DB, s.Take, s.Query, s.Args)
	}
	if err != nil || s.Done == nil {
		return err
	}
	return s.Done(n)
}

// DeferExec defers a statement that may change any number of rows.
func (tx *Tx) DeferExec(query string, args ...any) error {
	return tx.Defer(Deferred{Query: query, Args: args})
}

// Flush runs the deferred statements.
func (tx *Tx) Flush() error {
	if w, ok := tx.Statement.ConnPool.(*watchedTx); ok {
		return w.flush(tx.Statement.Context)
	}
	return nil
}

// flush runs the deferred statements. After an error, all later calls return it.
func (w *watchedTx) flush(ctx context.Context) error {
	if w.failed != nil || len(w.waiting) == 0 {
		return w.failed
	}
	began := time.Now()
	var batch pgx.Batch
	sent := w.waiting
	w.waiting = nil
	var refused error
	for _, s := range sent {
		w.queue(&batch, s, &refused)
	}
	err := w.conn.Raw(func(driver any) error {
		conn, ok := driver.(*stdlib.Conn)
		if !ok {
			return fmt.Errorf("a connection is a %T", driver)
		}
		return sendBatch(ctx, conn.Conn(), &batch)
	})
	if w.failed = refused; refused == nil {
		w.failed = loggedAs(w.db, began, func() (string, int64) {
			var texts []string
			for _, s := range sent {
				texts = append(texts, s.Query)
			}
			return strings.Join(texts, ";\n"), 0
		}, err)
	}
	return w.failed
}

// sendBatch runs a batch. A panic of a function that takes its results is an error, and closes the connection: it must
// not pass through sql.Conn.Raw, which would wait for itself and so stop the writer.
func sendBatch(ctx context.Context, conn *pgx.Conn, batch *pgx.Batch) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = errors.Join(fmt.Errorf("panic in a transaction: %v\n%s", p, debug.Stack()), conn.Close(ctx))
		}
	}()
	return conn.SendBatch(ctx, batch).Close()
}

// queue adds a statement to a batch. An error of Done is stored in refused.
func (w *watchedTx) queue(batch *pgx.Batch, s Deferred, refused *error) {
	done := func(n int64) error {
		if s.Done != nil {
			*refused = s.Done(n)
		}
		return *refused
	}
	asked := batch.Queue(placeholders(w.db, s.Query), s.Args...)
	if s.Take == nil {
		asked.Exec(func(changed pgconn.CommandTag) error { return done(changed.RowsAffected()) })
		return
	}
	asked.Query(func(rows pgx.Rows) error {
		if err := rows.Err(); err != nil { // there are no rows: the connection was lost
			return err
		}
		n := int64(0)
		c := newColumns(len(rows.FieldDescriptions()))
		defer c.release()
		c.fields = rows.FieldDescriptions()
		for ; rows.Next(); n++ {
			if err := c.read(rows, s.Take); err != nil {
				return err
			}
		}
		if err := rows.Err(); err != nil {
			return err
		}
		return done(n)
	})
}

// Hot queries bypass GORM's query builder and use the connection of the transaction, or the reading pool, directly: its
// reflection dominated the cost of a turn (28 µs against 12 µs to load a game). The drivers keep these statements
// prepared, because there are few texts and they never change. Errors are translated and logged as by GORM.

// Exec runs a statement and returns the number of changed rows.
func Exec(db *gorm.DB, query string, args ...any) (changed int64, err error) {
	began := time.Now()
	result, err := db.Statement.ConnPool.ExecContext(db.Statement.Context, placeholders(db, query), args...)
	if err == nil {
		changed, err = result.RowsAffected()
	}
	return changed, logged(db, began, query, changed, err)
}

// Query runs a query for few rows and calls take with the columns of each.
func Query(db *gorm.DB, take func(c *Columns) error, query string, args ...any) error {
	_, err := queryLogged(db, take, query, args)
	return err
}

func queryLogged(db *gorm.DB, take func(c *Columns) error, query string, args []any) (n int64, err error) {
	began := time.Now()
	n, err = queryRows(db, take, query, args)
	return n, logged(db, began, query, n, err)
}

func queryRows(db *gorm.DB, take func(c *Columns) error, query string, args []any) (n int64, err error) {
	ctx := db.Statement.Context
	if db.Name() != "postgres" {
		// A few rows are read before SQLite would notice a cancellation; preparing for one costs more than the rows.
		ctx = context.WithoutCancel(ctx)
	}
	rows, err := db.Statement.ConnPool.QueryContext(ctx, placeholders(db, query), args...)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	names, err := rows.Columns()
	if err != nil {
		return 0, err
	}
	c := newColumns(len(names))
	defer c.release()
	c.names = names
	for ; rows.Next(); n++ {
		if err := c.read(rows, take); err != nil {
			return n, err
		}
	}
	return n, rows.Err()
}

// Limit returns a LIMIT clause. The number is part of the text: a bound number may change the plan, and SQLite
// would prepare the statement again each time.
func Limit(n int) string { return " LIMIT " + strconv.Itoa(n) }

func logged(db *gorm.DB, began time.Time, query string, n int64, err error) error {
	return loggedAs(db, began, func() (string, int64) { return query, n }, err)
}

func loggedAs(db *gorm.DB, began time.Time, what func() (query string, n int64), err error) error {
	if translator, ok := db.Dialector.(gorm.ErrorTranslator); ok && err != nil {
		err = translator.Translate(err)
	}
	db.Logger.Trace(db.Statement.Context, began, what, err)
	return err
}

// numbered caches the texts of statements with $1, $2, … for PostgreSQL.
var numbered sync.Map

// placeholders returns a statement with the placeholders of its database. No statement has a
// question mark in a literal.
func placeholders(db *gorm.DB, query string) string {
	if db.Name() != "postgres" {
		return query
	}
	if text, ok := numbered.Load(query); ok {
		return text.(string)
	}
	var b strings.Builder
	n := 0
	for i, part := range strings.Split(query, "?") {
		if i > 0 {
			n++
			b.WriteString("$" + strconv.Itoa(n))
		}
		b.WriteString(part)
	}
	numbered.Store(query, b.String())
	return b.String()
}

// queryLog passes GORM's errors to slog, without the values, which may be secret.
type queryLog struct {
	log    *slog.Logger
	faults *faults
}

func (q queryLog) LogMode(logger.LogLevel) logger.Interface { return q }
func (q queryLog) Info(ctx context.Context, format string, args ...any) {
	q.log.DebugContext(ctx, fmt.Sprintf(format, args...))
}

func (q queryLog) Warn(ctx context.Context, format string, args ...any) {
	q.log.WarnContext(ctx, fmt.Sprintf(format, args...))
}

func (q queryLog) Error(ctx context.Context, format string, args ...any) {
	if strings.HasPrefix(format, "failed to initialize database") {
		return // the caller of Open gets the error and reports it once
	}
	q.log.ErrorContext(ctx, fmt.Sprintf(format, args...))
}

func (q queryLog) Trace(ctx context.Context, begin time.Time, _ func() (string, int64), err error) {
	q.faults.note(err)
	expected := err == nil || errors.Is(err, gorm.ErrRecordNotFound) || errors.Is(err, gorm.ErrDuplicatedKey) ||
		errors.Is(err, context.Canceled)
	if !expected {
		q.log.WarnContext(ctx, "database", "error", err, "took", time.Since(begin))
	}
}
