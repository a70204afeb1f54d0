package store

import (
	"runtime"
	"testing"

	"turnpost/models/event"
)

// An account that is closed while one of its events ends is closed nevertheless.
func TestAccountIsClosedWhileItsEventEnds(t *testing.T) {
	w := newWorld(t)
	if !w.DB.IsPostgres() {
		return // nothing ends within another transaction
	}
	players := w.players(3)
	e := w.event(event.NewEvent{Size: 3}, players...)
	others := w.DB.Writer().Begin()
	defer others.Rollback()
	if err := others.Exec("UPDATE events SET status = ? WHERE id = ?", event.EventEnded, e.ID).Error; err != nil {
		t.Fatal(err)
	}
	closed := make(chan error, 1)
	go func() { closed <- w.Admin().BanPlayer(t.Context(), players[0].Name) }()
	for waiting := 0; waiting == 0; runtime.Gosched() {
		err := w.Read(t.Context()).Raw(`SELECT COUNT(*) FROM pg_stat_activity
			WHERE datname = current_database() AND wait_event_type = 'Lock'`).Scan(&waiting).Error
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := others.Commit().Error; err != nil {
		t.Fatal(err)
	}
	if err := <-closed; err != nil {
		t.Error(err)
	}
}
