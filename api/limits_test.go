package api

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strconv"
	"testing"
	"time"

	"github.com/labstack/echo/v4"
	"golang.org/x/time/rate"

	"turnpost/models"
	"turnpost/models/networks"
)

func TestLimiter(t *testing.T) {
	l := newLimiters(Limits{Guesses: Rate{PerSecond: 1, Burst: 2}}).guesses
	now := time.Unix(1e9, 0)
	for i, c := range []struct {
		key   string
		after time.Duration
		wait  time.Duration
	}{
		{"a", 0, 0},
		{"a", 0, 0},
		{"a", 0, time.Second},
		{"b", 0, 0},
		{"a", 600 * time.Millisecond, 400 * time.Millisecond},
		{"a", time.Second, 0},
		{"a", time.Second, time.Second},
	} {
		if wait := l.spend(c.key, now.Add(c.after)); wait != c.wait {
			t.Errorf("%d: %v, want %v", i, wait, c.wait)
		}
	}
}

func TestLimiterIsBounded(t *testing.T) {
	l := newLimiters(Limits{}).guesses
	now := time.Unix(1e9, 0)
	for i := range 5 * limiterKeys {
		l.spend(strconv.Itoa(i), now)
		if i%100 == 0 {
			l.spend("busy", now)
		}
	}
	if n := l.buckets.Len(); n > limiterKeys {
		t.Errorf("%d keys are kept", n)
	}
	if l.spend("busy", now) == 0 {
		t.Error("a busy key was forgotten")
	}
}

func TestLimits(t *testing.T) {
	few := Rate{PerSecond: 0.01, Burst: 4}
	for name, ask := range map[string]struct {
		limits Limits
		call   func(w *world) *call
	}{
		"address": {Limits{Address: few}, func(w *world) *call { return w.call("GET", "/v1/games") }},
		"bad token": {Limits{Address: few}, func(w *world) *call {
			return w.call("GET", "/v1/games").as("wrong")
		}},
		"sign-in": {Limits{SignIn: few}, func(w *world) *call {
			return w.call("POST", "/v1/codes").json(`{"email":"ann@example.org"}`)
		}},
		"guesses": {Limits{Guesses: few}, func(w *world) *call {
			return w.call("POST", "/v1/tokens").json(`{"email":"Ann@example.org","code":"1"}`)
		}},
		"analysis": {Limits{Analysis: few}, func(w *world) *call {
			return w.call("POST", "/v1/analysis").json(`{"ruleset":"bohnduell"}`)
		}},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, ask.limits)
			for range few.Burst {
				if a := ask.call(w).do(); a.status == 429 {
					t.Fatal("refused too early")
				}
			}
			a := ask.call(w).do()
			a.problem(429, "too_many")
			if seconds, err := strconv.Atoi(a.header.Get("Retry-After")); err != nil || seconds < 90 || seconds > 100 {
				t.Errorf("Retry-After %q", a.header.Get("Retry-After"))
			}
			w.call("GET", "/healthz").do().want(200) // or a supervisor would restart a server that others flood
		})
	}
}

func TestAccountLimit(t *testing.T) {
	limits := noLimits
	limits.Account = Rate{PerSecond: 0.01, Burst: 3}
	w := newWorld(t, limits)
	ann, bob := w.player("ann"), w.player("bob")
	for range limits.Account.Burst {
		w.call("GET", "/v1/me").as(ann).do().want(200)
	}
	w.call("GET", "/v1/me").as(ann).do().problem(429, "too_many")
	w.call("GET", "/v1/me").as(bob).do().want(200)
	w.call("GET", "/v1/games").do().want(200)
}

