package queue

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"turnpost/models/db"
)

// The delays after failed attempts.
const (
	firstBackoff = time.Minute
	maxBackoff   = 6 * time.Hour
	jitter       = 0.2 // of a delay, either way
)

// Backoff returns the delay after a failed attempt; the first attempt is number 1. It is random within bounds, so that
// what failed together is not tried together again.
func Backoff(attempt int) time.Duration {
	return vary(delay(attempt), rand.Float64())
}

// GiveUpAfter is how long work is tried that fails.
const GiveUpAfter = 3 * 24 * time.Hour

// minAttempts take some nine hours. Where the program did not run for days, or its clock was set forwards, no others
// may have been made in the time of GiveUpAfter.
const minAttempts = 10

// Exhausted reports whether work that failed is given up: after a number of attempts, in a time since it was due.
func Exhausted(attempts int, since time.Duration) bool {
	return attempts >= minAttempts && since >= GiveUpAfter
}

// delay doubles with every attempt up to a limit.
func delay(attempt int) time.Duration {
	d := firstBackoff
	for range attempt - 1 {
		if d *= 2; d >= maxBackoff {
			return maxBackoff
		}
	}
	return d
}

// vary changes a delay by up to the jitter; chance is from 0 to 1.
func vary(d time.Duration, chance float64) time.Duration {
	return time.Duration(float64(d) * (1 - jitter + 2*jitter*chance))
}

// The pauses before a result that could not be stored is stored again: the first, and the longest one.
const (
	minUnsettled = 100 * time.Millisecond
	maxUnsettled = 5 * time.Second
)

// IsTemporary reports whether storing may succeed later: the database cannot be written to, or did not answer in time.
func IsTemporary(err error) bool {
	return db.Unavailable(err) || errors.Is(err, context.DeadlineExceeded)
}

// RetryTemporary calls again, with growing pauses, until a result is stored, cannot be stored for good, or ctx ends. It
// returns the last error; err is that of the first attempt, and again is called with that of the attempt before.
func RetryTemporary(ctx context.Context, err error, again func(err error) error) error {
	for pause := minUnsettled; IsTemporary(err); pause = min(2*pause, maxUnsettled) {
		select {
		case <-ctx.Done():
			return err
		case <-time.After(pause):
		}
		err = again(err)
	}
	return err
}
