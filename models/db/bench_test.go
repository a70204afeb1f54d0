package db

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"turnpost/models/modeltest/bed"
)

// BenchmarkWrite stores as much as a turn does, some pages each, from one client and from several. In addition to the
// time of a transaction it reports the slowest ones and, for SQLite, the maximum length of the log.
func BenchmarkWrite(b *testing.B) {
	for _, clients := range []int{1, 16} {
		b.Run(fmt.Sprintf("clients=%d", clients), func(b *testing.B) { benchmarkWrite(b, clients) })
	}
}

func benchmarkWrite(b *testing.B, clients int) {
	path := bed.Database(b)
	d, err := Open(b.Context(), Options{Source: path, Migrations: things, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		b.Fatal(err)
	}
	defer d.Close()
	err = d.Write(b.Context(), Job{Run: func(tx *Tx) error {
		for range 20_000 { // rows on many pages
			if _, err := Exec(tx.DB, "INSERT INTO things (name, note) VALUES (?, ?)", rand.Text(), rand.Text()); err != nil {
				return err
			}
		}
		return nil
	}})
	if err != nil {
		b.Fatal(err)
	}
	b.ResetTimer()
	took := make([]time.Duration, b.N)
	var all sync.WaitGroup
	for client := range clients {
		all.Go(func() {
			for n := client; n < b.N; n += clients {
				began := time.Now()
				if err := storeLikeATurn(b.Context(), d); err != nil {
					b.Error(err)
					return
				}
				took[n] = time.Since(began)
			}
		})
	}
	all.Wait()
	b.StopTimer()
	slices.Sort(took)
	for _, part := range []float64{0.5, 0.99, 0.999} {
		b.ReportMetric(float64(took[int(part*float64(b.N-1))])/1e3, fmt.Sprintf("µs-p%v", 100*part))
	}
	if log, err := os.Stat(path + "-wal"); err == nil {
		b.ReportMetric(float64(log.Size())/1e6, "MB-log")
	}
}

func storeLikeATurn(ctx context.Context, d *DB) error {
	return d.Write(ctx, Job{Run: func(tx *Tx) error {
		for range 3 {
			if _, err := Exec(tx.DB, "INSERT INTO things (name, note) VALUES (?, ?)", rand.Text(), rand.Text()); err != nil {
				return err
			}
		}
		return nil
	}})
}
