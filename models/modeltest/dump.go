package modeltest

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
)

// Dump returns every row of the database as text, to check that nothing has changed.
func (w *World) Dump() string {
	w.t.Helper()
	tables := "SELECT name FROM sqlite_master WHERE type = 'table'"
	if strings.HasPrefix(w.Database, "postgres") {
		tables = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
	}
	db := w.connect()
	defer db.Close() //nolint:errcheck // it was only read
	var lines []string
	for _, table := range w.rows(db, tables) {
		for _, row := range w.rows(db, "SELECT * FROM "+fmt.Sprint(table[0])) {
			lines = append(lines, fmt.Sprint(table, row))
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// Query returns the rows of a statement, which runs beside the store.
func (w *World) Query(query string) [][]any {
	w.t.Helper()
	db := w.connect()
	defer db.Close() //nolint:errcheck // rows fails the test
	return w.rows(db, query)
}

func (w *World) connect() *sql.DB {
	w.t.Helper()
	driver, source := "sqlite3", "file:"+w.Database
	if strings.HasPrefix(w.Database, "postgres") {
		driver, source = "pgx", w.Database
	}
	db, err := sql.Open(driver, source)
	if err != nil {
		w.t.Fatal(err)
	}
	return db
}

func (w *World) rows(db *sql.DB, query string) (list [][]any) {
	w.t.Helper()
	rows, err := db.QueryContext(context.Background(), query)
	if err != nil {
		w.t.Fatal(err)
	}
	defer rows.Close() //nolint:errcheck // Err says what went wrong
	columns, err := rows.Columns()
	if err != nil {
		w.t.Fatal(err)
	}
	for rows.Next() {
		cells, into := make([]any, len(columns)), make([]any, len(columns))
		for i := range cells {
			into[i] = &cells[i]
		}
		if err := rows.Scan(into...); err != nil {
			w.t.Fatal(err)
		}
		list = append(list, cells)
	}
	if err := rows.Err(); err != nil {
		w.t.Fatal(err)
	}
	return list
}
