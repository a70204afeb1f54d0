package programtest

import (
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"testing"

	"turnpost/models/store"
)

// Table holds the columns of a table and its rows as text.
type Table struct {
	Columns []string
	Rows    [][]string
}

// ReadTables reads every table of a database.
func ReadTables(t *testing.T, database string) map[string]Table {
	t.Helper()
	db := OpenSQL(t, database)
	defer db.Close()
	list, columns := "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%%'",
		"SELECT name FROM pragma_table_xinfo('%s') ORDER BY cid"
	if store.IsPostgres(database) {
		list = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
		columns = "SELECT column_name FROM information_schema.columns WHERE table_name = '%s' ORDER BY ordinal_position"
	}
	tables := map[string]Table{}
	for _, name := range rowsOf(t, db, list) {
		tables[name] = readTable(t, db, name, rowsOf(t, db, fmt.Sprintf(columns, name)))
	}
	return tables
}

func readTable(t *testing.T, db *sql.DB, name string, columns []string) Table {
	t.Helper()
	one := Table{Columns: columns}
	rows, err := db.QueryContext(t.Context(), "SELECT * FROM "+name)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		cells, into := make([]any, len(columns)), make([]any, len(columns))
		for i := range cells {
			into[i] = &cells[i]
		}
		if err := rows.Scan(into...); err != nil {
			t.Fatal(err)
		}
		texts := make([]string, len(cells))
		for i, cell := range cells {
			texts[i] = fmt.Sprint(cell)
		}
		one.Rows = append(one.Rows, texts)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return one
}

// Only returns the rows reduced to some columns, sorted.
func (one Table) Only(columns []string) (lines []string) {
	for _, row := range one.Rows {
		var cells []string
		for _, column := range columns {
			cells = append(cells, column+"="+row[slices.Index(one.Columns, column)])
		}
		lines = append(lines, strings.Join(cells, " "))
	}
	slices.Sort(lines)
	return lines
}

// changedByMigrations names the tables and columns of earlier schemas that migrations change or drop, and why.
var changedByMigrations = map[string]string{
	"goose_db_version": "says which migrations have run",
}

// filledByMigrations names the tables of earlier schemas to which migrations add rows, and why.
var filledByMigrations = map[string]string{
	"secrets": "links have a key of their own since 0002",
	"players": "the house plays as three players since 0007",
}

// turnsOf returns the table that has the turns of an earlier schema: since 0017 it has another name until they move.
func turnsOf(before, after map[string]Table) Table {
	former, is := after["former_turns"]
	if _, was := before["former_turns"]; is && !was {
		return former
	}
	return after["turns"]
}

// CheckRowsKept fails unless a migrated database has every row and every value of the earlier schema.
func CheckRowsKept(t *testing.T, before, after map[string]Table) {
	t.Helper()
	for name, old := range before {
		if changedByMigrations[name] != "" {
			continue
		}
		now, is := after[name]
		if name == "turns" {
			now = turnsOf(before, after)
		}
		if !is {
			t.Errorf("table %s is gone", name)
			continue
		}
		var columns []string
		for _, column := range old.Columns {
			switch {
			case changedByMigrations[name+"."+column] != "":
			case !slices.Contains(now.Columns, column):
				t.Errorf("column %s.%s is gone", name, column)
			default:
				columns = append(columns, column)
			}
		}
		was, left := old.Only(columns), now.Only(columns)
		for _, row := range was {
			if n := slices.Index(left, row); n >= 0 {
				left = slices.Delete(left, n, n+1)
			} else {
				t.Errorf("table %s: the row %s is gone, or was changed", name, row)
			}
		}
		if len(left) > 0 && filledByMigrations[name] == "" {
			t.Errorf("table %s has new rows: %s", name, strings.Join(left, "; "))
		}
	}
}
