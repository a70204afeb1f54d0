package api

import (
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"
	"golang.org/x/time/rate"
)

// Headers that say how much a client may still ask for.
const (
	headerRateLimit     = "RateLimit-Limit"
	headerRateRemaining = "RateLimit-Remaining"
	headerRateReset     = "RateLimit-Reset"
)

// quota is what a client has left of a limit.
type quota struct {
	limit, remaining int
	reset            int // seconds until all of it is there again
}

// quotaOf is what is left in a bucket of a limit; limited is false where there is no limit.
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

// showQuota tells a program what is left of a limit that its request counts against: of several limits, of the one
// with the fewest requests left.
func showQuota(c echo.Context, bucket *rate.Limiter, now time.Time) {
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
