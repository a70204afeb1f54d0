package schema

import (
	"sync"
	"time"

	"turnpost/models"
)

// AnnouncementAge is how long a process shows what it has read before it reads again.
const AnnouncementAge = time.Second

// AnnouncementCache holds the last announcement that was read.
type AnnouncementCache struct {
	Mu    sync.Mutex
	Last  models.Announcement
	Until time.Time // by the machine's clock
}

// Forget has the next reader load the announcement.
func (c *AnnouncementCache) Forget() {
	c.Mu.Lock()
	defer c.Mu.Unlock()
	c.Until = time.Time{}
}
