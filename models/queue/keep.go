package queue

import (
	"context"
	"time"

	"turnpost/models/panics"
)

// Keep calls renew at intervals until stop is called, which waits for a renewal that has begun. failed gets the errors,
// of which a panic is one.
func Keep(
	ctx context.Context, every time.Duration, renew func(ctx context.Context) error, failed func(err error),
) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		interval := time.NewTicker(every)
		defer interval.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-interval.C:
			}
			if err := panics.Recover(func() error { return renew(ctx) }); err != nil && ctx.Err() == nil {
				failed(err)
			}
		}
	}()
	return func() {
		cancel()
		<-ended
	}
}
