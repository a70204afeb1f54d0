package store

import (
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/core"
	"turnpost/models/event"
	"turnpost/models/modeltest/cputime"
	"turnpost/models/schema"
)

// BenchmarkBeginEvent measures the transactions that begin the largest event, of 48 players and 528 games: the one of
// the last player to join, and those that begin a part each. The turns of others wait for each of them.
func BenchmarkBeginEvent(b *testing.B) {
	s, err := Open(b.Context(), Options{
		Database: filepath.Join(b.TempDir(), "turnpost.db"), Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		b.Fatal(err)
	}
	defer func() {
		if err := s.Close(); err != nil {
			b.Error(err)
		}
	}()
	players := make([]models.Player, event.MaxEventSize)
	for i := range players {
		name := fmt.Sprintf("player%d", i)
		email := name + "@example.org"
		row := schema.PlayerRow{Name: name, NameKey: name, Email: email, EmailKey: email, ConfirmedAt: 1}
		row.CreatedAt = models.ToMillis(time.Now())
		if err := s.Write(b.Context(), func(tx *core.Tx) error { return tx.Create(&row).Error }); err != nil {
			b.Fatal(err)
		}
		players[i] = models.Player{ID: row.ID, Name: row.Name}
	}
	var took, worked, parts []time.Duration
	for range max(b.N, 10) {
		e, err := s.Admin().CreateEvent(b.Context(), event.NewEvent{
			Ruleset: "hnefatafl", Size: event.MaxEventSize,
			Double: true,
		})
		if err != nil {
			b.Fatal(err)
		}
		for _, p := range players {
			began, before := time.Now(), cputime.Used()
			if e, err = s.JoinEvent(b.Context(), p, e.ID); err != nil {
				b.Fatal(err)
			}
			if e.Status == event.EventRunning {
				took, worked = append(took, time.Since(began)), append(worked, cputime.Used()-before)
			}
		}
		for more := true; more; {
			before := cputime.Used()
			if more, err = s.BeginEventPart(b.Context(), e.ID); err != nil {
				b.Fatal(err)
			}
			parts = append(parts, cputime.Used()-before)
		}
	}
	slices.Sort(took)
	slices.Sort(worked)
	slices.Sort(parts)
	b.ReportMetric(float64(worked[len(worked)/2].Microseconds())/1000, "cpu-ms/begin")
	b.ReportMetric(float64(parts[len(parts)/2].Microseconds())/1000, "cpu-ms/part")
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "ms/begin")
	b.ReportMetric(float64(took[len(took)-1].Microseconds())/1000, "ms/slowest")
}
