package rating

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"turnpost/rules/rulestest/sample"
)

// opponentOf computes a player's rating before a game from how their opponent's rating changed. Two of the three
// changed numbers give it: the information of the game, and its surprise.
func opponentOf(c change, score Score) Rating {
	phi, after := c.before.Deviation/scale, c.after.Deviation/scale
	information := 1/(after*after) - 1/(phi*phi)
	sum := (c.after.Rating - c.before.Rating) / scale / (after * after)
	var g, e float64
	switch score {
	case 1:
		g = sum + information/sum
		e = 1 - sum/g
	case 0:
		g = -sum - information/sum
		e = -sum / g
	default:
		g = 2 * math.Sqrt(information+sum*sum)
		e = 0.5 - sum/g
	}
	mu := (c.before.Rating-Initial.Rating)/scale - math.Log(e/(1-e))/g
	return Rating{
		Rating:    Initial.Rating + scale*mu,
		Deviation: scale * math.Pi * math.Sqrt((1/(g*g)-1)/3),
	}
}

type change struct{ before, after Rating }

// hidden is a player who hides their rating, and a game of theirs.
type hidden struct {
	Rating
	score Score // of the opponent
	change
}

// hiddenGame returns a random game.
func hiddenGame(random *rand.Rand) hidden {
	h := hidden{Rating: Rating{1200 + 600*random.Float64(), 45 + 60*random.Float64(), 0.06}}
	h.before = Rating{1200 + 600*random.Float64(), 45 + 60*random.Float64(), 0.06}
	h.score = []Score{0, 0.5, 1}[random.IntN(3)]
	h.after = h.before.Update(0, Result{h.Rating, h.score})
	return h
}

// The ratings of a player's opponents before and after a game give the player's own, as the package comment says.
func TestHiddenRatingFollowsFromTheOpponents(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 1))
	for range 1000 {
		h := hiddenGame(random)
		got := opponentOf(h.change, h.score)
		if math.Abs(got.Rating-h.Rating.Rating) > 1e-4 || math.Abs(got.Deviation-h.Deviation) > 1e-4 {
			t.Fatalf("%+v follows from %+v, want %+v", got, h.change, h.Rating)
		}
	}
}

// To omit the game itself hides nothing: the games before and after it give the same numbers.
func TestHiddenRatingFollowsFromTheGamesAround(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 2))
	for range 1000 {
		last := Rating{1200 + 600*random.Float64(), 45 + 60*random.Float64(), 0.06}
		away, then := time.Duration(random.IntN(40))*day, time.Duration(1+random.IntN(40))*day
		h := hiddenGame(random)
		h.before = last.After(away)
		h.after = h.before.Update(0, Result{h.Rating, h.score})
		next := h.after.After(then) // what the next game shows
		grown := next.Volatility * next.Volatility * float64(then) / float64(period) * scale * scale
		around := change{last.After(away), next}
		around.after.Deviation = math.Sqrt(next.Deviation*next.Deviation - grown)
		got := opponentOf(around, h.score)
		if math.Abs(got.Rating-h.Rating.Rating) > 1e-3 || math.Abs(got.Deviation-h.Deviation) > 1e-3 {
			t.Fatalf("%+v follows from %+v, want %+v", got, around, h.Rating)
		}
	}
}

// possible returns the least and the greatest rating of a player that fit the rounded ratings of opponents.
func possible(games []hidden) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for r := 700.0; r <= 2300; r += 5 {
		for deviation := 30.0; deviation <= 110; deviation += 10 {
			fits := true
			for _, h := range games {
				whole := func(r Rating) Rating {
					return Rating{float64(r.Shown()), float64(r.ShownDeviation()), r.Volatility}
				}
				before, after := whole(h.before), whole(h.after)
				want := before.Update(0, Result{Rating{r, deviation, 0.06}, h.score})
				fits = fits && math.Abs(want.Rating-after.Rating) <= 1.2 && math.Abs(want.Deviation-after.Deviation) <= 1
			}
			if fits {
				low, high = min(low, r), max(high, r)
			}
		}
	}
	return low, high
}

// Rounding hides little: some 140 points are possible after one game, some 20 after thirty.
func TestHiddenRatingFollowsFromRoundedOnes(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	for n, want := range map[int]float64{1: 140, 30: 20} {
		players := sample.Count(20, 4)
		sum := 0.0
		for range players {
			player := hiddenGame(random).Rating
			games := make([]hidden, n)
			for i := range games {
				games[i] = hiddenGame(random)
				games[i].Rating = player
				games[i].after = games[i].before.Update(0, Result{player, games[i].score})
			}
			low, high := possible(games)
			if player.Rating < low-5 || player.Rating > high+5 {
				t.Fatalf("%v is not within %v and %v", player.Rating, low, high)
			}
			sum += high - low
		}
		if mean := sum / float64(players); mean < want/2 || mean > 2*want {
			t.Errorf("%d games leave a range of %.0f, want about %v", n, mean, want)
		}
	}
}
