package models

import (
	"context"
	"sync/atomic"
	"time"

	"gorm.io/gorm/clause"

	"turnpost/models/secrets"
)

// Names of the secrets in a database. Links have a separate key, so that rotating it invalidates links only. Databases
// of the first schema had one key and started with a copy of it.
const (
	linkKeySecret = "links"
	nameKeySecret = "unsubscribe" // for data that must be recognized but not readable: owners of names, scopes of bounds
)

// linkKeyLife is how long a process uses the key of links before it reads it again.
const linkKeyLife = 500 * time.Millisecond

// linkKeyCache caches the key that signs links for linkKeyLife.
type linkKeyCache struct{ current atomic.Pointer[cachedLinkKey] }

type cachedLinkKey struct {
	key   []byte
	until time.Time
}

func (c *linkKeyCache) set(key []byte) {
	c.current.Store(&cachedLinkKey{key, time.Now().Add(linkKeyLife)})
}

// linkKey returns the key that signs links. A rotation by another process takes effect within a second.
func (s *Store) linkKey(ctx context.Context) ([]byte, error) {
	if cached := s.linkKeys.current.Load(); cached != nil && time.Now().Before(cached.until) {
		return cached.key, nil
	}
	var row secretRow
	if err := s.read(ctx).Where("name = ?", linkKeySecret).Take(&row).Error; err != nil {
		return nil, err
	}
	s.linkKeys.set(row.Value)
	return row.Value, nil
}

// RotateLinkKey replaces the key of links: all links mailed so far become invalid, in all processes on the
// database within a second. Sessions, tokens, codes and former names stay valid.
func (a Admin) RotateLinkKey(ctx context.Context) error {
	key := secrets.NewKey()
	err := a.store.write(ctx, func(tx *Tx) error {
		return tx.Model(&secretRow{}).Where("name = ?", linkKeySecret).Update("value", key).Error
	})
	if err == nil {
		a.store.linkKeys.set(key)
	}
	return err
}

type secretRow struct {
	Name  string `gorm:"primaryKey"`
	Value []byte
}

func (secretRow) TableName() string { return "secrets" }

// secret returns a key that the server generates on its first run.
func (s *Store) secret(ctx context.Context, name string) ([]byte, error) {
	row := secretRow{Name: name, Value: secrets.NewKey()}
	err := s.write(ctx, func(tx *Tx) error {
		if err := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&row).Error; err != nil {
			return err
		}
		return tx.Where("name = ?", name).Take(&row).Error
	})
	return row.Value, err
}

// freeID returns a new ID that no row of the table has.
func (tx *Tx) freeID(table string) (string, error) {
	for {
		id := secrets.NewID()
		var n int64
		if err := tx.Table(table).Where("id = ?", id).Count(&n).Error; err != nil || n == 0 {
			return id, err
		}
	}
}
