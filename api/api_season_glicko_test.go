package api

import (
	"cmp"
	"math"
	"slices"
	"time"
)

// An independent computation of ratings from what the API shows. It shares no code with the program.

// glicko is a rating, its deviation and its volatility.
type glicko struct{ r, rd, vol float64 }

var newcomer = glicko{1500, 350, 0.06}

const glickoScale = 173.7178

// waited returns a rating after some time without games, in periods of 7 days.
func (g glicko) waited(d time.Duration) glicko {
	if periods := d.Hours() / (7 * 24); periods > 0 {
		spread := glickoScale * g.vol
		g.rd = math.Min(350, math.Sqrt(g.rd*g.rd+spread*spread*periods))
	}
	return g
}

// played returns a rating after one game.
func (g glicko) played(o glicko, score float64) glicko {
	mu, phi, oMu, oPhi := (g.r-1500)/glickoScale, g.rd/glickoScale, (o.r-1500)/glickoScale, o.rd/glickoScale
	weight := 1 / math.Sqrt(1+3*oPhi*oPhi/math.Pi/math.Pi)
	expected := 1 / (1 + math.Exp(-weight*(mu-oMu)))
	v := 1 / (weight * weight * expected * (1 - expected))
	delta := v * weight * (score - expected)
	g.vol = newVolatility(g.vol, delta, phi, v)
	phi = 1 / math.Sqrt(1/phi/phi+1/v)
	g.r += glickoScale * phi * phi * weight * (score - expected)
	g.rd = math.Min(350, math.Max(30, phi*glickoScale))
	return g
}

// newVolatility finds the root of the paper's function by the steps of the paper.
func newVolatility(vol, delta, phi, v float64) float64 {
	const tau, epsilon = 0.5, 1e-9
	a := math.Log(vol * vol)
	f := func(x float64) float64 {
		e := math.Exp(x)
		d := phi*phi + v + e
		return e*(delta*delta-phi*phi-v-e)/(2*d*d) - (x-a)/tau/tau
	}
	left, right := a, 0.0
	if delta*delta > phi*phi+v {
		right = math.Log(delta*delta - phi*phi - v)
	} else {
		k := 1.0
		for f(a-k*tau) < 0 {
			k++
		}
		right = a - k*tau
	}
	fLeft, fRight := f(left), f(right)
	for math.Abs(right-left) > epsilon {
		next := left + (left-right)*fLeft/(fRight-fLeft)
		fNext := f(next)
		if fNext*fRight <= 0 {
			left, fLeft = right, fRight
		} else {
			fLeft /= 2
		}
		right, fRight = next, fNext
	}
	return math.Exp(left / 2)
}

// member is a player in a pool.
type member struct{ name, pool string }

// ratedMember is what is known of a member.
type ratedMember struct {
	glicko
	at       time.Time
	games    int
	strong   map[string]bool // established opponents
	finished []string        // the rated games, in order
}

func (r *ratedMember) now(at time.Time) glicko {
	if r.games == 0 {
		return newcomer
	}
	return r.waited(at.Sub(r.at))
}

// recomputed is a season as it follows from its games.
type recomputed struct {
	members map[member]*ratedMember
	pairs   map[[3]string][]time.Time
	lost    map[string]time.Time // the last rated loss by time of a player
	own     map[string][]time.Time
}

// newRecomputed takes the turns of all games by player, without those that plans have played.
func newRecomputed(own map[string][]time.Time) *recomputed {
	return &recomputed{map[member]*ratedMember{}, map[[3]string][]time.Time{}, map[string]time.Time{}, own}
}

func (s *recomputed) of(name, pool string) *ratedMember {
	key := member{name, pool}
	if s.members[key] == nil {
		s.members[key] = &ratedMember{glicko: newcomer, strong: map[string]bool{}}
	}
	return s.members[key]
}

// cause returns why a game is not rated, "" if it is. played says whether both sides have played.
func (s *recomputed) cause(g Game, played bool) string {
	names, loser := [2]string{g.Players[0].Name, g.Players[1].Name}, ""
	if g.Result.Winner != nil {
		loser = names[1]
		if g.Players[1].Seat == *g.Result.Winner {
			loser = names[0]
		}
	}
	at := *g.FinishedAt
	pair := [3]string{names[0], names[1], g.Ruleset + " " + g.Variant}
	slices.Sort(pair[:2])
	recent := 0
	for _, t := range s.pairs[pair] {
		if t.After(at.Add(-30 * 24 * time.Hour)) {
			recent++
		}
	}
	lost, absent := s.lost[loser]
	for _, t := range s.own[loser] {
		absent = absent && (!t.After(lost) || t.After(at))
	}
	switch timeout := g.Result.Reason == "timeout"; {
	case g.Result.Reason == "aborted":
		return "aborted"
	case !played:
		return "unplayed"
	case timeout && absent:
		return "absent"
	case recent >= 4:
		return "pair"
	case timeout:
		s.lost[loser] = at
	}
	s.pairs[pair] = append(s.pairs[pair], at)
	return ""
}

// rate rates a game and returns the ratings before and after it.
func (s *recomputed) rate(g Game) (before, after [2]glicko) {
	score, pool, at := 0.5, g.Ruleset+" "+g.Variant, *g.FinishedAt
	if g.Result.Winner != nil {
		score = 0
		if *g.Result.Winner == g.Players[0].Seat {
			score = 1
		}
	}
	sides := [2]*ratedMember{s.of(g.Players[0].Name, pool), s.of(g.Players[1].Name, pool)}
	before = [2]glicko{sides[0].now(at), sides[1].now(at)}
	after = [2]glicko{before[0].played(before[1], score), before[1].played(before[0], 1-score)}
	for i, side := range sides {
		side.glicko, side.at = after[i], at
		side.games++
		side.finished = append(side.finished, g.ID)
		if before[1-i].rd <= 110 {
			side.strong[g.Players[1-i].Name] = true
		}
	}
	return before, after
}

// adopt replaces the ratings after a game by those that the API says.
func (s *recomputed) adopt(g Game) {
	for i, p := range g.Players {
		r := g.Rating[i].After
		s.of(p.Name, g.Ruleset+" "+g.Variant).glicko = glicko{r.Rating, r.Deviation, r.Volatility}
	}
}

// ranking lists the names of a pool's ranking at an instant, the strongest first.
func (s *recomputed) ranking(pool string, at time.Time) (names []string) {
	for key, r := range s.members {
		if key.pool == pool && r.games >= 10 && len(r.strong) >= 5 && r.now(at).rd <= 110 {
			names = append(names, key.name)
		}
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Compare(s.of(b, pool).r, s.of(a, pool).r) })
	return names
}
