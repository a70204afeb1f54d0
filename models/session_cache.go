package models

import (
	"crypto/sha256"
	"sync"
	"sync/atomic"
	"time"
)

// sessionLife is for how long a token is believed without another look at the database: what other
// processes change holds here by then.
const sessionLife = 500 * time.Millisecond

// maxSessions bounds the sessions that are remembered.
const maxSessions = 10_000

// sessionCache remembers whose tokens were looked up a moment ago. Every transaction of this process
// forgets them all when it is on disk and before anybody hears of it, but for those that say that
// no session depends on them: a token that is revoked here stops at once.
type sessionCache struct {
	generation atomic.Uint64
	mu         sync.Mutex
	entries    map[[sha256.Size]byte]cachedSession
}

type cachedSession struct {
	session    Session
	usedAt     Millis
	expiresAt  Millis // 0 for never
	generation uint64
	until      time.Time
}

// forget makes every session that was looked up before now be looked up again.
func (c *sessionCache) forget() { c.generation.Add(1) }

// find is the session of a token's hash, where it is known and still believed.
func (c *sessionCache) find(hash [sha256.Size]byte) (cachedSession, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	found, ok := c.entries[hash]
	return found, ok && found.generation == c.generation.Load() && time.Now().Before(found.until)
}

// keep remembers what was read after the generation was loaded.
func (c *sessionCache) keep(hash [sha256.Size]byte, s cachedSession) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.entries) >= maxSessions || c.entries == nil {
		c.entries = map[[sha256.Size]byte]cachedSession{}
	}
	s.until = time.Now().Add(sessionLife)
	c.entries[hash] = s
}
