package mailer

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"testing"
	"time"
)

// A reply waits seconds after a fault that passes by itself, and longer each time after any other.
func TestInboundPause(t *testing.T) {
	broken := fmt.Errorf("settling: %w", driver.ErrBadConn)
	unknown := errors.New("a fault")
	b := NewInbox(InboxConfig{Backoff: func(attempt int) time.Duration { return time.Minute << (attempt - 1) }})
	for _, c := range []struct {
		attempt int
		err     error
		want    time.Duration
	}{
		{1, broken, 2 * time.Second},
		{3, broken, 2 * time.Second},
		{4, broken, 8 * time.Minute},
		{1, unknown, time.Minute},
		{2, unknown, 2 * time.Minute},
	} {
		if got := b.pause(c.attempt, c.err); got != c.want {
			t.Errorf("after attempt %d, %v: %v, want %v", c.attempt, c.err, got, c.want)
		}
	}
}
