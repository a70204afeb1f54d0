package mailer

import (
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"

	"turnpost/mailer/verdict"
	"turnpost/models/account"
	"turnpost/models/visible"
)

// giveUpAfter is how long a mail is tried after its notice was due.
const giveUpAfter = 3 * 24 * time.Hour

// nextTry returns the time of the next try of a mail made at some time, and false after the last try.
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

// permanent reports whether the next attempt would fail the same way.
func permanent(err error) bool {
	if errors.Is(err, errUnwritable) {
		return true
	}
	refusal, ok := errors.AsType[*exchangeError](err)
	return ok && refused(refusal.step, refusal.code()) && !refusal.means().ByItself()
}

// refused reports whether a response at some step is permanent and about the recipient or the message.
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

// means returns what the response says about later mail to the recipient. Before RCPT no
// response means that the mailbox is missing.
func (e *exchangeError) means() verdict.Meaning {
	code, text := e.said()
	if code == 0 {
		return verdict.Unclear
	}
	means := verdict.Of("", fmt.Sprint(code, " ", text))
	if e.step == stepMail && means == verdict.NoMailbox {
		return verdict.Unclear
	}
	return means
}

// bounceOf returns what a failure says about later mail to the recipient.
func bounceOf(err error) account.Bounce {
	refusal, ok := errors.AsType[*exchangeError](err)
	if !ok {
		return account.BounceSoft
	}
	return asBounce(refusal.means())
}

// asBounce returns what counts of a meaning.
func asBounce(m verdict.Meaning) account.Bounce {
	switch m {
	case verdict.NoMailbox:
		return account.BounceHard
	case verdict.Reputation:
		return account.BounceReputation
	}
	return account.BounceSoft
}

var (
	// errUnwritten marks a failure to make the message, before it was sent.
	errUnwritten = errors.New("writing the mail")
	// errUnwritable marks one that the next attempt would repeat: this program lacks the words or the kind of the
	// mail.
	errUnwritable = errors.New("this program cannot write the mail")
)

// Failures without a response of a server, as stored in the ledger. The codes have the phrases failure.CODE; the log
// has the details.
const (
	failureUnwritten   = "unwritten"   // tried again
	failureUnwritable  = "unwritable"  // given up
	failureUnreachable = "unreachable" // no server took the message
)

// maxFailure is the longest failure in characters.
const maxFailure = 300

// ledgerFailure returns a failure for the ledger: a code, or the mail server's words where there are any. It discloses
// nothing about this server's network.
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

// oneLine makes a foreign text safe to show, and bounds it in characters.
func oneLine(text string, limit int) string {
	return visible.Shorten(strings.Join(strings.FieldsFunc(strings.ToValidUTF8(text, "?"), func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r)
	}), " "), limit)
}
