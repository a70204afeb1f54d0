package db

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"

	"gorm.io/gorm"
)

// NewestSchema returns the number of the newest migration.
func NewestSchema(migrations fs.FS) int64 {
	newest := int64(0)
	for _, m := range listMigrations(migrations, "sqlite") {
		newest = max(newest, m.number)
	}
	return newest
}

// migration is the file of one migration.
type migration struct {
	number int64
	file   string
}

// listMigrations lists the migrations in a folder by their numbers.
func listMigrations(migrations fs.FS, folder string) (list []migration) {
	files, err := fs.Glob(migrations, folder+"/*.sql")
	if err != nil {
		panic(err) // only for a malformed pattern
	}
	for _, file := range files {
		name := path.Base(file)
		text, _, _ := strings.Cut(name, "_")
		if number, err := strconv.ParseInt(text, 10, 64); err == nil {
			list = append(list, migration{number, name})
		}
	}
	return list
}

// Schema returns the version of the database's schema.
func (d *DB) Schema(ctx context.Context) (version int64, err error) {
	applied, err := appliedMigrations(d.Read(ctx), d.postgres)
	for number := range applied {
		version = max(version, number)
	}
	return version, err
}

// appliedMigrations returns the set of the migrations that a database has run.
func appliedMigrations(db *gorm.DB, postgres bool) (map[int64]bool, error) {
	exists := "SELECT COUNT(*) FROM sqlite_schema WHERE name = 'goose_db_version'"
	if postgres {
		exists = "SELECT COUNT(to_regclass('goose_db_version'))"
	}
	applied := map[int64]bool{}
	var tables int64
	err := db.Raw(exists).Scan(&tables).Error
	if err == nil && tables > 0 {
		var numbers []int64
		err = db.Raw("SELECT version_id FROM goose_db_version WHERE is_applied").Scan(&numbers).Error
		for _, number := range numbers {
			applied[number] = true
		}
	}
	if err != nil {
		return nil, fmt.Errorf("version of the schema: %w", err)
	}
	return applied, nil
}

// ErrNoSchema is the error for a database that no migration has been applied to where an existing one is required.
var ErrNoSchema = errors.New("the database is empty: no server has ever used it, or its content is lost")

// EarlierSchemaError is the error of Open for a database of an earlier schema if KeepSchema is set.
type EarlierSchemaError struct{ Schema, Newest int64 }

func (e *EarlierSchemaError) Error() string {
	return fmt.Sprintf("the database has schema %d, and this program works with %d: "+
		"migrate it first, by starting the server or by the subcommand migrate", e.Schema, e.Newest)
}

// Plan is what Open does to the schema of a database.
type Plan struct {
	Schema  int64    // of the database; 0 for a new one
	Newest  int64    // of the program
	Pending []string // names of migrations to apply, in order
	Copy    string   // file for a copy of the database before the first of them; "" for none
}

// plan compares the schema of a database with the migrations. It refuses a newer schema, and one that no sequence
// of the migrations produces.
func (d *connections) plan(ctx context.Context, o Options) (p Plan, err error) {
	p.Newest = NewestSchema(o.Migrations)
	folder := "sqlite"
	if d.postgres {
		folder = "postgres"
	}
	err = d.Snapshot(ctx, func(db *gorm.DB) error {
		if err := o.refuseUnfinished(db, d.postgres); err != nil {
			return err
		}
		applied, err := appliedMigrations(db, d.postgres)
		if err != nil {
			return err
		}
		for number := range applied {
			p.Schema = max(p.Schema, number)
		}
		if p.Schema > p.Newest {
			return fmt.Errorf("the database has schema %d, and this program works with %d: "+
				"use the newer program, or restore a back-up of before it", p.Schema, p.Newest)
		}
		for _, m := range listMigrations(o.Migrations, folder) {
			if applied[m.number] {
				continue
			}
			if m.number < p.Schema {
				return fmt.Errorf("the database has schema %d without %s: "+
					"only the unreleased build that wrote it can use it; nothing was changed", p.Schema, m.file)
			}
			p.Pending = append(p.Pending, m.file)
		}
		if len(p.Pending) == 0 {
			return nil
		}
		if p.Schema == 0 && d.postgres {
			if err := checkEncoding(db); err != nil {
				return err
			}
		}
		return checkShape(ctx, db, d.postgres, o.Migrations, p.Schema)
	})
	return p, err
}
