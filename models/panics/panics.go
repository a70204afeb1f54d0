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

// Recover calls fn. A panic in fn is returned as an *Error.
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
	firstPause   = 100 * time.Millisecond
	longestPause = time.Minute
)

// Restart runs a loop until it returns. After a panic, which it logs with the stack, the loop runs again: after a tenth
// of a second, then after twice as long each time, up to a minute. The pauses begin anew once the loop has run for
// longer than the longest. Restart returns during a pause if ctx ends.
func Restart(ctx context.Context, log *slog.Logger, name string, loop func(ctx context.Context)) {
	for pause := firstPause; ; {
		began := time.Now()
		err := Recover(func() error { loop(ctx); return nil })
		if err == nil {
			return
		}
		if time.Since(began) > longestPause {
			pause = firstPause
		}
		log.ErrorContext(ctx, "a loop stopped by a panic; it begins again after a pause", "loop", name, "pause", pause,
			"error", err)
		timer := time.NewTimer(pause)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return
		}
		pause = min(2*pause, longestPause)
	}
}
