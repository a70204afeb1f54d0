package store

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"testing"
	"time"

	"turnpost/models/admin"
	"turnpost/models/modeltest/cputime"
)

// BenchmarkFinish measures the transaction that ends a game, with its notices, and rates it if ratings are known here.
// Run it for at most half as many rounds as there are games.
func BenchmarkFinish(b *testing.B) {
	for _, disk := range []string{"synced", "unsynced"} {
		b.Run(disk, func(b *testing.B) {
			c := newCrowd(b, 20_000)
			if disk == "unsynced" {
				c.unsynced(b)
			}
			err := c.DB.Writer().Exec("UPDATE games SET rated = 1, first_turns = 1, second_turns = 1").Error
			if err != nil {
				b.Fatal(err)
			}
			b.ResetTimer()
			began := cputime.Used()
			for n := range b.N {
				i := c.spread(2 * n)
				if _, err := c.ResignGame(b.Context(), int64(i%(c.games/5)), fmt.Sprintf("g%07d", i)); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64((cputime.Used()-began).Nanoseconds())/float64(b.N), "cpu-ns/op")
		})
	}
}

// BenchmarkCheckRatings computes the ratings of 100,000 rated games of 40,000 players, and as many others, again, and
// reports how much more memory is in use at most than before and after.
func BenchmarkCheckRatings(b *testing.B) {
	c := newRatedCrowd(b)
	c.rebuild(b)
	b.ResetTimer()
	most := peakMemory(func() {
		for b.Loop() {
			sum, err := c.Admin().CheckRatings(b.Context(), func(f admin.GameFault) { b.Error(f) })
			if err != nil || sum.Games != c.games {
				b.Fatal(sum, err)
			}
		}
	})
	b.ReportMetric(most, "MB-more")
}

// BenchmarkRebuildRatings stores the ratings of 100,000 games, none of which has any.
func BenchmarkRebuildRatings(b *testing.B) {
	c := newRatedCrowd(b)
	most := 0.0
	for b.Loop() {
		b.StopTimer()
		for _, table := range []string{"game_ratings", "ratings"} {
			if err := c.DB.Writer().Exec("DELETE FROM " + table).Error; err != nil {
				b.Fatal(err)
			}
		}
		b.StartTimer()
		most = max(most, peakMemory(func() { c.rebuild(b) }))
	}
	b.ReportMetric(most, "MB-more")
}

// newRatedCrowd returns 200,000 finished games of which half are to be rated.
func newRatedCrowd(b *testing.B) *crowd {
	c := newCrowd(b, 200_000)
	c.unsynced(b)
	err := c.DB.Writer().Exec(`UPDATE games SET status = 'finished', winner = CAST(substr(id, 2) AS INTEGER) / 2 % 2,
		reason = 'resignation', rated = 1, first_turns = 9, second_turns = 9, unrated_because = '',
		finished_at = created_at + CAST(substr(id, 2) AS INTEGER) * 60000 WHERE status = 'ongoing'`).Error
	if err != nil {
		b.Fatal(err)
	}
	return c
}

func (c *crowd) rebuild(b *testing.B) {
	sum, err := c.Admin().RebuildRatings(b.Context())
	if err != nil || sum.Games != c.games || sum.Changed < c.games/2 {
		b.Fatal(sum, err)
	}
}

// peakMemory returns how many MB of heap more than before are in use at most while f runs. The collector runs often
// meanwhile, so that the figure is of memory that is needed.
func peakMemory(f func()) float64 {
	defer debug.SetGCPercent(debug.SetGCPercent(10))
	runtime.GC()
	var before, now runtime.MemStats
	runtime.ReadMemStats(&before)
	done, most := make(chan struct{}), uint64(0)
	var watch sync.WaitGroup
	watch.Go(func() {
		for look := time.NewTicker(10 * time.Millisecond); ; {
			select {
			case <-done:
				look.Stop()
				return
			case <-look.C:
				runtime.ReadMemStats(&now)
				most = max(most, now.HeapAlloc)
			}
		}
	})
	f()
	close(done)
	watch.Wait()
	return float64(int64(most)-int64(before.HeapAlloc)) / (1 << 20)
}
