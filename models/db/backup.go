package db

import (
	"context"
	"errors"
	"fmt"
	"os"
)

// Backup copies an SQLite database, as of one instant, into a new file
// while it is in use. PostgreSQL has pg_dump for that.
func (d *DB) Backup(ctx context.Context, file string) error {
	if d.postgres {
		return errors.New("a PostgreSQL database is backed up with pg_dump")
	}
	if _, err := os.Lstat(file); err == nil {
		return fmt.Errorf("backup: %s is there already", file)
	}
	if err := createPrivate(file); err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	if err := d.writer.WithContext(ctx).Exec("VACUUM INTO ?", file).Error; err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	return nil
}
