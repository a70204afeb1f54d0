package api

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/labstack/echo/v4"
	"golang.org/x/time/rate"

	"turnpost/models"
)

// Rate is a limit: so many a second in the long run, so many at once. The zero
// value stands for the default. rate.Inf limits nothing.
type Rate struct {
	PerSecond rate.Limit
	Burst     int
}

// Limits bound what one caller can ask for. They are kept in memory, by process. An address is one of IPv4 or an IPv6
// network of 64 bits; its wider networks are limited too, see models.Networks.
type Limits struct {
	Account  Rate // requests of one account
	Address  Rate // requests without a token from one address
	SignIn   Rate // registrations, codes and tokens from one address
	Guesses  Rate // tokens asked for one email address from one address; mails with codes are limited by the store
	Analysis Rate // analyses and verified records from one address
	Heavy    int  // analyses, verified records and pictures at a time; 0 is two for each processor
}

type limiters struct {
	account, address, signIn, guesses, analysis *limiter
}

func newLimiters(l Limits) *limiters {
	or := func(r Rate, perSecond rate.Limit, burst int) *limiter {
		if r == (Rate{}) {
			r = Rate{perSecond, burst}
		}
		return newLimiter(r)
	}
	return &limiters{
		account:  or(l.Account, 20, 200),
		address:  or(l.Address, 20, 200),
		signIn:   or(l.SignIn, 0.2, 30),
		guesses:  or(l.Guesses, 1.0/60, 20),
		analysis: or(l.Analysis, 10, 60),
	}
}

// limiterKeys is how many callers a limiter remembers at least, and half of how many
// at most.
const limiterKeys = 10_000

// limiter is a token bucket for each key. It has two generations of keys: when
// the current one is full the previous one is forgotten, whose keys were idle
// for a whole generation.
type limiter struct {
	rate       Rate
	mu         sync.Mutex
	young, old map[string]*rate.Limiter
	wider      *limiter // of the next wider networks; nil for none
}

// newLimiter makes a limiter whose wider networks may ask for models.WiderBy times as much each.
func newLimiter(r Rate) *limiter {
	var narrowest *limiter
	rates := make([]Rate, models.NetworkWidths)
	for i := range rates {
		rates[i] = r
		if r.Burst *= models.WiderBy; r.PerSecond != rate.Inf {
			r.PerSecond *= models.WiderBy
		}
	}
	for _, r := range slices.Backward(rates) {
		narrowest = &limiter{rate: r, young: map[string]*rate.Limiter{}, wider: narrowest}
	}
	return narrowest
}

// take spends one request of a key. The error says when the next one is free.
func (l *limiter) take(c echo.Context, key string) error {
	now := time.Now()
	wait := l.spend(key, now)
	showQuota(c, l.bucket(key), now)
	return refuseUntil(wait)
}

// takeFor spends one request about a thing, "" for all, of each of the client's networks, or none where one of them has
// none left.
func (l *limiter) takeFor(c echo.Context, thing string) error {
	now := time.Now()
	var taken []*rate.Reservation
	for _, network := range models.Networks(c.RealIP()) {
		bucket := l.bucket(thing + " " + network)
		reservation := bucket.ReserveN(now, 1)
		taken = append(taken, reservation)
		if wait := reservation.DelayFrom(now); wait > 0 {
			for _, r := range taken {
				r.CancelAt(now)
			}
			showQuota(c, bucket, now)
			return refuseUntil(wait)
		}
		showQuota(c, bucket, now)
		l = l.wider
	}
	return nil
}

// refuseUntil is the error of a request that must wait; nil where it need not.
func refuseUntil(wait time.Duration) error {
	if wait <= 0 {
		return nil
	}
	seconds := int(math.Ceil(wait.Seconds()))
	e := refuse(models.CodeTooMany, "http.too_many", "seconds", seconds)
	e.RetryAfter = seconds
	return e
}

// spend returns how long the key must wait, 0 if it need not.
func (l *limiter) spend(key string, now time.Time) time.Duration {
	reservation := l.bucket(key).ReserveN(now, 1)
	wait := reservation.DelayFrom(now)
	if wait > 0 {
		reservation.CancelAt(now)
	}
	return wait
}

func (l *limiter) bucket(key string) *rate.Limiter {
	l.mu.Lock()
	defer l.mu.Unlock()
	if b := l.young[key]; b != nil {
		return b
	}
	b := l.old[key]
	if b == nil {
		b = rate.NewLimiter(l.rate.PerSecond, l.rate.Burst)
	}
	if len(l.young) >= limiterKeys {
		l.old, l.young = l.young, map[string]*rate.Limiter{}
	}
	l.young[key] = b
	return b
}

func accountKey(p models.Player) string { return strconv.FormatInt(p.ID, 10) }

// addressKey is the narrowest of the client's networks.
func addressKey(c echo.Context) string { return models.Networks(c.RealIP())[0] }

func emailKey(address string) string { return strings.ToLower(strings.TrimSpace(address)) }

// byAddress limits an operation by the client's address.
func byAddress(l *limiter) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			if err := l.takeFor(c, ""); err != nil {
				return err
			}
			return next(c)
		}
	}
}
