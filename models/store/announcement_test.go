package store

import (
	"context"
	"strings"
	"testing"
	"time"

	"turnpost/models"
)

func TestAnnouncement(t *testing.T) {
	w, ann, _, _, _ := reportWorld(t)
	admin, hour := w.Admin(), func(n int) time.Time { return w.now().Add(time.Duration(n) * time.Hour) }
	shown := func() string {
		t.Helper()
		a, err := w.Announcement(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		return a.Text
	}
	wantCode(t, admin.EndAnnouncement(t.Context()), models.CodeConflict)
	for _, c := range []struct {
		text  string
		until time.Time
	}{{"", hour(1)}, {" \n ", hour(1)}, {strings.Repeat("x", 301), hour(1)}, {"x", hour(0)}, {"x", hour(91 * 24)}} {
		wantCode(t, admin.Announce(t.Context(), c.text, c.until), models.CodeInvalid)
	}
	if err := admin.Announce(t.Context(), "Down\n at eight.", hour(2)); err != nil {
		t.Fatal(err)
	}
	if got := shown(); got != "Down at eight." {
		t.Errorf("%q", got)
	}
	if err := w.SendTestMail(t.Context(), ann); err != nil {
		t.Fatal(err)
	}
	if mails := w.deliver(); len(mails) != 1 || mails[0].Announcement.Text != "Down at eight." {
		t.Errorf("%+v", mails)
	}
	if err := admin.Announce(t.Context(), "Down at nine.", hour(1)); err != nil {
		t.Fatal(err)
	}
	if got := shown(); got != "Down at nine." {
		t.Errorf("%q", got)
	}
	w.pass(time.Hour)
	if got := shown(); got != "" {
		t.Errorf("%q", got)
	}
	if err := admin.Announce(t.Context(), "Back.", hour(1)); err != nil {
		t.Fatal(err)
	}
	if err := admin.EndAnnouncement(t.Context()); err != nil || shown() != "" {
		t.Error(err, shown())
	}
}
