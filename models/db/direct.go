package db

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"sync"
	"time"

	"gorm.io/gorm"
)

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
