package templates

import (
	"container/list"
	"sync"

	"turnpost/rules"
)

// BoardCache keeps the pictures that were asked for last, for many goroutines.
type BoardCache struct {
	limit int

	mu     sync.Mutex
	recent *list.List // of *cachedBoard, the last used first
	byKey  map[boardKey]*list.Element
}

// boardKey is what is drawn, and how.
type boardKey struct {
	key   string
	style BoardStyle
}

type cachedBoard struct {
	key boardKey
	png []byte
}

// NewBoardCache makes a cache of at most limit pictures; one takes 5 to 40 kB.
func NewBoardCache(limit int) *BoardCache {
	return &BoardCache{limit: limit, recent: list.New(), byKey: map[boardKey]*list.Element{}}
}

// PNG is BoardPNG of the diagram that draw returns. draw is called only if the
// picture is not kept: key names the diagram, last turn included, and equal keys
// must mean equal diagrams. The picture is shared and must not be changed.
func (c *BoardCache) PNG(key string, draw func() rules.Diagram, s BoardStyle) ([]byte, error) {
	k := boardKey{key: key, style: s}
	if kept := c.find(k); kept != nil {
		return kept, nil
	}
	png, err := BoardPNG(draw(), s)
	if err != nil {
		return nil, err
	}
	c.keep(k, png)
	return png, nil
}

func (c *BoardCache) find(k boardKey) []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.byKey[k]
	if e == nil {
		return nil
	}
	c.recent.MoveToFront(e)
	return e.Value.(*cachedBoard).png
}

func (c *BoardCache) keep(k boardKey, png []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.byKey[k] != nil {
		return // another goroutine was faster
	}
	c.byKey[k] = c.recent.PushFront(&cachedBoard{key: k, png: png})
	for c.recent.Len() > c.limit {
		oldest := c.recent.Remove(c.recent.Back()).(*cachedBoard)
		delete(c.byKey, oldest.key)
	}
}
