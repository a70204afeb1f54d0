package store

import (
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/account"
)

// TestOperatorPages opens the operators' pages in one session by the code that was mailed for it, for an hour.
func TestOperatorPages(t *testing.T) {
	w := newWorld(t)
	ann := w.player("ann")
	session := func() string {
		t.Helper()
		w.pass(6 * time.Minute) // the interval between two codes to one mailbox
		if err := w.RequestCode(t.Context(), ann.Email); err != nil {
			t.Fatal(err)
		}
		secret, _, err := w.StartSession(t.Context(), ann.Email, w.code(ann.Email), "test")
		if err != nil {
			t.Fatal(err)
		}
		return secret
	}
	one, other := session(), session()
	opened := func(secret string, want bool) {
		t.Helper()
		if until, err := w.OperatorUntil(t.Context(), secret); err != nil || until.IsZero() == want {
			t.Errorf("open until %v, %v; want %v", until, err, want)
		}
	}
	if err := w.RequestOperatorCode(t.Context(), one); err != nil {
		t.Fatal(err)
	}
	code := ""
	for _, c := range w.deliver() {
		if c.Kind == models.KindOperatorCode && c.To.ID == ann.ID {
			code = c.Code
		}
	}
	if err := w.OpenOperatorPages(t.Context(), other, code); models.CodeOf(err) != models.CodeBadCode {
		t.Errorf("in another session: %v", err)
	}
	if err := w.OpenOperatorPages(t.Context(), "nothing", code); models.CodeOf(err) != models.CodeUnauthorized {
		t.Errorf("without a session: %v", err)
	}
	if err := w.OpenOperatorPages(t.Context(), one, code); err != nil {
		t.Fatal(err)
	}
	opened(one, true)
	opened(other, false)
	w.pass(account.OperatorLife - time.Millisecond)
	opened(one, true)
	w.pass(time.Millisecond)
	opened(one, false)
	w.pass(-2 * account.OperatorLife) // the end comes from a clock that was ahead
	opened(one, false)
}
