package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"golang.org/x/time/rate"

	"turnpost/api"
	"turnpost/models"
)

// rateSetting is a limit such as `20/s:200`: 20 a second in the long run and 200 at once. The unit is s, m, h or d.
// `off` is no limit.
type rateSetting api.Rate

// maxRate is the maximum of both numbers of a limit.
const maxRate = 1_000_000

var rateTimes = map[string]float64{"s": 1, "m": 60, "h": 3600, "d": 86400}

// UnmarshalText parses a limit.
func (r *rateSetting) UnmarshalText(text []byte) error {
	if string(text) == "off" {
		*r = rateSetting{PerSecond: rate.Inf, Burst: 1}
		return nil
	}
	long, burst, ok := strings.Cut(string(text), ":")
	number, unit, ok2 := strings.Cut(long, "/")
	perUnit, err := strconv.ParseFloat(number, 64)
	seconds, known := rateTimes[unit]
	atOnce, err2 := strconv.Atoi(burst)
	if !ok || !ok2 || err != nil || err2 != nil || !known {
		return fmt.Errorf("%q is no limit of the form 20/s:200 (long run:at once; s, m, h or d), or off", text)
	}
	if math.IsNaN(perUnit) || perUnit <= 0 || perUnit > maxRate || atOnce < 1 || atOnce > maxRate {
		return fmt.Errorf("%q: both numbers of a limit must be above 0 and at most %d", text, maxRate)
	}
	*r = rateSetting{PerSecond: rate.Limit(perUnit / seconds), Burst: atOnce}
	return nil
}

// boundSetting is written as a rateSetting: `8/h:8` is 8 at once, and as many again within an hour.
type boundSetting models.Bound

// maxBoundTime is the maximum time in which a used allowance comes back.
const maxBoundTime = 366 * 24 * time.Hour

// UnmarshalText parses a bound.
func (b *boundSetting) UnmarshalText(text []byte) error {
	var r rateSetting
	if err := r.UnmarshalText(text); err != nil {
		return err
	}
	if r.PerSecond == rate.Inf {
		*b = boundSetting{Count: -1}
		return nil
	}
	seconds := float64(r.Burst) / float64(r.PerSecond)
	if seconds > maxBoundTime.Seconds() {
		return fmt.Errorf("%q: it would take more than a year until %d are there again", text, r.Burst)
	}
	per := time.Duration(math.Round(seconds*1000)) * time.Millisecond
	*b = boundSetting{Count: r.Burst, Per: max(per, time.Duration(r.Burst)*time.Millisecond)}
	return nil
}

// countSetting is a number from 1 to maxRate, or -1 for `off`.
type countSetting int

// UnmarshalText parses a count.
func (c *countSetting) UnmarshalText(text []byte) error {
	if string(text) == "off" {
		*c = -1
		return nil
	}
	n, err := strconv.Atoi(string(text))
	if err != nil || n < 1 || n > maxRate {
		return fmt.Errorf("%q is no number from 1 to %d, or off", text, maxRate)
	}
	*c = countSetting(n)
	return nil
}
