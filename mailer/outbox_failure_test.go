package mailer

import (
	"errors"
	"fmt"
	"io"
	"testing"
	"time"

	"github.com/wneessen/go-mail"
)

func TestDelay(t *testing.T) {
	for attempt, want := range map[int]time.Duration{
		1: time.Minute, 2: 2 * time.Minute, 3: 4 * time.Minute, 9: 256 * time.Minute,
		10: 6 * time.Hour, 11: 6 * time.Hour, 1_000_000: 6 * time.Hour,
	} {
		if got := delay(attempt); got != want {
			t.Errorf("after attempt %d: %v, want %v", attempt, got, want)
		}
	}
}

func TestVary(t *testing.T) {
	for _, c := range []struct {
		chance float64
		want   time.Duration
	}{{0, 48 * time.Second}, {0.5, time.Minute}, {1, 72 * time.Second}} {
		if got := vary(time.Minute, c.chance).Round(time.Millisecond); got != c.want {
			t.Errorf("a minute at chance %v: %v, want %v", c.chance, got, c.want)
		}
	}
}

func TestNextTry(t *testing.T) {
	made := time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)
	end := made.Add(72 * time.Hour)
	for _, c := range []struct {
		name  string
		now   time.Time
		wait  time.Duration
		want  time.Time
		again bool
	}{
		{"at once", made, time.Minute, made.Add(time.Minute), true},
		{"on the last day", end.Add(-7 * time.Hour), 6 * time.Hour, end.Add(-time.Hour), true},
		{"the last try is at the end", end.Add(-time.Hour), 6 * time.Hour, end, true},
		{"after the last try", end, 6 * time.Hour, time.Time{}, false},
		{"long after", end.Add(24 * time.Hour), 0, time.Time{}, false},
	} {
		if got, again := nextTry(made, c.now, c.wait); !got.Equal(c.want) || again != c.again {
			t.Errorf("%s: %v, %v; want %v, %v", c.name, got, again, c.want, c.again)
		}
	}
}

func TestRefused(t *testing.T) {
	for _, c := range []struct {
		step mail.SendErrReason
		code int
		want bool
	}{
		{mail.ErrSMTPRcptTo, 550, true},
		{mail.ErrSMTPRcptTo, 551, true},
		{mail.ErrSMTPRcptTo, 553, true},
		{mail.ErrSMTPRcptTo, 501, true}, // the address is malformed
		{mail.ErrSMTPRcptTo, 450, false},
		{mail.ErrSMTPRcptTo, 452, false},
		{mail.ErrSMTPRcptTo, 421, false},
		{mail.ErrSMTPRcptTo, 503, false},
		{mail.ErrSMTPRcptTo, 530, false}, // we must sign in first
		{mail.ErrSMTPRcptTo, 535, false},
		{mail.ErrSMTPRcptTo, 0, false}, // the connection broke off
		{mail.ErrSMTPData, 554, true},
		{mail.ErrSMTPData, 451, false},
		{mail.ErrSMTPDataClose, 552, true},
		{mail.ErrSMTPDataClose, 554, true},
		{mail.ErrSMTPDataClose, 421, false},
		{mail.ErrSMTPMailFrom, 550, false}, // our sender's address is at fault, for all mail alike
		{mail.ErrSMTPMailFrom, 530, false},
		{mail.ErrConnCheck, 554, false},
		{mail.ErrWriteContent, 550, false},
	} {
		if got := refused(c.step, c.code); got != c.want {
			t.Errorf("%d at %s: %v, want %v", c.code, c.step, got, c.want)
		}
	}
}

func TestFailuresThatAreNoReplyAreTemporary(t *testing.T) {
	for _, err := range []error{
		io.EOF, errors.New("550 looks like a reply"), fmt.Errorf("%w: panic", errUnwritten),
		&mail.SendError{Reason: mail.ErrSMTPRcptTo}, errors.Join(io.EOF, &mail.SendError{Reason: mail.ErrSMTPDataClose}),
	} {
		if permanent(err) {
			t.Errorf("%v is permanent", err)
		}
	}
}

func TestReasonTellsNothingOfOurNetwork(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string
	}{
		{errors.New("dial tcp 10.1.2.3:587: connection refused"), failureUnreachable},
		{&mail.SendError{Reason: mail.ErrSMTPRcptTo}, failureUnreachable},
		{fmt.Errorf("%w: no such table", errUnwritten), failureUnwritten},
	} {
		if got := ledgerFailure(c.err); got != c.want {
			t.Errorf("%v: %q, want %q", c.err, got, c.want)
		}
	}
}
