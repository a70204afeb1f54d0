package api

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"net/url"
	"slices"
	"testing"
	"time"

	"turnpost/rules/rulestest/sample"
)

// season is a world in which players play random games over HTTP.
type season struct {
	*world
	random *rand.Rand
	names  []string
	tokens []string
}

// openings are turns of both sides by variant.
var openings = map[string][2]string{"7x7": {"d1-c1", "d3-c3"}, "11x11": {"a4-a3", "f4-e4"}}

// begin begins a game of two players and plays a number of turns, at most two.
func (s *season) begin(first, second int, variant, pace string, rated bool, turns int) string {
	s.t.Helper()
	c := decoded[Challenge](s.call("POST", "/v1/challenges").as(s.tokens[first]).json(fmt.Sprintf(
		`{"ruleset":"hnefatafl","variant":%q,"opponent":%q,"seat":"first","pace":%q,"rated":%v}`,
		variant, s.names[second], pace, rated)).do().want(201))
	id := decoded[Game](s.call("POST", "/v1/challenges/"+c.ID+"/accept").as(s.tokens[second]).do().want(201)).ID
	for i := range turns {
		mover := s.tokens[[]int{first, second}[i]]
		s.call("POST", "/v1/games/"+id+"/turns").as(mover).text(openings[variant][i]).do().want(201)
	}
	return id
}

// end ends a game in one of the ways in which players do.
func (s *season) end(id string, first, second int) {
	s.t.Helper()
	loser, other := s.tokens[first], s.tokens[second]
	if s.random.IntN(2) == 0 {
		loser, other = other, loser
	}
	if s.random.IntN(6) > 0 {
		s.call("POST", "/v1/games/"+id+"/resign").as(loser).do().want(200)
		return
	}
	s.call("POST", "/v1/games/"+id+"/draw").as(loser).json(`{"action":"offer"}`).do().want(200)
	s.call("POST", "/v1/games/"+id+"/draw").as(other).json(`{"action":"accept"}`).do().want(200)
}

// runOut lets an hour pass with a server that runs, and so the clocks of quick games.
func (s *season) runOut() {
	s.t.Helper()
	s.Mails() // a clock starts when its mail is sent
	for range 17 {
		s.Clock.Advance(4 * time.Minute)
		if _, err := s.SweepClocks(s.t.Context()); err != nil {
			s.t.Fatal(err)
		}
	}
}

// play plays one game, or several that one player leaves.
func (s *season) play() {
	s.t.Helper()
	s.Clock.Advance(time.Duration(s.random.IntN(30*3600*1000)) * time.Millisecond)
	order := s.random.Perm(len(s.names))
	if last := len(order) - 1; s.random.IntN(12) > 0 { // this player plays too seldom to be ranked
		order = slices.DeleteFunc(order, func(i int) bool { return i == last })
	}
	first, second := order[0], order[1]
	variant := "7x7"
	if s.random.IntN(6) == 0 {
		variant = "11x11"
	}
	switch s.random.IntN(12) {
	case 0:
		for _, other := range order[1 : 2+s.random.IntN(3)] {
			s.begin(first, other, variant, "1h", true, []int{2, 2, 2, 1}[s.random.IntN(4)])
		}
		s.runOut()
	case 1:
		s.end(s.begin(first, second, variant, "60d", false, 2), first, second)
	case 2:
		id := s.begin(first, second, variant, "60d", true, s.random.IntN(2))
		s.call("POST", "/v1/games/"+id+"/abort").as(s.tokens[second]).do().want(200)
	case 3:
		s.end(s.begin(first, second, variant, "60d", true, 1), first, second)
	default:
		s.end(s.begin(first, second, variant, "60d", true, 2), first, second)
	}
}

// games returns all finished games in the order in which they are rated.
func (s *season) games() (all []Game) {
	s.t.Helper()
	for _, status := range []string{"finished", "aborted"} {
		for cursor := ""; ; {
			list := decoded[GameList](s.call("GET", "/v1/games?limit=50&status="+status+"&cursor="+cursor).do().want(200))
			all = append(all, list.Games...)
			if list.Next == nil {
				break
			}
			cursor = url.QueryEscape(*list.Next)
		}
	}
	slices.SortFunc(all, func(a, b Game) int {
		return cmp.Or(a.FinishedAt.Compare(*b.FinishedAt), cmp.Compare(a.ID, b.ID))
	})
	return all
}

// turns returns the turns that players have sent, by name, and the number of seats that have played, by game.
func (s *season) turns(games []Game) (own map[string][]time.Time, seats map[string]int) {
	s.t.Helper()
	own, seats = map[string][]time.Time{}, map[string]int{}
	for _, g := range games {
		played := map[string]bool{}
		for _, turn := range decoded[TurnList](s.call("GET", "/v1/games/"+g.ID+"/turns").do().want(200)).Turns {
			played[turn.Seat] = true
			for _, p := range g.Players {
				if p.Seat == turn.Seat && turn.Via != "plan" {
					own[p.Name] = append(own[p.Name], turn.At)
				}
			}
		}
		seats[g.ID] = len(played)
	}
	return own, seats
}

// equalRatings reports whether two ratings differ by at most a tolerance.
func equalRatings(got Rating, want glicko, most float64) bool {
	return math.Abs(got.Rating-want.r) <= most && math.Abs(got.Deviation-want.rd) <= most &&
		math.Abs(got.Volatility-want.vol) <= most
}

// The tolerances of ratings that are computed from those before, and from the beginning of the season. The iteration
// for the volatility ends at 1e-9, and the remaining error grows from game to game.
const (
	stepTolerance  = 1e-9
	chainTolerance = 1e-6
)

