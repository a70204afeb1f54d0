package db

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// Transactions wait one after another while the brake is set, and for no longer than a second after it was set last.
func TestBrake(t *testing.T) {
	const pause = 10 * time.Millisecond
	synctest.Test(t, func(t *testing.T) {
		d := &DB{brake: brake{place: make(chan struct{}, 1)}}
		took := func(n int) time.Duration {
			began, done := time.Now(), make(chan error)
			for range n {
				go func() { done <- d.brake.wait(t.Context()) }()
			}
			for range n {
				if err := <-done; err != nil {
					t.Fatal(err)
				}
			}
			return time.Since(began)
		}
		if got := took(5); got != 0 {
			t.Errorf("5 transactions wait %v without a brake", got)
		}
		d.Brake(pause)
		if got := took(5); got != 5*pause {
			t.Errorf("5 transactions wait %v, want %v", got, 5*pause)
		}
		time.Sleep(brakeSpan) // of the bubble: it is no time at all
		if got := took(5); got != 0 {
			t.Errorf("5 transactions wait %v for an old brake", got)
		}
		d.Brake(pause)
		d.Brake(0)
		if got := took(5); got != 0 {
			t.Errorf("5 transactions wait %v for a released brake", got)
		}
		d.Brake(time.Hour)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := d.Write(ctx, Job{}); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("a transaction that gives up waiting: %v", err)
		}
	})
}
