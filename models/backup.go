package models

import (
	"context"
	"errors"
	"fmt"
	"os"
)

// Backup copies an SQLite database, as it stands at one instant, into a new file
// while it is in use. PostgreSQL has pg_dump for that.
func (s *Store) Backup(ctx context.Context, file string) error {
	if s.db.postgres {
		return errors.New("a PostgreSQL database is backed up with pg_dump")
	}
	if _, err := os.Lstat(file); err == nil {
		return fmt.Errorf("backup: %s is there already", file)
	}
	if err := createPrivate(file); err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	if err := s.db.writer.WithContext(ctx).Exec("VACUUM INTO ?", file).Error; err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	return nil
}
