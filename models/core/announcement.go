package core

import (
	"context"
	"time"

	"turnpost/models"
	"turnpost/models/schema"
)

// Announcement returns the current announcement; its text is "" if there is none.
func (s *Store) Announcement(ctx context.Context) (models.Announcement, error) {
	c := &s.Announced
	c.Mu.Lock()
	defer c.Mu.Unlock()
	if time.Now().After(c.Until) {
		var rows []struct {
			Text    string
			UntilAt models.Millis
		}
		err := s.Read(ctx).Raw("SELECT text, until_at FROM announcements ORDER BY id DESC LIMIT 1").Scan(&rows).Error
		if err != nil {
			return models.Announcement{}, err
		}
		c.Last, c.Until = models.Announcement{}, time.Now().Add(schema.AnnouncementAge)
		if len(rows) > 0 {
			c.Last = models.Announcement{Text: rows[0].Text, Until: rows[0].UntilAt.Time()}
		}
	}
	if !c.Last.Until.After(s.Clock()) {
		return models.Announcement{}, nil
	}
	return c.Last, nil
}
