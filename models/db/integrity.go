package db

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"gorm.io/gorm"
)

// maxIntegrityFaults limits the faults that SQLite lists for a damaged file.
const maxIntegrityFaults = 100

// ErrDamagedPages is the error of CheckIntegrity for an SQLite file with damaged pages, which it has reported: any
// statement that reads them may find anything, or never end.
var ErrDamagedPages = errors.New("nothing else was checked, because pages of the file are damaged: restore a back-up")

// CheckIntegrity reads every page of an SQLite file, or every row of a PostgreSQL database, and checks every foreign
// key. It calls report with a sentence for each fault; its error is one that prevented the check, or ErrDamagedPages.
func (d *DB) CheckIntegrity(ctx context.Context, report func(fault string)) error {
	if d.postgres {
		return d.checkPostgres(ctx, report)
	}
	var lines []string
	err := d.Read(ctx).Raw(fmt.Sprintf("PRAGMA integrity_check(%d)", maxIntegrityFaults)).Scan(&lines).Error
	switch {
	case Corrupt(err):
		report(err.Error())
	case err != nil:
		return fmt.Errorf("integrity: %w", err)
	}
	damaged := err != nil
	for _, line := range lines {
		if line != "ok" {
			report(line)
			damaged = true
		}
	}
	if damaged {
		return ErrDamagedPages
	}
	var dangling []struct{ Table, Parent string }
	err = d.Read(ctx).Raw(`SELECT "table", parent FROM pragma_foreign_key_check`).Scan(&dangling).Error
	switch {
	case Corrupt(err):
		report(err.Error())
	case err != nil:
		return fmt.Errorf("foreign keys: %w", err)
	}
	for _, row := range dangling {
		report(fmt.Sprintf("a row of %s refers to a row of %s that does not exist", row.Table, row.Parent))
	}
	return nil
}

// checkPostgres reads every row completely and checks every foreign key. It checks the indexes if the extension amcheck
// is installed.
func (d *DB) checkPostgres(ctx context.Context, report func(fault string)) error {
	db := d.Read(ctx)
	var tables []string
	err := db.Raw("SELECT quote_ident(tablename) FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1").
		Scan(&tables).
		Error
	if err != nil {
		return fmt.Errorf("tables: %w", err)
	}
	for _, table := range tables {
		// The length of the row's text requires reading the values stored out of line, too.
		err := db.Exec("SELECT SUM(LENGTH(t::text)) FROM " + table + " t").Error
		if err = reportCorrupt(err, table, report); err != nil {
			return err
		}
	}
	var references []struct{ Child, ChildColumn, Parent, ParentColumn string }
	err = db.Raw(`SELECT c.conrelid::regclass::text AS child, quote_ident(a.attname) AS child_column,
			c.confrelid::regclass::text AS parent, quote_ident(b.attname) AS parent_column
		FROM pg_constraint c
		JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
		JOIN pg_attribute b ON b.attrelid = c.confrelid AND b.attnum = c.confkey[1]
		WHERE c.contype = 'f' AND c.connamespace = current_schema()::regnamespace`).Scan(&references).Error
	if err != nil {
		return fmt.Errorf("foreign keys: %w", err)
	}
	for _, r := range references {
		var dangling int64
		err := db.Raw(fmt.Sprintf("SELECT COUNT(*) FROM %s c WHERE c.%s IS NOT NULL AND NOT EXISTS "+
			"(SELECT 1 FROM %s p WHERE p.%s = c.%s)", r.Child, r.ChildColumn, r.Parent, r.ParentColumn, r.ChildColumn)).
			Scan(&dangling).Error
		if err = reportCorrupt(err, r.Child, report); err != nil {
			return err
		}
		if dangling > 0 {
			report(fmt.Sprintf("%d rows of %s refer to rows of %s that do not exist", dangling, r.Child, r.Parent))
		}
	}
	return d.checkPostgresIndexes(db, report)
}

// checkPostgresIndexes compares every index with its table by amcheck, which an operator installs.
func (d *DB) checkPostgresIndexes(db *gorm.DB, report func(fault string)) error {
	var installed bool
	err := db.Raw("SELECT EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'amcheck')").Scan(&installed).Error
	if err != nil || !installed {
		return err
	}
	var indexes []string
	err = db.Raw(`SELECT c.oid::regclass::text FROM pg_class c JOIN pg_am m ON m.oid = c.relam
		JOIN pg_namespace n ON n.oid = c.relnamespace
		WHERE m.amname = 'btree' AND c.relkind = 'i' AND n.nspname = current_schema() ORDER BY 1`).Scan(&indexes).Error
	if err != nil {
		return err
	}
	for _, index := range indexes {
		err := db.Exec("SELECT bt_index_check(?::regclass, true)", index).Error
		if err = reportCorrupt(err, index, report); err != nil {
			return err
		}
	}
	return nil
}

