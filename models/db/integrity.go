package db

import (
	"context"
	"errors"
	"fmt"

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
