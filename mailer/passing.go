package mailer

import (
	"context"
	"errors"
	"time"

	"turnpost/models"
)

// The pauses before an outcome that could not be stored is stored again: the first, and the longest one.
const (
	minUnsettled = 100 * time.Millisecond
	maxUnsettled = 5 * time.Second
)

// Passing reports whether storing an outcome may succeed later: the database cannot be written to, or did not answer in
// time.
func Passing(err error) bool {
	return models.Unavailable(err) || errors.Is(err, context.DeadlineExceeded)
}

// RetryPassing calls again, with growing pauses, until an outcome is stored, cannot be stored for good, or ctx ends. It
// returns the last error; err is that of the first attempt, and again is called with that of the attempt before.
func RetryPassing(ctx context.Context, err error, again func(err error) error) error {
	for pause := minUnsettled; Passing(err); pause = min(2*pause, maxUnsettled) {
		select {
		case <-ctx.Done():
			return err
		case <-time.After(pause):
		}
		err = again(err)
	}
	return err
}
