package store

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/secrets"
	"turnpost/rules/rulestest/sample"
)

// A stranger who requests codes and guesses all day keeps nobody from signing in, and causes a few mails at most.
func TestNobodyIsLockedOut(t *testing.T) {
	sample.Whole(t, "guesses all day")
	w := newWorld(t)
	ann := w.player("ann")
	w.pass(48 * time.Hour)
	w.deliver()
	mails, day := 0, 24*time.Hour
	last := ""
	const guesses = 5
	for at := time.Duration(0); at < day; at += 5 * time.Minute { // 288 requests, and 1,440 guesses
		if err := w.RequestCode(t.Context(), ann.Email); err != nil {
			t.Fatal(err)
		}
		for _, c := range w.deliver() {
			mails, last = mails+1, c.Code
		}
		stranger := account.WithAsker(t.Context(), models.Asker{Network: fmt.Sprintf("198.51.100.%d", at/time.Minute%5)})
		for range guesses {
			if _, _, err := w.SignIn(stranger, ann.Email, "x", account.NewToken{}); err == nil {
				t.Fatal("a wrong code was good")
			}
		}
		w.pass(5 * time.Minute)
	}
	if mails == 0 || mails > 8 {
		t.Errorf("a stranger had %d codes mailed in a day", mails)
	}
	// Ann requests a code: a recent one is valid, or she is mailed one.
	request := secrets.NewRequest()
	asking := account.WithAsker(t.Context(), models.Asker{Network: "192.0.2.7", Request: request})
	if err := w.RequestCode(asking, ann.Email); err != nil {
		t.Fatal(err)
	}
	for _, c := range w.deliver() {
		last = c.Code
	}
	if _, _, err := w.SignIn(asking, ann.Email, last, account.NewToken{}); err != nil {
		t.Fatalf("ann is locked out: %v", err)
	}
	// After signing in, she is mailed at once when she requests another one.
	if err := w.RequestCode(t.Context(), ann.Email); err != nil {
		t.Fatal(err)
	}
	if n := w.mailsTo(models.KindCode, ann.Email); n != 1 {
		t.Errorf("%d mails", n)
	}
	if held := w.dropped(ann, models.KindCode); held[string(account.DropCodesBounded)] == 0 {
		t.Errorf("the ledger says %v", held)
	}
}

// An attack by thirteen requests an hour.
func TestThirteenRequestsLockNobodyOut(t *testing.T) {
	w := newWorld(t)
	ann := w.player("ann")
	w.pass(2 * time.Hour)
	for range 8 {
		if err := w.RequestCode(t.Context(), ann.Email); err != nil {
			t.Fatal(err)
		}
	}
	code := w.code(ann.Email)
	for range 5 {
		if _, _, err := w.SignIn(t.Context(), ann.Email, "00000000x", account.NewToken{}); err == nil {
			t.Fatal("a wrong code was good")
		}
	}
	w.pass(10 * time.Minute)
	if err := w.RequestCode(t.Context(), ann.Email); err != nil {
		t.Fatal(err)
	}
	if mails := w.deliver(); len(mails) > 0 {
		code = mails[len(mails)-1].Code
	}
	if _, _, err := w.SignIn(t.Context(), ann.Email, code, account.NewToken{}); err != nil {
		t.Fatalf("ann is locked out: %v", err)
	}
}

// Guesses are bounded nevertheless: by network, by request, and in total.
func TestGuessesAreBounded(t *testing.T) {
	w := newWorld(t)
	w.Limits.Guesses.Count = 50
	w.player("ann")
	tried := func(a models.Asker) (n int) {
		for ; n < 100; n++ {
			_, _, err := w.SignIn(account.WithAsker(t.Context(), a), "ann@example.org", "x", account.NewToken{})
			if e, _ := errors.AsType[*models.Error](err); models.CodeOf(err) == models.CodeTooMany {
				if e.Message.Key != "error.too_many_guesses" {
					t.Error(e.Message.Key)
				}
				return n
			}
			wantCode(t, err, models.CodeBadCode)
		}
		return n
	}
	if n := tried(models.Asker{Network: "a"}); n != models.DefaultLimits().Guesser.Count {
		t.Errorf("one network had %d tries", n)
	}
	request := secrets.NewRequest()
	if err := w.RequestCode(account.WithAsker(t.Context(), models.Asker{Network: "a", Request: request}),
		"ann@example.org"); err != nil {
		t.Fatal(err)
	}
	if n := tried(models.Asker{Network: "a", Request: request}); n != account.RequestTries {
		t.Errorf("a request had %d tries", n)
	}
	if n := tried(models.Asker{Network: "b", Request: request}); n != models.DefaultLimits().Guesser.Count {
		t.Errorf("a spent request gave %d tries", n)
	}
	if n := tried(models.Asker{Network: "c"}); n >= models.DefaultLimits().Guesser.Count {
		t.Errorf("all together were not bounded: %d more", n)
	}
	// From a network where ann has signed in before, she still can.
	home := account.WithAsker(t.Context(), models.Asker{Network: "home"})
	w.pass(24 * time.Hour)
	if err := w.RequestCode(home, "ann@example.org"); err != nil {
		t.Fatal(err)
	}
	if _, _, err := w.SignIn(home, "ann@example.org", w.code("ann@example.org"), account.NewToken{}); err != nil {
		t.Fatal(err)
	}
	for i := range 10 {
		tried(models.Asker{Network: fmt.Sprint("bot", i)})
	}
	if err := w.RequestCode(home, "ann@example.org"); err != nil {
		t.Fatal(err)
	}
	if _, _, err := w.SignIn(home, "ann@example.org", w.code("ann@example.org"), account.NewToken{}); err != nil {
		t.Fatal(err)
	}
}

