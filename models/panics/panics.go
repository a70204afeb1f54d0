// Package panics keeps a panic from ending the process: it becomes the error of what was tried, or restarts a loop.
package panics

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"
	"time"
)

// Error is a panic.
type Error struct {
	Value any
	Stack []byte
}

func (e *Error) Error() string { return fmt.Sprintf("panic: %v\n%s", e.Value, e.Stack) }

// Recover calls a function. A panic of it is an Error.
func Recover(fn func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &Error{p, debug.Stack()}
		}
	}()
	return fn()
}

// The pauses before a loop runs again.
const (
	firstPause   = time.Second
	longestPause = time.Minute
)

// Restart runs a loop until it returns. After a panic, which it logs with the stack, the loop runs again: after a
// second, then after twice as long each time, up to a minute. The pauses begin anew once the loop has run for longer
// than the longest. Restart returns during a pause if ctx ends.
func Restart(ctx context.Context, log *slog.Logger, name string, loop func(ctx context.Context)) {
	restart(ctx, log, name, loop, firstPause)
}

func restart(
	ctx context.Context, log *slog.Logger, name string, loop func(ctx context.Context), first time.Duration,
) {
	for pause := first; ; {
		began := time.Now()
		err := Recover(func() error { loop(ctx); return nil })
		if err == nil {
			return
		}
		pause = nextPause(pause, first, time.Since(began))
		log.ErrorContext(ctx, "a loop stopped by a panic; it begins again after a pause", "loop", name, "pause", pause,
			"error", err)
		timer := time.NewTimer(pause)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return
		}
		pause *= 2
	}
}

// nextPause returns the pause after a loop that ran for a time, given the planned one.
func nextPause(planned, first, ran time.Duration) time.Duration {
	if ran > longestPause {
		return first
	}
	return min(planned, longestPause)
}
