package store

import (
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/notice"
	"turnpost/models/secrets"
	"turnpost/models/upkeep"
	"turnpost/rules/rulestest/sample"
)

// TestExpiryGoesInSlices deletes more rows than one transaction does, and only those that are no longer needed.
func TestExpiryGoesInSlices(t *testing.T) {
	sample.Whole(t, "deletes more rows than one part")
	w := newWorld(t)
	ann := w.player("ann")
	before := models.ToMillis(w.now())
	for i := range 7*upkeep.ExpirySlice + 7 {
		done := before
		if i%50 == 3 {
			done = 0 // never sent: stays
		}
		err := w.DB.Writer().Exec(`
			INSERT INTO notices (key, kind, player_id, email, created_at, due_at, waits_from, next_at, status, done_at)
			VALUES (?, 'test', ?, 'ann@example.org', ?, ?, ?, ?, 'sent', ?)`,
			"old."+secrets.NewID(), ann.ID, before, before, before, before, done).Error
		if err != nil {
			t.Fatal(err)
		}
		err = w.DB.Writer().Exec(`INSERT INTO responses (player_id, via, key, fingerprint, record, created_at)
			VALUES (?, 'http', ?, ?, ?, ?)`, ann.ID, secrets.NewID(), []byte{}, make([]byte, 3000), before).Error
		if err != nil {
			t.Fatal(err)
		}
	}
	w.pass(notice.LedgerSpan + time.Hour)
	w.steady()
	if err := w.DeleteExpired(t.Context()); err != nil {
		t.Fatal(err)
	}
	for query, want := range map[string]int64{
		"SELECT COUNT(*) FROM notices WHERE key LIKE 'old.%' AND done_at > 0": 0,
		"SELECT COUNT(*) FROM notices WHERE key LIKE 'old.%' AND done_at = 0": 8,
		"SELECT COUNT(*) FROM responses":                                      0,
	} {
		var n int64
		if err := w.Read(t.Context()).Raw(query).Scan(&n).Error; err != nil || n != want {
			t.Errorf("%s: %d, want %d, %v", query, n, want, err)
		}
	}
	if w.DB.IsPostgres() {
		return
	}
	var free, pages int64
	for pragma, n := range map[string]*int64{"PRAGMA freelist_count": &free, "PRAGMA page_count": &pages} {
		if err := w.Read(t.Context()).Raw(pragma).Scan(n).Error; err != nil {
			t.Fatal(err)
		}
	}
	if free > pages/10+upkeep.SparePages {
		t.Errorf("%d of %d pages are free", free, pages)
	}
}
