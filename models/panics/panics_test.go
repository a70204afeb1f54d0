package panics

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
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

// A loop that panics runs again after pauses that grow up to a minute, and its panics are logged with their stacks,
// until it returns.
func TestRestart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		began, runs := time.Now(), 0
		Restart(t.Context(), slog.New(slog.NewTextHandler(&log, nil)), "clocks", func(context.Context) {
			if runs++; runs < 13 {
				panic("broken")
			}
		})
		if runs != 13 || strings.Count(log.String(), "loop=clocks") != 12 ||
			strings.Count(log.String(), "panic: broken") != 12 || !strings.Contains(log.String(), "panics_test.go") {
			t.Errorf("%d runs: %s", runs, &log)
		}
		pauses := 2*time.Minute + 1023*firstPause // of 0.1 to 51.2 s, and two of a minute
		if took := time.Since(began); took != pauses {
			t.Errorf("pauses of %v, want %v", took, pauses)
		}
	})
}

// A loop that ran for more than a minute is restarted as if it had not stopped before.
func TestPausesBeginAnew(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var ended time.Time
		runs := 0
		Restart(t.Context(), slog.New(slog.DiscardHandler), "clocks", func(context.Context) {
			switch runs++; runs {
			case 1, 2, 3:
			case 4:
				time.Sleep(longestPause + 1)
			default:
				return
			}
			ended = time.Now()
			panic("broken")
		})
		if pause := time.Since(ended); pause != firstPause {
			t.Errorf("a pause of %v", pause)
		}
	})
}

// The end of ctx ends a pause.
func TestRestartEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), firstPause/2)
		defer cancel()
		began, runs := time.Now(), 0
		Restart(ctx, slog.New(slog.DiscardHandler), "clocks", func(context.Context) {
			runs++
			panic("broken")
		})
		if took := time.Since(began); runs != 1 || took != firstPause/2 {
			t.Errorf("%d runs in %v", runs, took)
		}
	})
}
