package api

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/labstack/echo/v4"
	"golang.org/x/time/rate"

	"turnpost/models"
	"turnpost/models/bounded"
	"turnpost/models/networks"
)

// Rate limits requests to an average per second and a burst. The zero value means the default;
// rate.Inf disables the limit.
type Rate struct {
	PerSecond rate.Limit
	Burst     int
}

// Limits bound the requests of one caller. They are kept in memory, separately in each process. An address is an IPv4
// address or a 64-bit IPv6 network; the wider networks that contain it are limited too, see networks.Prefixes.
type Limits struct {
	Account  Rate // requests by one account
	Address  Rate // requests without a token from one address
	SignIn   Rate // registrations, codes and tokens from one address
	Guesses  Rate // sign-ins for one email address from one address; the store limits the mails with codes
	Analysis Rate // analyses and verified records from one address
	Export   Rate // exports of one account
	Heavy    int  // concurrent analyses, verified records and pictures; 0 means two for each processor
}

type limiters struct {
	account, address, signIn, guesses, analysis, export *limiter
}

// DefaultLimits returns the limits that replace zero values.
func DefaultLimits() Limits {
	return Limits{
		Account: Rate{20, 200}, Address: Rate{20, 200}, SignIn: Rate{0.2, 30}, Guesses: Rate{1.0 / 60, 10},
		Analysis: Rate{10, 60}, Export: Rate{3.0 / (24 * 60 * 60), 3},
	}
}

func newLimiters(l Limits) *limiters {
	d := DefaultLimits()
	return &limiters{
		account:  newLimiter(cmp.Or(l.Account, d.Account)),
		address:  newLimiter(cmp.Or(l.Address, d.Address)),
		signIn:   newLimiter(cmp.Or(l.SignIn, d.SignIn)),
		guesses:  newLimiter(cmp.Or(l.Guesses, d.Guesses)),
		analysis: newLimiter(cmp.Or(l.Analysis, d.Analysis)),
		export:   newLimiter(cmp.Or(l.Export, d.Export)),
	}
}

// refused returns how many requests each limit in memory has refused, by the name of the limit.
func (s *server) refused() map[string]int64 {
	l := s.limits
	return map[string]int64{
		"requests_of_account": l.account.refused.Load(), "requests_of_address": l.address.refused.Load(),
		"sign_in": l.signIn.refused.Load(), "guesses": l.guesses.refused.Load(),
		"analysis": l.analysis.refused.Load(), "export": l.export.refused.Load(),
		"heavy": s.heavy.refused.Load(),
	}
}

// limiterKeys is the maximum number of callers that a limiter remembers.
const limiterKeys = 20_000

// limiter keeps a token bucket for each key. A bucket that is evicted was idle while as many others were used as half
// of the limit.
type limiter struct {
	rate    Rate
	refused atomic.Int64 // requests, of this and the wider networks
	buckets *bounded.Cache[string, *rate.Limiter]
	wider   *limiter // the limiter of the next wider networks; nil for the widest
}

// newLimiter makes a limiter. Each wider network gets networks.WiderBy times the rate of the next narrower one.
func newLimiter(r Rate) *limiter {
	var narrowest *limiter
	rates := make([]Rate, networks.Widths)
	for i := range rates {
		rates[i] = r
		if r.Burst *= networks.WiderBy; r.PerSecond != rate.Inf {
			r.PerSecond *= networks.WiderBy
		}
	}
	for _, r := range slices.Backward(rates) {
		narrowest = &limiter{rate: r, buckets: bounded.New[string, *rate.Limiter](limiterKeys, nil), wider: narrowest}
	}
	return narrowest
}

// take spends one request of a key. The error says when the next request is allowed.
func (l *limiter) take(c echo.Context, key string) error {
	now, bucket := time.Now(), l.bucket(key)
	wait := spend(bucket, now)
	setQuota(c, bucket, now)
	if wait > 0 {
		l.refused.Add(1)
	}
	return refuseFor(wait)
}

