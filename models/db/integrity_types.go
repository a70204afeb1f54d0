package db

import (
	"context"
	"fmt"
	"strings"

	"gorm.io/gorm"
)

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
