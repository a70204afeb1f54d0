package models

import (
	"context"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
)

// SchemaVersion is the version of the database schema that this program works with: the number of its
// newest migration.
func SchemaVersion() int64 {
	newest := int64(0)
	files, err := fs.Glob(migrations, "migrations/sqlite/*.sql")
	if err != nil {
		panic(err) // only for a malformed pattern
	}
	for _, file := range files {
		number, _, _ := strings.Cut(file[strings.LastIndexByte(file, '/')+1:], "_")
		if n, err := strconv.ParseInt(number, 10, 64); err == nil {
			newest = max(newest, n)
		}
	}
	return newest
}

// Schema is the version of the schema that the open database has.
func (s *Store) Schema(ctx context.Context) (version int64, err error) {
	err = s.read(ctx).Raw("SELECT COALESCE(MAX(version_id), 0) FROM goose_db_version WHERE is_applied").
		Scan(&version).Error
	if err != nil {
		return 0, fmt.Errorf("version of the schema: %w", err)
	}
	return version, nil
}

// notNewer refuses a database that a newer program has changed: what this one does not know it would
// leave out.
func (s *Store) notNewer(ctx context.Context) error {
	has, err := s.Schema(ctx)
	if err == nil && has > SchemaVersion() {
		err = fmt.Errorf("the database has schema %d, and this program works with %d: "+
			"use the newer program, or restore a back-up of before it", has, SchemaVersion())
	}
	return err
}
