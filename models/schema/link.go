package schema

import (
	"sync/atomic"
	"time"
)

// linkKeyLife is how long a process uses the key of links before it reads it again.
const linkKeyLife = 500 * time.Millisecond

// LinkKeyCache caches the key that signs links for linkKeyLife.
type LinkKeyCache struct{ Current atomic.Pointer[cachedLinkKey] }

type cachedLinkKey struct {
	Key   []byte
	Until time.Time
}

// Set keeps a key for a while.
func (c *LinkKeyCache) Set(key []byte) {
	c.Current.Store(&cachedLinkKey{key, time.Now().Add(linkKeyLife)})
}
