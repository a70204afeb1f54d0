package models

import (
	"context"
	"sync/atomic"
	"time"

	"gorm.io/gorm/clause"

	"turnpost/models/secrets"
)

// Names of the secrets that a database holds. Links have a key of their own, so that rotating it ends links and
// nothing else. Databases of the first schema had one key, and begin with a copy of it.
const (
	linkKeySecret = "links"
	nameKeySecret = "unsubscribe" // of what must be known again and not be read: owners of names, scopes of bounds
)

// linkKeyLife is how long a process uses the key of links without reading it again.
const linkKeyLife = 500 * time.Millisecond

// linkKeyCache holds the key that signs links for a moment.
type linkKeyCache struct{ current atomic.Pointer[cachedLinkKey] }

type cachedLinkKey struct {
	key   []byte
	until time.Time
}

func (c *linkKeyCache) set(key []byte) {
	c.current.Store(&cachedLinkKey{key, time.Now().Add(linkKeyLife)})
}

// linkKey is the key that signs links. Where another process has rotated it, this one knows within a second.
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

// RotateLinkKey makes a new key for links: every link that was mailed so far stops working, in all processes on the
// database within a second. Sessions, tokens, codes and former names stay.
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

// secret is a key that the server makes for itself on its first run.
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

// freeID is a new id that no row of the table has.
func (tx *Tx) freeID(table string) (string, error) {
	for {
		id := secrets.NewID()
		var n int64
		if err := tx.Table(table).Where("id = ?", id).Count(&n).Error; err != nil || n == 0 {
			return id, err
		}
	}
}