// TestSeasonOverHTTP plays a season and computes every decision, rating and ranking again from what the API says.
func TestSeasonOverHTTP(t *testing.T) {
	sample.Whole(t, "plays a season")
	s := &season{world: newWorld(t), random: rand.New(rand.NewPCG(22, 7))}
	for i := range 8 {
		s.names = append(s.names, "player-"+string(rune('a'+i)))
		s.tokens = append(s.tokens, s.player(s.names[i]))
	}
	for range 220 {
		s.play()
	}
	games := s.games()
	own, seats := s.turns(games)
	again, steps, causes := newRecomputed(own), newRecomputed(own), map[string]int{}
	ends := map[string]bool{}
	for _, g := range games {
		for _, p := range g.Players {
			key := p.Name + g.FinishedAt.String()
			if ends[key] {
				t.Errorf("two games of %s end at %s", p.Name, g.FinishedAt)
			}
			ends[key] = true
		}
		cause := ""
		if g.UnratedBecause != nil {
			cause = *g.UnratedBecause
		}
		causes[cause]++
		if cause == "unrated" { // as was agreed; it counts for nothing
			continue
		}
		if want := again.cause(g, seats[g.ID] == 2); cause != want || g.Rated != (want == "") {
			t.Fatalf("%s (%s) is unrated because %q, want %q", g.ID, g.Result.Reason, cause, want)
		}
		if cause != "" {
			if g.Rating[0] != nil || g.Rating[1] != nil {
				t.Errorf("%s is not rated and has ratings", g.ID)
			}
			continue
		}
		s.compare(g, again, chainTolerance)
		s.compare(g, steps, stepTolerance)
		steps.adopt(g)
	}
	for _, cause := range []string{"", "unrated", "aborted", "unplayed", "absent", "pair"} {
		if causes[cause] == 0 {
			t.Errorf("no game is unrated because %q: %v", cause, causes)
		}
	}
	s.checkProfiles(again)
	s.checkRankings(again)
}

// compare compares the ratings of a game.
func (s *season) compare(g Game, by *recomputed, most float64) {
	s.t.Helper()
	before, after := by.rate(g)
	for i := range before {
		r := g.Rating[i]
		if r == nil || !equalRatings(r.Before, before[i], most) || !equalRatings(r.After, after[i], most) {
			s.t.Fatalf("%s, %s: %+v, want %+v to %+v", g.ID, g.Players[i].Name, r, before[i], after[i])
		}
	}
}

// checkProfiles compares the ratings and histories of all players.
func (s *season) checkProfiles(again *recomputed) {
	s.t.Helper()
	round := func(x float64) int { return int(math.Floor(x + 0.5)) }
	for _, name := range s.names {
		p := decoded[Player](s.call("GET", "/v1/players/"+name).do().want(200))
		for _, r := range *p.Ratings {
			pool := r.Ruleset + " " + r.Variant
			want := again.of(name, pool)
			now := want.now(s.Clock.Now())
			if *r.Rating != round(now.r) || r.Deviation != round(now.rd) || r.Provisional != (now.rd > 110) ||
				r.Games != want.games {
				s.t.Errorf("%s in %s: %+v (%d), want %+v of %d games", name, pool, r, *r.Rating, now, want.games)
			}
			if history := s.history(name, r.Variant); !slices.Equal(history, want.finished) {
				s.t.Errorf("the history of %s in %s is %v, want %v", name, pool, history, want.finished)
			}
		}
	}
}

// history returns the rated games of a player, the oldest first, read by pages.
func (s *season) history(name, variant string) (ids []string) {
	s.t.Helper()
	for cursor := ""; ; {
		list := decoded[RatingList](s.call("GET", "/v1/players/"+name+"/ratings?ruleset=hnefatafl&limit=7&variant="+variant+
			"&cursor="+cursor).do().want(200))
		for _, g := range *list.Ratings {
			ids = append(ids, g.Game)
		}
		if list.Next == nil {
			slices.Reverse(ids)
			return ids
		}
		cursor = url.QueryEscape(*list.Next)
	}
}

// checkRankings compares rankings now and years later, read by pages of several sizes.
func (s *season) checkRankings(again *recomputed) {
	s.t.Helper()
	for _, wait := range []time.Duration{0, 90 * 24 * time.Hour, 5 * 365 * 24 * time.Hour} {
		s.Clock.Advance(wait)
		for variant := range openings {
			want := again.ranking("hnefatafl "+variant, s.Clock.Now())
			for _, limit := range []int{1, 2, 50} {
				if got := s.ranking(variant, limit); !slices.Equal(got, want) {
					s.t.Errorf("after %v the ranking of %s by %d is %v, want %v", wait, variant, limit, got, want)
				}
			}
			if wait == 0 && variant == "7x7" && (len(want) == 0 || len(want) == len(s.names)) {
				s.t.Errorf("%d players are ranked", len(want))
			}
		}
	}
}

// ranking returns the names of a ranking, read by pages of a size, and checks the places.
func (s *season) ranking(variant string, limit int) (names []string) {
	s.t.Helper()
	for cursor := ""; ; {
		list := decoded[Ranking](s.call("GET", fmt.Sprintf("/v1/rulesets/hnefatafl/ranking?variant=%s&limit=%d&cursor=%s",
			variant, limit, cursor)).do().want(200))
		for _, p := range list.Ranking {
			names = append(names, p.Player)
			if p.Place != len(names) {
				s.t.Errorf("%s has place %d, want %d", p.Player, p.Place, len(names))
			}
		}
		if list.Next == nil {
			return names
		}
		cursor = url.QueryEscape(*list.Next)
	}
}