// takeFor spends one request for a subject, or for all subjects if it is "", from the limit of each network of the
// client. If one limit is exhausted, none is charged.
func (l *limiter) takeFor(c echo.Context, thing string) error {
	now, first := time.Now(), l
	var taken []*rate.Reservation
	for _, network := range networks.Prefixes(c.RealIP()) {
		bucket := l.bucket(thing + " " + network)
		reservation := bucket.ReserveN(now, 1)
		taken = append(taken, reservation)
		if wait := reservation.DelayFrom(now); wait > 0 {
			for _, r := range taken {
				r.CancelAt(now)
			}
			setQuota(c, bucket, now)
			first.refused.Add(1)
			return refuseFor(wait)
		}
		setQuota(c, bucket, now)
		l = l.wider
	}
	return nil
}

// refuseFor returns the error of a request that must wait, or nil if the wait is 0.
func refuseFor(wait time.Duration) error {
	if wait <= 0 {
		return nil
	}
	seconds := int(math.Ceil(wait.Seconds()))
	e := refuse(models.CodeTooMany, "http.too_many", "seconds", seconds)
	e.RetryAfter = seconds
	return e
}

// spend returns how long the key must wait; 0 means that the request is allowed.
func (l *limiter) spend(key string, now time.Time) time.Duration { return spend(l.bucket(key), now) }

func spend(bucket *rate.Limiter, now time.Time) time.Duration {
	if bucket.AllowN(now, 1) { // which allocates nothing
		return 0
	}
	reservation := bucket.ReserveN(now, 1)
	wait := reservation.DelayFrom(now)
	if wait > 0 {
		reservation.CancelAt(now)
	}
	return wait
}

func (l *limiter) bucket(key string) *rate.Limiter {
	return l.buckets.GetOrPut(key, func() *rate.Limiter { return rate.NewLimiter(l.rate.PerSecond, l.rate.Burst) })
}

func accountKey(p models.Player) string { return strconv.FormatInt(p.ID, 10) }

// addressKey returns the narrowest network of the client.
func addressKey(c echo.Context) string { return networks.Prefixes(c.RealIP())[0] }

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

// Headers that report the remaining quota, as net/http writes them.
const (
	headerRateLimit     = "Ratelimit-Limit"
	headerRateRemaining = "Ratelimit-Remaining"
	headerRateReset     = "Ratelimit-Reset"
)

// quota is the state of a rate limit for one client.
type quota struct {
	limit, remaining int
	reset            int // seconds until the limit is fully replenished
}

// quotaOf returns the quota left in a bucket; limited is false if the limit is disabled.
func quotaOf(bucket *rate.Limiter, now time.Time) (q quota, limited bool) {
	perSecond, burst := bucket.Limit(), bucket.Burst()
	if perSecond == rate.Inf {
		return quota{}, false
	}
	tokens := bucket.TokensAt(now)
	return quota{
		limit: burst, remaining: max(0, int(tokens)),
		reset: int(math.Ceil((float64(burst) - tokens) / float64(perSecond))),
	}, true
}

// setQuota sets the quota headers. If several limits apply to a request, the one with the fewest remaining
// requests is shown.
func setQuota(c echo.Context, bucket *rate.Limiter, now time.Time) {
	q, limited := quotaOf(bucket, now)
	if !limited || !strings.HasPrefix(c.Request().URL.Path, "/v1/") {
		return
	}
	header := c.Response().Header()
	if other, err := strconv.Atoi(header.Get(headerRateRemaining)); err == nil && other <= q.remaining {
		return
	}
	header.Set(headerRateLimit, strconv.Itoa(q.limit))
	header.Set(headerRateRemaining, strconv.Itoa(q.remaining))
	header.Set(headerRateReset, strconv.Itoa(q.reset))
}