// reportCorrupt reports an error by which PostgreSQL indicates damage, and returns any other.
func reportCorrupt(err error, where string, report func(fault string)) error {
	if !Corrupt(err) {
		return err
	}
	report(where + ": " + err.Error())
	return nil
}

// Corrupt reports whether an error means that stored bytes are damaged, so that only a backup helps.
func Corrupt(err error) bool {
	if failure, ok := errors.AsType[*pgconn.PgError](err); ok {
		return failure.Code == "XX001" || failure.Code == "XX002" // data_corrupted, index_corrupted
	}
	return corruptFile(err) || isStuck(err)
}

// WrongValue is a stored value that is not of its column's type.
type WrongValue struct {
	Table string
	Row   []NamedValue // the primary key, and other columns that say whose row it is
	TypeError
}

// NamedValue is a column of a row.
type NamedValue struct{ Column, Value string }

// identifying columns say, besides the primary key, whose row one is.
var identifying = map[string]bool{"id": true, "name": true, "game_id": true, "player_id": true}

// storedTypes maps the declared types of SQLite's columns to the types of their values, and how those are called.
var storedTypes = map[string]struct{ stored, name string }{
	"INTEGER": {"integer", "an integer"}, "REAL": {"real", "a number"}, "TEXT": {"text", "text"},
	"BLOB": {"blob", "bytes"},
}

// sqliteColumn is a column of a table.
type sqliteColumn struct {
	Name, Type string
	Key        bool // it belongs to the primary key
}

// CheckTypes reads every value of an SQLite file and reports those that are not of their columns' types, in at most
// maxIntegrityFaults rows of each table. PostgreSQL stores none.
func (d *DB) CheckTypes(ctx context.Context, report func(WrongValue)) error {
	if d.postgres {
		return nil
	}
	return d.Snapshot(ctx, func(from *gorm.DB) error {
		var tables []string
		err := Query(from, func(c *Columns) error { tables = append(tables, c.Text()); return nil },
			`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\_%' ESCAPE '\' ORDER BY name`)
		if err != nil {
			return fmt.Errorf("tables: %w", err)
		}
		for _, table := range tables {
			if err := checkTypes(from, table, report); err != nil && !Corrupt(err) { // CheckIntegrity reports damage
				return fmt.Errorf("types of %s: %w", table, err)
			}
		}
		return nil
	})
}

// checkTypes checks a table. typeof does not read the value itself.
func checkTypes(from *gorm.DB, table string, report func(WrongValue)) error {
	columns, err := columnsOf(from, table)
	if err != nil {
		return err
	}
	var row, wrong, values []string
	var checked, shown []sqliteColumn
	for _, column := range columns {
		name := quoted(column.Name)
		if column.Key || identifying[column.Name] {
			shown = append(shown, column)
			row = append(row,
				"CASE typeof("+name+") WHEN 'blob' THEN hex("+name+") ELSE CAST(COALESCE("+name+", '') AS TEXT) END")
		}
		if of, known := storedTypes[column.Type]; known {
			checked = append(checked, column)
			is := "typeof(" + name + ") NOT IN ('" + of.stored + "', 'null')"
			wrong = append(wrong, is)
			values = append(values, is, "CASE WHEN "+is+" THEN "+name+" END")
		}
	}
	if len(checked) == 0 {
		return nil
	}
	query := "SELECT " + strings.Join(append(row, values...), ", ") + " FROM " + quoted(table) +
		" WHERE " + strings.Join(wrong, " OR ") + Limit(maxIntegrityFaults)
	return Query(from, func(c *Columns) error {
		var of []NamedValue
		for _, column := range shown {
			of = append(of, NamedValue{column.Name, c.Text()})
		}
		for _, column := range checked {
			if is, value := c.Bool(), c.Any(); is {
				report(WrongValue{table, of, TypeError{column.Name, showValue(value), storedTypes[column.Type].name}})
			}
		}
		return nil
	}, query)
}

func columnsOf(from *gorm.DB, table string) (list []sqliteColumn, err error) {
	err = Query(from, func(c *Columns) error {
		list = append(list, sqliteColumn{c.Text(), strings.ToUpper(c.Text()), c.Number() > 0})
		return nil
	}, "SELECT name, type, pk FROM pragma_table_info(?) ORDER BY cid", table)
	return list, err
}

// quoted returns a name as SQL writes it.
func quoted(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
