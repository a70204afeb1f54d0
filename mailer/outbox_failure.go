package mailer

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"
	"unicode"
)

// How long and how often a mail is tried.
const (
	firstBackoff = time.Minute
	maxBackoff   = 6 * time.Hour
	jitter       = 0.2 // of a delay, either way
	giveUpAfter  = 3 * 24 * time.Hour
)

// Backoff is the delay after a failed attempt, of which the first is number 1.
// It varies by chance, so that mails which failed together do not return together.
func Backoff(attempt int) time.Duration {
	return vary(delay(attempt), rand.Float64())
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

// vary moves a delay by up to the jitter; chance is from 0 to 1.
func vary(d time.Duration, chance float64) time.Duration {
	return time.Duration(float64(d) * (1 - jitter + 2*jitter*chance))
}

// nextTry is when a mail made at some time is tried again. It is false where that was
// the last try.
func nextTry(made, now time.Time, wait time.Duration) (time.Time, bool) {
	end := made.Add(giveUpAfter)
	if !now.Before(end) {
		return time.Time{}, false
	}
	if next := now.Add(wait); next.Before(end) {
		return next, true
	}
	return end, true
}

// permanent tells whether a failure will be the same next time.
func permanent(err error) bool {
	if errors.Is(err, errUnwritable) {
		return true
	}
	refusal, ok := errors.AsType[*exchangeError](err)
	return ok && refused(refusal.step, refusal.code())
}

// refused tells whether a reply at some step speaks of the recipient or the
// message, and for good.
func refused(at step, code int) bool {
	if at == stepMail {
		return false
	}
	switch code {
	case 500, 502, 503, 530, 534, 535, 538:
		return false
	}
	return code >= 500 && code < 600
}

// addressRefused tells whether a mail server refuses the recipient's address for good, because there is no such
// mailbox: not for what it thinks of us or of the message.
func addressRefused(err error) bool {
	refusal, ok := errors.AsType[*exchangeError](err)
	if !ok || refusal.step != stepRcpt || !refused(refusal.step, refusal.code()) {
		return false
	}
	status := refusal.status() // a bare 550 may speak of us
	return strings.HasPrefix(status, "5.1.") || status == "5.2.1"
}

var (
	// errUnwritten marks a failure to make the message, before anything was sent.
	errUnwritten = errors.New("writing the mail")
	// errUnwritable marks one that the next attempt would find again: this program lacks what the
	// mail is to be written with.
	errUnwritable = errors.New("this program cannot write the mail")
)

// Failures as the ledger stores them where no server said anything: codes, said to players
// by the phrases failure.CODE. The log has the rest.
const (
	failureUnwritten   = "unwritten"   // tried again
	failureUnwritable  = "unwritable"  // given up
	failureUnreachable = "unreachable" // no server took the message
)

// maxFailure is the longest failure in characters.
const maxFailure = 300

// ledgerFailure is what the ledger says of a failure: a code, or the mail server's own words
// where there are any, and nothing about this server's network.
func ledgerFailure(err error) string {
	switch {
	case errors.Is(err, errUnwritable):
		return failureUnwritable
	case errors.Is(err, errUnwritten):
		return failureUnwritten
	}
	if refusal, ok := errors.AsType[*exchangeError](err); ok && refusal.code() != 0 {
		return oneLine(fmt.Sprintln(refusal.said()), maxFailure)
	}
	return failureUnreachable
}

// oneLine makes a text from outside safe to show, and bounds it in characters.
func oneLine(text string, most int) string {
	text = strings.Join(strings.FieldsFunc(strings.ToValidUTF8(text, "?"), func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r)
	}), " ")
	if runes := []rune(text); len(runes) > most {
		text = string(runes[:most-1]) + "…"
	}
	return text
}
