package programtest

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"turnpost/models/store"
)

// DumpDatabase returns SQL statements that recreate a database.
func DumpDatabase(t *testing.T, database string) string {
	t.Helper()
	if store.IsPostgres(database) {
		return dumpPostgres(t, database)
	}
	db := OpenSQL(t, database)
	dump := "PRAGMA auto_vacuum = " + rowsOf(t, db, "PRAGMA auto_vacuum")[0] + ";\nBEGIN;\n"
	schema := rowsOf(t, db, `SELECT sql || ';' FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'
		ORDER BY CASE type WHEN 'table' THEN 0 ELSE 2 END, rowid`)
	tables := rowsOf(t, db, "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid")
	made := slices.IndexFunc(schema, func(s string) bool { return !strings.HasPrefix(s, "CREATE TABLE") })
	dump += strings.Join(schema[:made], "\n") + "\n"
	for _, table := range tables {
		columns := rowsOf(t, db, fmt.Sprintf("SELECT 'quote(' || name || ')' FROM pragma_table_info(%q)", table))
		rows := rowsOf(t, db, fmt.Sprintf("SELECT 'INSERT INTO %s VALUES (' || %s || ');' FROM %[1]s",
			table, strings.Join(columns, " || ',' || ")))
		dump += strings.Join(append(rows, ""), "\n")
	}
	dump += strings.Join(schema[made:], "\n") + "\nCOMMIT;\n"
	return dump
}

func dumpPostgres(t *testing.T, database string) string {
	t.Helper()
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/pg_dump")
	if err != nil || len(found) == 0 {
		t.Fatalf("no pg_dump in /usr/lib/postgresql: %v", err)
	}
	slices.Sort(found)
	args := []string{"--inserts", "--no-owner", "--no-privileges", database}
	command := exec.CommandContext(t.Context(), found[len(found)-1], args...)
	out, err := command.Output()
	if err != nil {
		failed, _ := errors.AsType[*exec.ExitError](err)
		t.Fatalf("pg_dump: %v: %s", err, failed.Stderr)
	}
	var dump strings.Builder
	for line := range strings.Lines(string(out)) {
		// Commands of psql, a setting that only version 17 and later knows, and comments.
		if !strings.HasPrefix(line, `\`) && !strings.HasPrefix(line, "SET transaction_timeout") &&
			!strings.HasPrefix(line, "--") && line != "\n" {
			dump.WriteString(line)
		}
	}
	return dump.String()
}

// restoreDatabase runs the statements of a dump on a fresh database.
func restoreDatabase(t *testing.T, database, dump string) {
	t.Helper()
	db := OpenSQL(t, database)
	if _, err := db.ExecContext(context.Background(), dump); err != nil {
		t.Fatalf("the dump cannot be restored: %v", err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

// rowsOf returns the rows of a query with one column.
func rowsOf(t *testing.T, db *sql.DB, query string) (texts []string) {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), query)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			t.Fatalf("%s: %v", query, err)
		}
		texts = append(texts, text)
	}
	if err := rows.Err(); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return texts
}
