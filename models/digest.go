package models

import (
	"cmp"
	"math"
	"slices"
	"time"

	"turnpost/rules"
)

// DefaultDigestHour is the hour of the digest for players who have set none.
const DefaultDigestHour = 8

// digestBundle is the bundle of what waits for a player's digest. Other notices are
// bundled by their game.
const digestBundle = "digest"

// digestHour is the hour of the player's day at which the digest is sent.
func (s Settings) digestHour() int {
	if s.DigestHour == nil {
		return DefaultDigestHour
	}
	return *s.DigestHour
}

// nextDigest is the first instant after t at which it is the digest's hour.
func nextDigest(t time.Time, hour int, zone *time.Location) time.Time {
	clock := time.Date(0, 1, 1, hour, 0, 0, 0, time.UTC).Format(minuteForm)
	for day := calendarDay(t, zone); ; day = day.AddDate(0, 0, 1) {
		if at := atClock(day, clock, zone); at.After(t) {
			return at
		}
	}
}

// digest is the content of many notices: the games that await the player first, the most
// urgent before the others, then the rest as it came.
func (s *Store) digest(c Claim, due []*Content) *Content {
	slices.SortStableFunc(due, func(a, b *Content) int { return cmp.Compare(a.urgency(), b.urgency()) })
	return &Content{Claim: c, To: due[0].To, Seat: rules.NoSeat, Secondary: due, epoch: due[0].epoch}
}

// urgency sorts the contents of a digest.
func (c *Content) urgency() int64 {
	if c.Awaits() {
		return c.Game.Deadline.UnixMilli()
	}
	return math.MaxInt64
}
