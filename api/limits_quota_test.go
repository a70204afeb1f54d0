package api

import (
	"fmt"
	"net/http"
	"strconv"
	"testing"
	"time"

	"golang.org/x/time/rate"

	"turnpost/models"
)

// quotaIn parses the quota headers.
func quotaIn(t *testing.T, header http.Header) (q quota) {
	t.Helper()
	for name, into := range map[string]*int{
		headerRateLimit: &q.limit, headerRateRemaining: &q.remaining, headerRateReset: &q.reset,
	} {
		n, err := strconv.Atoi(header.Get(name))
		if err != nil || n < 0 {
			t.Errorf("%s: %q", name, header.Get(name))
		}
		*into = n
	}
	return q
}

func TestQuotaOf(t *testing.T) {
	now := time.Unix(1e9, 0)
	bucket := rate.NewLimiter(0.5, 4)
	for i, want := range []quota{{4, 4, 0}, {4, 3, 2}, {4, 2, 4}, {4, 1, 6}, {4, 0, 8}} {
		if got, limited := quotaOf(bucket, now); got != want || !limited {
			t.Errorf("after %d: %+v, want %+v", i, got, want)
		}
		bucket.AllowN(now, 1)
	}
	if got, _ := quotaOf(bucket, now.Add(3*time.Second)); got != (quota{4, 1, 5}) {
		t.Errorf("three seconds later: %+v", got)
	}
	if _, limited := quotaOf(rate.NewLimiter(rate.Inf, 0), now); limited {
		t.Error("no limit is one")
	}
}

// Every response under /v1/ has the quota of the account, of the address, or of a narrower limit.
func TestAnswersSayWhatIsLeft(t *testing.T) {
	limits := Limits{
		Account: Rate{0.001, 300}, Address: Rate{0.001, 200}, SignIn: Rate{0.001, 90}, Analysis: Rate{0.001, 2},
		Guesses: Rate{0.001, 50},
	}
	w := newWorld(t, limits)
	first := quotaIn(t, w.call("GET", "/v1/rulesets").do().want(200).header)
	if first.limit != 200 || first.remaining != 199 || first.reset < 999 || first.reset > 1000 {
		t.Errorf("by address: %+v", first)
	}
	ann := w.player("ann")
	mine := quotaIn(t, w.call("GET", "/v1/me").as(ann).do().want(200).header)
	if next := quotaIn(t, w.call("GET", "/v1/nothing").as(ann).do().want(404).header); mine.limit != 300 ||
		next.remaining != mine.remaining-1 {
		t.Errorf("by account: %+v, then %+v", mine, next)
	}
	if q := quotaIn(t, w.call("POST", "/v1/codes").json(`{"email":"ann@example.org"}`).do().header); q.limit != 90 {
		t.Errorf("signing in: %+v", q)
	}
	for i := range 3 {
		a := w.call("POST", "/v1/analysis").json(`{"ruleset":"hnefatafl"}`).do()
		if q := quotaIn(t, a.header); q.limit != 2 || q.remaining != max(0, 1-i) {
			t.Errorf("analysis %d: %d, %+v", i, a.status, q)
		}
	}
	for _, path := range []string{"/healthz", "/openapi.json", "/docs/"} {
		if got := w.call("GET", path).do().header.Get(headerRateLimit); got != "" {
			t.Errorf("%s: %q", path, got)
		}
	}
	free := newWorld(t)
	if got := free.call("GET", "/v1/rulesets").do().want(200).header.Get(headerRateLimit); got != "" {
		t.Errorf("without limits: %q", got)
	}
}

// A limit by state, not by time, also gives a Retry-After.
func TestEveryRefusalForNowSaysWhenToTryAgain(t *testing.T) {
	w := newWorld(t)
	ann := w.player("ann")
	refused := false
	for i := range 200 {
		a := w.call("POST", "/v1/challenges").as(ann).json(fmt.Sprintf(`{"ruleset":"hnefatafl","message":"%d"}`, i)).do()
		if refused = a.status == http.StatusTooManyRequests; refused {
			if after, err := strconv.Atoi(a.header.Get("Retry-After")); err != nil || after < 1 {
				t.Errorf("Retry-After %q", a.header.Get("Retry-After"))
			}
			break
		}
	}
	if !refused {
		t.Error("challenges are not limited")
	}
	for code, status := range statuses {
		e := (&server{}).explain(&models.Error{Code: code}, nil)
		if passes := status == http.StatusTooManyRequests ||
			status == http.StatusServiceUnavailable; passes != (e.RetryAfter > 0) {
			t.Errorf("%s: Retry-After %d", code, e.RetryAfter)
		}
	}
}
