package db

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/pressly/goose/v3"
	"gorm.io/driver/sqlite"
	"gorm.io/gorm"
)

// shape distinguishes schemas: the columns of the tables, and the indexes and triggers, by name. Both kinds of database
// have the same names.
type shape struct {
	columns map[string][]string // by table
	others  []string            // "index games_first"
}

const (
	sqliteColumns = `SELECT m.name AS of, c.name FROM sqlite_schema m, pragma_table_xinfo(m.name) c
		WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite\_%' ESCAPE '\'`
	sqliteOthers = `SELECT type AS of, name FROM sqlite_schema WHERE type IN ('index', 'trigger') AND sql IS NOT NULL`

	postgresColumns = `SELECT table_name AS of, column_name AS name FROM information_schema.columns
		WHERE table_schema = current_schema()`
	postgresOthers = `SELECT 'index' AS of, indexname AS name FROM pg_indexes WHERE schemaname = current_schema()
		UNION ALL SELECT 'trigger', t.tgname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
		WHERE NOT t.tgisinternal AND c.relnamespace = current_schema()::regnamespace`
)

func readShape(db *gorm.DB, postgres bool) (s shape, err error) {
	columns, others := sqliteColumns, sqliteOthers
	if postgres {
		columns, others = postgresColumns, postgresOthers
	}
	s.columns = map[string][]string{}
	var rows []struct{ Of, Name string }
	if err := db.Raw(columns).Scan(&rows).Error; err != nil {
		return s, err
	}
	for _, r := range rows {
		if r.Of != goose.DefaultTablename {
			s.columns[r.Of] = append(s.columns[r.Of], r.Name)
		}
	}
	rows = nil
	if err := db.Raw(others).Scan(&rows).Error; err != nil {
		return s, err
	}
	for _, r := range rows {
		s.others = append(s.others, r.Of+" "+r.Name)
	}
	return s, nil
}

// checkShape refuses a database whose tables are not those that the migrations up to its version produce. Before the
// migrations were frozen the first one was edited in place, so databases of many shapes have version 1. Tables and
// indexes that no migration creates are ignored: replication tools add some.
func checkShape(ctx context.Context, db *gorm.DB, postgres bool, migrations fs.FS, version int64) error {
	is, err := readShape(db, postgres)
	if err != nil || (version == 0 && len(is.columns) == 0) {
		return err
	}
	if errNoSQLite != nil { // the shapes cannot be produced; what another program has made can be told by the names
		if version > 0 {
			return nil
		}
		newest, err := createdTables(migrations)
		return errors.Join(err, checkForeign(is, newest, postgres))
	}
	want, newest, err := shapesOf(ctx, migrations, version)
	if err != nil {
		return err
	}
	if version == 0 {
		return checkForeign(is, newest, postgres)
	}
	found := differences(want, newest, is)
	if len(found) == 0 {
		return nil
	}
	more := ""
	if len(found) > 1 {
		more = fmt.Sprintf(", and %d more such differences", len(found)-1)
	}
	return fmt.Errorf("the database says that it has schema %d, but %s%s: "+
		"only the unreleased build that wrote it can use it; nothing was changed", version, found[0], more)
}

// checkForeign refuses a database of another program: one without a schema that has a table of the same name as one of
// the newest schema, or, since programs do not share files, an SQLite file that has any table.
func checkForeign(is, newest shape, postgres bool) error {
	for _, table := range slices.Sorted(maps.Keys(is.columns)) {
		_, same := newest.columns[table]
		shared := postgres || strings.HasPrefix(table, "_") // the latter by replication tools
		if same || !shared {
			return fmt.Errorf("the database has schema 0, but table %s is of another program: "+
				"give turnpost a database of its own; nothing was added to this one", table)
		}
	}
	return nil
}

// createdTable finds the tables that a migration creates.
var createdTable = regexp.MustCompile(`(?m)^CREATE TABLE (\w+)`)

// createdTables returns the tables that the migrations for PostgreSQL create, without their columns.
func createdTables(migrations fs.FS) (shape, error) {
	s := shape{columns: map[string][]string{}}
	files, err := fs.Glob(migrations, "postgres/*.sql")
	for _, file := range files {
		text, failure := fs.ReadFile(migrations, file)
		err = errors.Join(err, failure)
		for _, found := range createdTable.FindAllSubmatch(text, -1) {
			s.columns[string(found[1])] = nil
		}
	}
	return s, err
}

// shapesOf runs the migrations in memory and returns the shapes of a version and of the newest one.
func shapesOf(ctx context.Context, migrations fs.FS, version int64) (at, newest shape, err error) {
	scratch, err := open(sqlite.Open(":memory:"), 1, &faults{log: slog.New(slog.DiscardHandler)})
	if err != nil {
		return at, newest, err
	}
	defer func() { err = errors.Join(err, closeDB(scratch)) }()
	pool, err := scratch.DB()
	if err != nil {
		return at, newest, err
	}
	files, err := fs.Sub(migrations, "sqlite")
	if err != nil {
		return at, newest, err
	}
	provider, err := goose.NewProvider(goose.DialectSQLite3, pool, files)
	if err != nil {
		return at, newest, err
	}
	if version > 0 {
		if _, err := provider.UpTo(ctx, version); err != nil {
			return at, newest, err
		}
		if at, err = readShape(scratch, false); err != nil {
			return at, newest, err
		}
	}
	if _, err := provider.Up(ctx); err != nil {
		return at, newest, err
	}
	newest, err = readShape(scratch, false)
	return at, newest, err
}

// differences lists what a database lacks and what its tables have in excess.
func differences(want, newest, is shape) (found []string) {
	for _, table := range slices.Sorted(maps.Keys(is.columns)) {
		if _, ours := newest.columns[table]; !ours {
			continue
		}
		if _, wanted := want.columns[table]; !wanted {
			found = append(found, fmt.Sprintf("table %s is of another", table))
			continue
		}
		for _, column := range is.columns[table] {
			if !slices.Contains(want.columns[table], column) {
				found = append(found, fmt.Sprintf("column %s.%s is of another", table, column))
			}
		}
	}
	for _, table := range slices.Sorted(maps.Keys(want.columns)) {
		if _, there := is.columns[table]; !there {
			found = append(found, fmt.Sprintf("table %s is missing", table))
			continue
		}
		for _, column := range want.columns[table] {
			if !slices.Contains(is.columns[table], column) {
				found = append(found, fmt.Sprintf("column %s.%s is missing", table, column))
			}
		}
	}
	for _, other := range want.others {
		if !slices.Contains(is.others, other) {
			found = append(found, other+" is missing")
		}
	}
	return found
}
