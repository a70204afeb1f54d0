package api

import (
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"
	"golang.org/x/time/rate"
)

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
