package mailer

import (
	"errors"
	"fmt"
	"io"
	"testing"
	"time"
)

func TestNextTry(t *testing.T) {
	made := time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)
	end := made.Add(72 * time.Hour)
	for _, c := range []struct {
		name  string
		now   time.Time
		wait  time.Duration
		tries int
		want  time.Time
		again bool
	}{
		{"at once", made, time.Minute, 1, made.Add(time.Minute), true},
		{"on the last day", end.Add(-7 * time.Hour), 6 * time.Hour, 19, end.Add(-time.Hour), true},
		{"the last try is at the end", end.Add(-time.Hour), 6 * time.Hour, 20, end, true},
		{"after the last try", end, 6 * time.Hour, 21, time.Time{}, false},
		{"long after", end.Add(24 * time.Hour), 0, 10, time.Time{}, false},
		{"the first after days without a server", end.Add(time.Hour), time.Minute, 1, end.Add(61 * time.Minute), true},
	} {
		if got, again := nextTry(made, c.now, c.wait, c.tries); !got.Equal(c.want) || again != c.again {
			t.Errorf("%s: %v, %v; want %v, %v", c.name, got, again, c.want, c.again)
		}
	}
}

func TestRefused(t *testing.T) {
	for _, c := range []struct {
		step step
		code int
		want bool
	}{
		{stepRcpt, 550, true},
		{stepRcpt, 551, true},
		{stepRcpt, 553, true},
		{stepRcpt, 501, true}, // the address is malformed
		{stepRcpt, 450, false},
		{stepRcpt, 452, false},
		{stepRcpt, 421, false},
		{stepRcpt, 503, false},
		{stepRcpt, 530, false}, // we must sign in first
		{stepRcpt, 535, false},
		{stepRcpt, 600, false},
		{stepRcpt, 0, false}, // the connection broke off
		{stepData, 554, true},
		{stepData, 451, false},
		{stepMessage, 552, true},
		{stepMessage, 554, true},
		{stepMessage, 421, false},
		{stepMail, 550, false}, // our sender's address is at fault, for all mail alike
		{stepMail, 530, false},
	} {
		if got := refused(c.step, c.code); got != c.want {
			t.Errorf("%d at %s: %v, want %v", c.code, c.step, got, c.want)
		}
	}
}

func TestFailuresThatAreNoReplyAreTemporary(t *testing.T) {
	for _, err := range []error{
		io.EOF, errors.New("550 looks like a reply"), fmt.Errorf("%w: panic", errUnwritten),
		&exchangeError{stepRcpt, io.EOF}, errors.Join(io.EOF, &exchangeError{stepMessage, io.EOF}),
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
		{&exchangeError{stepRcpt, io.EOF}, failureUnreachable},
		{fmt.Errorf("%w: no such table", errUnwritten), failureUnwritten},
	} {
		if got := ledgerFailure(c.err); got != c.want {
			t.Errorf("%v: %q, want %q", c.err, got, c.want)
		}
	}
}

func TestOneLine(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "550 no": "550 no", " 5\t\r\nno\x00\x1bx ": "5 no x", "caf\xe9": "caf?",
		"äöüßäö": "äöüßäö", "äöüßäöx": "äöüßä…",
	} {
		if got := oneLine(text, 6); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
