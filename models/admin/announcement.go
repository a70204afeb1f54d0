package admin

import (
	"context"
	"strconv"
	"strings"
	"time"

	"turnpost/models"
	"turnpost/models/core"
	"turnpost/models/visible"
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

// ParseUntil reads an instant: a time, a day, which ends at midnight in UTC, or a span from now of days or as
// time.ParseDuration takes it.
// Errors: CodeInvalid.
func ParseUntil(text string, now time.Time) (time.Time, error) {
	if t, err := time.Parse(time.RFC3339, text); err == nil {
		return t, nil
	}
	for _, layout := range []string{"2006-01-02 15:04", "2006-01-02T15:04"} {
		if t, err := time.Parse(layout, text); err == nil {
			return t, nil
		}
	}
	if t, err := time.Parse(time.DateOnly, text); err == nil {
		return t.AddDate(0, 0, 1), nil
	}
	if days, found := strings.CutSuffix(text, "d"); found {
		if n, err := strconv.ParseUint(days, 10, 16); err == nil {
			return now.Add(time.Duration(n) * models.Day), nil
		}
	}
	if span, err := time.ParseDuration(text); err == nil {
		return now.Add(span), nil
	}
	return time.Time{}, models.Invalid("until", "bad_until", "until", visible.Clip(text, 40))
}
