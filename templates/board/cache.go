package board

import (
	"container/list"
	"sync"

	"turnpost/rules"
)

// Cache keeps the pictures that were asked for last, for many goroutines.
type Cache struct {
	limit int

	mu     sync.Mutex
	recent *list.List // of *cachedPicture, the last used first
	byKey  map[cacheKey]*list.Element
}

// cacheKey is what is drawn, and how.
type cacheKey struct {
	key   string
	style Style
}

type cachedPicture struct {
	key cacheKey
	png []byte
}

// NewCache makes a cache of at most limit pictures; one takes 5 to 40 kB.
func NewCache(limit int) *Cache {
	return &Cache{limit: limit, recent: list.New(), byKey: map[cacheKey]*list.Element{}}
}

// PNG is PNG of the diagram that draw returns. draw is called only if the
// picture is not kept: key names the diagram, last turn included, and equal keys
// must mean equal diagrams. The picture is shared and must not be changed.
func (c *Cache) PNG(key string, draw func() rules.Diagram, s Style) ([]byte, error) {
	k := cacheKey{key: key, style: s}
	if kept := c.find(k); kept != nil {
		return kept, nil
	}
	png, err := PNG(draw(), s)
	if err != nil {
		return nil, err
	}
	c.keep(k, png)
	return png, nil
}

func (c *Cache) find(k cacheKey) []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.byKey[k]
	if e == nil {
		return nil
	}
	c.recent.MoveToFront(e)
	return e.Value.(*cachedPicture).png
}

func (c *Cache) keep(k cacheKey, png []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.byKey[k] != nil {
		return // another goroutine was faster
	}
	c.byKey[k] = c.recent.PushFront(&cachedPicture{key: k, png: png})
	for c.recent.Len() > c.limit {
		oldest := c.recent.Remove(c.recent.Back()).(*cachedPicture)
		delete(c.byKey, oldest.key)
	}
}
