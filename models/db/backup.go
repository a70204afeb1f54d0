package db

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
)

// Backup copies a consistent state of an SQLite database to a new file, while it is in use. For PostgreSQL use pg_dump.
func (d *DB) Backup(ctx context.Context, file string) error {
	if d.postgres {
		return errors.New("a PostgreSQL database is backed up with pg_dump")
	}
	if _, err := os.Lstat(file); err == nil {
		return fmt.Errorf("backup: %s is there already", file)
	}
	switch schema, err := d.Schema(ctx); {
	case err != nil:
		return fmt.Errorf("backup: %w", err)
	case schema == 0:
		return fmt.Errorf("backup: %w", ErrNoSchema)
	}
	if err := d.copyTo(ctx, file); err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	if err := checkCopy(ctx, file); err != nil {
		return fmt.Errorf("backup: the copy %s cannot be relied upon: %w", file, err)
	}
	return nil
}

// checkCopy checks a copy and returns the first of its faults.
func checkCopy(ctx context.Context, file string) error {
	c, err := inspect(Options{Source: file, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		return err
	}
	var first error
	err = (&DB{connections: c}).CheckIntegrity(ctx, func(fault string) {
		if first == nil {
			first = errors.New(fault)
		}
	})
	return errors.Join(first, err, c.close())
}

// copyTo copies an SQLite database to a file that only its owner can read, and that appears when it is complete and
// synced.
func (d *DB) copyTo(ctx context.Context, file string) (err error) {
	part, err := os.CreateTemp(filepath.Dir(file), filepath.Base(file)+".*.part") // readable by its owner only
	if err != nil {
		return err
	}
	defer func() {
		if err = errors.Join(err, part.Close()); err != nil {
			err = errors.Join(err, os.Remove(part.Name()))
		}
	}()
	if err := d.writer.WithContext(ctx).Exec("VACUUM INTO ?", part.Name()).Error; err != nil {
		return err
	}
	if err := part.Sync(); err != nil {
		return err
	}
	if err := os.Rename(part.Name(), file); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(file))
}

// syncFolder syncs a folder, which makes the names in it durable.
func syncFolder(name string) error {
	folder, err := os.Open(name)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}
