// Package rating computes the strength of players by Glicko-2, as in Glickman's paper of 2022-03-22, and decides which
// games count for it. It knows no rows: a Ledger rates a sequence of finished games, and the store rates single ones by
// the same functions.
//
// Rating periods are fractional. Before a game the deviation grows by the real time since the last rated game, and the
// update of the game adds no further growth. To treat each game as one period is wrong in both directions for slow
// games: 40 games a month leave a deviation of 66 instead of 57, and two years of absence leave 60 instead of 122.
//
// A player may hide their ratings, but not keep them secret: the formulas can be inverted. How one opponent's rating
// and deviation change in a game gives the player's own before it, to 1e-4 points. To
// leave that game out of the opponent's
// history would change nothing, because the games before and after it give the same numbers (to 1e-3), nor would
// rounding: the whole numbers on the profiles of established opponents leave a range of some 140 points after one game
// and 20 after 30. Only hiding every opponent's ratings would help. So each player's setting hides that player's
// numbers and nobody else's, and the settings and the page on privacy say what can be computed.
package rating

import (
	"math"
	"time"
)

// Rating is an estimate of a player's strength. A Deviation is the standard error of the estimate, and Volatility the
// expected change of strength in a period, in the units of the paper.
type Rating struct {
	Rating     float64 `json:"rating"`
	Deviation  float64 `json:"deviation"`
	Volatility float64 `json:"volatility"`
}

// Initial is the rating before the first rated game.
var Initial = Rating{Rating: 1500, Deviation: maxDeviation, Volatility: 0.06}

// Established is the deviation up to which a rating is not provisional.
const Established = 110

const (
	period       = 7 * 24 * time.Hour
	tau          = 0.5  // how fast the volatility changes
	epsilon      = 1e-9 // of the iteration for the volatility
	scale        = 173.7178
	minDeviation = 30
	maxDeviation = 350
)

// GrowthPerMilli is how much the square of a deviation grows in a millisecond, at a volatility of 1.
const GrowthPerMilli = scale * scale / float64(period/time.Millisecond)

// Score is the result of a game for one side: 1, 0.5 or 0.
type Score float64

// Result is one game of a period.
type Result struct {
	Opponent Rating
	Score    Score
}

// Provisional reports whether the rating is too uncertain for a ranking.
func (r Rating) Provisional() bool { return r.Deviation > Established }

// Shown returns the rating as players see it, rounded half up.
func (r Rating) Shown() int { return RoundHalfUp(r.Rating) }

// ShownDeviation returns the deviation as players see it, rounded half up.
func (r Rating) ShownDeviation() int { return RoundHalfUp(r.Deviation) }

// RoundHalfUp rounds to the nearest integer, and halves up.
func RoundHalfUp(x float64) int { return int(math.Floor(x + 0.5)) }

// After returns the rating after some time without rated games: the deviation has grown. A negative time counts as
// none.
func (r Rating) After(elapsed time.Duration) Rating {
	if elapsed <= 0 {
		return r
	}
	periods := float64(elapsed) / float64(period)
	phi := r.Deviation / scale
	r.Deviation = limit(scale * math.Sqrt(phi*phi+r.Volatility*r.Volatility*periods))
	return r
}

// Update returns the rating after games that are rated together. The opponents' ratings are those before the games.
// periods is how long the games took: 1 in the paper, 0 for a single game, before which the deviation has grown by
// After.
func (r Rating) Update(periods float64, games ...Result) Rating {
	mu, phi := (r.Rating-Initial.Rating)/scale, r.Deviation/scale
	var information, sum float64
	for _, game := range games {
		g := weight(game.Opponent.Deviation / scale)
		e := 1 / (1 + math.Exp(-g*(mu-(game.Opponent.Rating-Initial.Rating)/scale)))
		information += g * g * e * (1 - e)
		sum += g * (float64(game.Score) - e)
	}
	if information == 0 {
		return r.After(time.Duration(periods * float64(period)))
	}
	r.Volatility = volatility(r.Volatility, sum/information, phi, 1/information)
	phi = 1 / math.Sqrt(1/(phi*phi+r.Volatility*r.Volatility*periods)+information)
	r.Rating += scale * phi * phi * sum
	r.Deviation = limit(scale * phi)
	return r
}

// Play rates one game: score is the first player's. Both updates use the ratings before the game.
func Play(first, second Rating, score Score) (Rating, Rating) {
	return first.Update(0, Result{second, score}), second.Update(0, Result{first, 1 - score})
}

// limit keeps a deviation within its bounds.
func limit(deviation float64) float64 { return min(max(deviation, minDeviation), maxDeviation) }

// weight is g of the paper: how much a game counts against an opponent of a deviation.
func weight(phi float64) float64 { return 1 / math.Sqrt(1+3*phi*phi/(math.Pi*math.Pi)) }

// volatility finds the new volatility by the Illinois method, as step 5 of the paper.
func volatility(sigma, delta, phi, v float64) float64 {
	a := math.Log(sigma * sigma)
	f := func(x float64) float64 {
		e := math.Exp(x)
		d := phi*phi + v + e
		return e*(delta*delta-d)/(2*d*d) - (x-a)/(tau*tau)
	}
	low, high := a, math.Log(delta*delta-phi*phi-v)
	if delta*delta <= phi*phi+v {
		k := 1.0
		for f(a-k*tau) < 0 {
			k++
		}
		high = a - k*tau
	}
	fLow, fHigh := f(low), f(high)
	for math.Abs(high-low) > epsilon {
		x := low + (low-high)*fLow/(fHigh-fLow)
		fx := f(x)
		if fx*fHigh <= 0 {
			low, fLow = high, fHigh
		} else {
			fLow /= 2
		}
		high, fHigh = x, fx
	}
	return math.Exp(low / 2)
}
