package models

import (
	"context"
	"strings"
	"sync"
	"time"
)

// maxAnnouncement is the maximum length of an announcement in characters.
const maxAnnouncement = 300

// MaxAnnouncementLife is how long an announcement may be shown.
const MaxAnnouncementLife = 90 * day

// Announcement is what the operator tells everybody: on pages, in texts and in mails.
type Announcement struct {
	Text  string // one line; "" for none
	Until time.Time
}

// Announce shows a text until an instant, in place of an earlier announcement. Running servers show it within
// announcementAge. Errors: CodeInvalid for an empty or long text, or an instant that is past or too far ahead.
func (a Admin) Announce(ctx context.Context, text string, until time.Time) error {
	text, err := cleanText("text", strings.Join(strings.Fields(text), " "), maxAnnouncement)
	if err != nil {
		return err
	}
	if text == "" {
		return invalid("text", "empty_announcement")
	}
	err = a.store.write(ctx, func(tx *Tx) error {
		if !until.After(tx.now) || until.After(tx.now.Add(MaxAnnouncementLife)) {
			return invalid("until", "bad_announcement_end", "days", int(MaxAnnouncementLife/day))
		}
		return tx.Exec("INSERT INTO announcements (text, made_at, until_at) VALUES (?, ?, ?)",
			text, tx.at, ToMillis(until)).Error
	})
	a.store.announced.forget()
	return err
}

// EndAnnouncement ends the current announcement. Errors: CodeConflict if there is none.
func (a Admin) EndAnnouncement(ctx context.Context) error {
	err := a.store.write(ctx, func(tx *Tx) error {
		ended := tx.Exec("UPDATE announcements SET until_at = ? WHERE until_at > ?", tx.at, tx.at)
		if ended.Error == nil && ended.RowsAffected == 0 {
			return fail(CodeConflict, "no_announcement")
		}
		return ended.Error
	})
	a.store.announced.forget()
	return err
}

// announcementAge is how long a process shows what it has read before it reads again.
const announcementAge = time.Second

// announcementCache holds the last announcement that was read.
type announcementCache struct {
	mu    sync.Mutex
	last  Announcement
	until time.Time // by the machine's clock
}

func (c *announcementCache) forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.until = time.Time{}
}

// Announcement returns the current announcement; its text is "" if there is none.
func (s *Store) Announcement(ctx context.Context) (Announcement, error) {
	c := &s.announced
	c.mu.Lock()
	defer c.mu.Unlock()
	if time.Now().After(c.until) {
		var rows []struct {
			Text    string
			UntilAt Millis
		}
		err := s.read(ctx).Raw("SELECT text, until_at FROM announcements ORDER BY id DESC LIMIT 1").Scan(&rows).Error
		if err != nil {
			return Announcement{}, err
		}
		c.last, c.until = Announcement{}, time.Now().Add(announcementAge)
		if len(rows) > 0 {
			c.last = Announcement{rows[0].Text, rows[0].UntilAt.Time()}
		}
	}
	if !c.last.Until.After(s.now()) {
		return Announcement{}, nil
	}
	return c.last, nil
}
