package admin

import (
	"context"
	"strings"
	"time"

	"turnpost/models"
	"turnpost/models/core"
)

// maxAnnouncement is the maximum length of an announcement in characters.
const maxAnnouncement = 300

// MaxAnnouncementLife is how long an announcement may be shown.
const MaxAnnouncementLife = 90 * models.Day

// Announce shows a text until an instant, in place of an earlier announcement. Running servers show it within
// AnnouncementAge. Errors: CodeInvalid for an empty or long text, or an instant that is past or too far ahead.
func (a Admin) Announce(ctx context.Context, text string, until time.Time) error {
	text, err := models.CleanText("text", strings.Join(strings.Fields(text), " "), maxAnnouncement)
	if err != nil {
		return err
	}
	if text == "" {
		return models.Invalid("text", "empty_announcement")
	}
	err = a.store.Write(ctx, func(tx *core.Tx) error {
		if !until.After(tx.Now) || until.After(tx.Now.Add(MaxAnnouncementLife)) {
			return models.Invalid("until", "bad_announcement_end", "days", int(MaxAnnouncementLife/models.Day))
		}
		return tx.Exec("INSERT INTO announcements (text, made_at, until_at) VALUES (?, ?, ?)",
			text, tx.At, models.ToMillis(until)).Error
	})
	a.store.Announced.Forget()
	return err
}

// EndAnnouncement ends the current announcement. Errors: CodeConflict if there is none.
func (a Admin) EndAnnouncement(ctx context.Context) error {
	err := a.store.Write(ctx, func(tx *core.Tx) error {
		ended := tx.Exec("UPDATE announcements SET until_at = ? WHERE until_at > ?", tx.At, tx.At)
		if ended.Error == nil && ended.RowsAffected == 0 {
			return models.Fail(models.CodeConflict, "no_announcement")
		}
		return ended.Error
	})
	a.store.Announced.Forget()
	return err
}