// Wrong codes are bounded over all accounts: one for each of many. Beyond it a stranger's correct code is refused, but
// the owner of a code request signs in from anywhere, and everybody from networks that they used before.
func TestSprayingIsBounded(t *testing.T) {
	sample.Whole(t, "floods up to a limit")
	w := newWorld(t)
	w.unsynced(t)
	w.Limits.Spraying = models.Bound{Count: 50, Per: 24 * time.Hour}
	home, travelling := models.Asker{Network: "192.0.2.1"}, models.Asker{
		Network: "2001:db8:7::/64",
		Request: secrets.NewRequest(),
	}
	signIn := func(a models.Asker, code string) error {
		_, _, err := w.SignIn(account.WithAsker(t.Context(), a), "ann@example.org", code, account.NewToken{})
		return err
	}
	ask := func(a models.Asker) string {
		t.Helper()
		w.pass(time.Hour)
		if err := w.RequestCode(account.WithAsker(t.Context(), a), "ann@example.org"); err != nil {
			t.Fatal(err)
		}
		return w.code("ann@example.org")
	}
	w.player("ann")
	if err := signIn(home, ask(home)); err != nil {
		t.Fatal(err)
	}
	w.pass(24 * time.Hour)
	tried := 0
	for i := range 200 {
		stranger := account.WithAsker(t.Context(), models.Asker{Network: fmt.Sprintf("198.51.%d.%d", i%256, i/256)})
		_, _, err := w.SignIn(stranger, fmt.Sprintf("victim-%d@example.org", i), "12345678", account.NewToken{})
		if models.CodeOf(err) == models.CodeBadCode {
			tried++
			continue
		}
		wantCode(t, err, models.CodeTooMany)
		if e, _ := errors.AsType[*models.Error](err); e.Message.Key != "error.too_many_guesses_everywhere" {
			t.Fatal(e.Message.Key)
		}
	}
	if tried != w.Limits.Spraying.Count {
		t.Errorf("%d wrong codes were looked at", tried)
	}
	code := ask(travelling)
	before := tried
	for range 40 { // an hour restored two tries
		if models.CodeOf(signIn(models.Asker{Network: "203.0.113.1"}, "x")) == models.CodeBadCode {
			tried++
		}
	}
	if tried == before || tried > before+5 {
		t.Errorf("%d more were looked at", tried-before)
	}
	wantCode(t, signIn(models.Asker{Network: "203.0.113.1"}, code), models.CodeTooMany)
	wantCode(t, signIn(models.Asker{Network: "203.0.113.1", Request: secrets.NewRequest()}, code), models.CodeTooMany)
	if err := signIn(travelling, code); err != nil {
		t.Errorf("the secret of a request does not count: %v", err)
	}
	if err := signIn(home, ask(home)); err != nil {
		t.Errorf("ann is locked out at home: %v", err)
	}
}

// Correct codes do not count as guesses, and neither do tries that another bound refuses.
func TestOnlyWrongCodesAreCountedAsSpraying(t *testing.T) {
	w := newWorld(t)
	w.Limits.Spraying, w.Limits.Guesser.Count = models.Bound{Count: 5, Per: 24 * time.Hour}, 2
	for i := range 10 {
		w.player(fmt.Sprintf("player%c", 'a'+i))
	}
	stranger := account.WithAsker(t.Context(), models.Asker{Network: "203.0.113.1"})
	var codes []models.Code
	for range 20 {
		_, _, err := w.SignIn(stranger, "playera@example.org", "x", account.NewToken{})
		codes = append(codes, models.CodeOf(err))
		if e, _ := errors.AsType[*models.Error](err); e.Code == models.CodeTooMany &&
			e.Message.Key != "error.too_many_guesses" {
			t.Fatal(e.Message.Key)
		}
	}
	if codes[1] != models.CodeBadCode || codes[2] != models.CodeTooMany {
		t.Errorf("%v", codes)
	}
	_, _, err := w.SignIn(stranger, "playerb@example.org", "x", account.NewToken{})
	wantCode(t, err, models.CodeBadCode)
}
