package schema

import (
	"sync/atomic"
	"time"

	"turnpost/models"
	"turnpost/models/linktext"
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

// IsBounceOf reports whether signBounce made a link for a player's current address.
func IsBounceOf(p models.Player, l models.Link, signed linktext.Signed, key []byte, epoch int64) bool {
	return l.Purpose == models.LinkBounce && p.ID != 0 && signed.Verify(key, epoch, BounceSecret(p))
}

// BounceSecret returns what signs a player's bounce links beside the key.
func BounceSecret(p models.Player) string { return "bounce " + EmailKeyOf(p) }