func TestAddress(t *testing.T) {
	_, proxy, err := net.ParseCIDR("10.0.0.0/8")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		proxies         []*net.IPNet
		remote, forward string
		want            string
	}{
		{nil, "192.0.2.1:99", "198.51.100.7", "192.0.2.1"},
		{[]*net.IPNet{proxy}, "10.1.2.3:99", "198.51.100.7", "198.51.100.7"},
		{[]*net.IPNet{proxy}, "192.0.2.1:99", "198.51.100.7", "192.0.2.1"},
		{[]*net.IPNet{proxy}, "10.1.2.3:99", "203.0.113.9, 198.51.100.7", "198.51.100.7"},
		{nil, "[2001:db8:1:2:3:4:5:6]:99", "", "2001:db8:1:2::/64"},
	} {
		e := echo.New()
		e.IPExtractor = clientAddress(c.proxies)
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.RemoteAddr = c.remote
		r.Header.Set("X-Forwarded-For", c.forward)
		if got := addressKey(e.NewContext(r, httptest.NewRecorder())); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
}

// A client with many addresses is limited by their networks. Other networks are not affected.
func TestWiderNetworksAreLimited(t *testing.T) {
	for name, c := range map[string]struct {
		address func(i int) string
		most    int
	}{
		"one address":   {func(int) string { return "192.0.2.1" }, 3},
		"IPv4, one /24": {func(i int) string { return fmt.Sprintf("192.0.2.%d", i) }, 3 * networks.WiderBy},
		"IPv4, one /16": {
			func(i int) string { return fmt.Sprintf("192.0.%d.1", i) },
			3 * networks.WiderBy * networks.WiderBy,
		},
		"IPv6, one /64": {func(i int) string { return fmt.Sprintf("2001:db8::%x", i+1) }, 3},
		"IPv6, one /56": {func(i int) string { return fmt.Sprintf("2001:db8:0:%x::1", i) }, 3 * networks.WiderBy},
		"IPv6, one /48": {
			func(i int) string { return fmt.Sprintf("2001:db8:0:%x00::1", i) },
			3 * networks.WiderBy * networks.WiderBy,
		},
		"many of each /48": {func(i int) string { return fmt.Sprintf("2001:db8:%x::1", i) }, 100},
	} {
		t.Run(name, func(t *testing.T) {
			l := newLimiters(Limits{SignIn: Rate{PerSecond: 1e-6, Burst: 3}}).signIn
			e, allowed := echo.New(), 0
			e.IPExtractor = clientAddress(nil)
			for i := range 100 {
				r := httptest.NewRequest(http.MethodGet, "/", nil)
				r.RemoteAddr = netip.AddrPortFrom(netip.MustParseAddr(c.address(i)), 99).String()
				err := l.takeFor(e.NewContext(r, httptest.NewRecorder()), "")
				if err == nil {
					allowed++
				} else if models.CodeOf(err) != models.CodeTooMany {
					t.Fatal(err)
				}
			}
			if allowed != c.most {
				t.Errorf("%d requests were let through, want %d", allowed, c.most)
			}
		})
	}
}

// A request that a wider network refuses is not charged to the narrower one.
func TestRefusedRequestsSpendNothing(t *testing.T) {
	l := newLimiters(Limits{SignIn: Rate{PerSecond: 1e-6, Burst: 1}}).signIn
	e := echo.New()
	e.IPExtractor = clientAddress(nil)
	ask := func(address string) error {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.RemoteAddr = address + ":99"
		return l.takeFor(e.NewContext(r, httptest.NewRecorder()), "")
	}
	for i := range networks.WiderBy {
		if err := ask(fmt.Sprintf("192.0.2.%d", i)); err != nil {
			t.Fatal(err)
		}
	}
	if ask("192.0.2.99") == nil {
		t.Fatal("the /24 is not limited")
	}
	if wait := l.spend(" 192.0.2.99", time.Now()); wait > 0 {
		t.Errorf("the address waits for %s", wait)
	}
	if n := l.refused.Load(); n != 1 {
		t.Errorf("%d requests count as refused", n)
	}
}

func TestDefaultLimits(t *testing.T) {
	l := newLimiters(Limits{Address: Rate{PerSecond: rate.Inf}})
	if l.address.rate.PerSecond != rate.Inf || l.account.rate.Burst == 0 || l.guesses.rate.PerSecond == 0 {
		t.Errorf("%+v, %+v", l.address.rate, l.account.rate)
	}
}
