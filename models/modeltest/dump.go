package modeltest

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
)

// Dump is every row of the database, as text: what two dumps have the same, nothing has changed.
func (w *World) Dump() string {
	w.t.Helper()
	db, err := sql.Open("sqlite3", "file:"+w.Database+"?mode=ro")
	if err != nil {
		w.t.Fatal(err)
	}
	defer db.Close() //nolint:errcheck // it was only read
	var b strings.Builder
	for _, table := range w.rows(db, "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name") {
		for _, row := range w.rows(db, "SELECT * FROM "+fmt.Sprint(table[0])) {
			fmt.Fprintln(&b, table, row)
		}
	}
	return b.String()
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
