package core

import (
	"context"
	"time"

	"turnpost/models/schema"
)

// LinkKey returns the key that signs links. A rotation by another process takes effect within a second.
func (s *Store) LinkKey(ctx context.Context) ([]byte, error) {
	if cached := s.LinkKeys.Current.Load(); cached != nil && time.Now().Before(cached.Until) {
		return cached.Key, nil
	}
	var row struct{ Value []byte }
	if err := s.Read(ctx).Raw("SELECT value FROM secrets WHERE name = ?",
		schema.LinkKeySecret).Take(&row).Error; err != nil {
		return nil, err
	}
	s.LinkKeys.Set(row.Value)
	return row.Value, nil
}
