package main

import (
	"context"
	"log/slog"
	"time"

	"turnpost/models/store"
)

// moveTurns moves the turns of an earlier schema until none are left or ctx is done.
func moveTurns(ctx context.Context, store *store.Store, log *slog.Logger) {
	again := time.NewTicker(sweepEvery)
	defer again.Stop()
	for {
		done, err := store.MoveTurns(ctx)
		if err != nil && ctx.Err() == nil {
			log.Error("turns could not be moved; it is tried again", "error", err)
		}
		if done {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-again.C:
		}
	}
}

// keepClocks records heartbeats, sweeps deadlines, applies bulk changes and deletes expired rows until ctx is done.
func keepClocks(ctx context.Context, store *store.Store, log *slog.Logger) {
	sweep, tidy := time.NewTicker(sweepEvery), time.NewTicker(tidyEvery)
	defer sweep.Stop()
	defer tidy.Stop()
	_, err := store.SweepClocks(ctx)
	for {
		if err != nil && ctx.Err() == nil {
			log.Error("the clocks could not be kept; it is tried again", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-sweep.C:
			_, err = store.SweepClocks(ctx)
		case <-store.BulkChanged():
			err = store.ApplyBulkChanges(ctx)
		case <-tidy.C:
			err = store.DeleteExpired(ctx)
		}
	}
}

// readAhead reads what lists of games need into the memory of the system, which would otherwise be read at each list.
func readAhead(ctx context.Context, store *store.Store, log *slog.Logger) {
	began := time.Now()
	err := store.Prewarm(ctx)
	switch {
	case ctx.Err() != nil:
	case err != nil:
		log.Error("games could not be read ahead", "error", err)
	default:
		log.Info("games were read ahead", "took", time.Since(began))
	}
}
