package panics

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"
)

func TestRecover(t *testing.T) {
	failure := errors.New("failure")
	if err := Recover(func() error { return failure }); !errors.Is(err, failure) {
		t.Error(err)
	}
	if err := Recover(func() error { return nil }); err != nil {
		t.Error(err)
	}
	err := Recover(func() error { panic("out of order") })
	if err == nil || !strings.HasPrefix(err.Error(), "panic: out of order\n") ||
		!strings.Contains(err.Error(), "TestRecover") {
		t.Errorf("without the stack: %v", err)
	}
}

// A loop that panics runs again, and its panics are logged with their stacks, until it returns.
func TestRestart(t *testing.T) {
	var log bytes.Buffer
	runs := 0
	restart(t.Context(), slog.New(slog.NewTextHandler(&log, nil)), "clocks", func(context.Context) {
		if runs++; runs < 4 {
			panic("broken")
		}
	}, time.Millisecond)
	if runs != 4 || strings.Count(log.String(), "loop=clocks") != 3 ||
		strings.Count(log.String(), "panic: broken") != 3 || !strings.Contains(log.String(), "panics_test.go") {
		t.Errorf("%d runs: %s", runs, &log)
	}
	for _, pause := range []string{"pause=1ms", "pause=2ms", "pause=4ms"} {
		if !strings.Contains(log.String(), pause) {
			t.Errorf("no %s: %s", pause, &log)
		}
	}
}

// The end of ctx ends a pause.
func TestRestartEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	runs := 0
	restart(ctx, slog.New(slog.DiscardHandler), "clocks", func(context.Context) {
		runs++
		cancel()
		panic("broken")
	}, time.Hour)
	if runs != 1 {
		t.Errorf("%d runs", runs)
	}
}

func TestPausesGrowUpToAMinute(t *testing.T) {
	for _, c := range []struct{ planned, ran, want time.Duration }{
		{time.Second, 0, time.Second},
		{32 * time.Second, time.Second, 32 * time.Second},
		{64 * time.Second, time.Second, time.Minute},
		{time.Minute, time.Minute, time.Minute},
		{time.Minute, time.Minute + 1, time.Second},
	} {
		if got := nextPause(c.planned, firstPause, c.ran); got != c.want {
			t.Errorf("planned %v, ran %v: %v, want %v", c.planned, c.ran, got, c.want)
		}
	}
}
