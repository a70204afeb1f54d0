package api

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"turnpost/rules/rulestest/sample"
)

// restingPlayer is a player with days off, and what the API has said about their vacations.
type restingPlayer struct {
	name, token string
	zone        *time.Location
	off         []string // that count for turns which begin now
	next        []string // that count for turns which begin from nextAt on, unless it is zero
	nextAt      time.Time
	met         bool // they have had a game
	auto        bool
	away        []Away
}

// counts returns the days off that count for turns which begin at an instant.
func (p *restingPlayer) counts(at time.Time) []string {
	if !p.nextAt.IsZero() && !at.Before(p.nextAt) {
		return p.next
	}
	return p.off
}

// choose chooses days off at an instant: fewer count at once, as do any before the first game, and others for turns
// that begin 14 days later.
func (p *restingPlayer) choose(days []string, at time.Time) {
	now := p.counts(at)
	waits := !p.nextAt.IsZero() && at.Before(p.nextAt)
	added := slices.ContainsFunc(days, func(day string) bool { return !slices.Contains(now, day) })
	switch same := waits && slices.Equal(slices.Sorted(slices.Values(days)), slices.Sorted(slices.Values(p.next))); {
	case !p.met || !added:
		p.off, p.nextAt = days, time.Time{}
	case !same:
		p.off, p.next, p.nextAt = now, days, at.Add(14*24*time.Hour)
	}
}

// runningGame is a game with what decides about its clock. The days off are those of when the turn began.
type runningGame struct {
	id      string
	pace    time.Duration
	players [2]*restingPlayer
	plies   int
	since   time.Time
	off     []string
}

func (g *runningGame) mover() *restingPlayer { return g.players[g.plies%2] }

// stands returns when the clock of the mover goes on, and whether it is stopped at an instant.
func (g *runningGame) stands(at time.Time) (until time.Time, is bool) {
	p := g.mover()
	for _, away := range p.away {
		if !at.Before(away.From) && at.Before(away.Until) {
			return away.Until, true
		}
	}
	local := at.In(p.zone)
	if slices.Contains(g.off, strings.ToLower(local.Weekday().String()[:3])) {
		return time.Date(local.Year(), local.Month(), local.Day()+1, 0, 0, 0, 0, p.zone), true
	}
	return at, false
}

// runsUntil returns how long the clock runs on at an instant at which it runs.
func (g *runningGame) runsUntil(at time.Time) time.Time {
	local := at.In(g.mover().zone)
	next := time.Date(local.Year(), local.Month(), local.Day()+1, 0, 0, 0, 0, g.mover().zone)
	for _, away := range g.mover().away {
		if away.From.After(at) && away.From.Before(next) {
			next = away.From
		}
	}
	return next
}

// deadline counts the time of the turn, stretch by stretch.
func (g *runningGame) deadline() time.Time {
	at, left := g.since, g.pace
	for {
		if until, stands := g.stands(at); stands {
			at = until
			continue
		}
		next := g.runsUntil(at)
		if at.Add(left).Before(next) {
			return at.Add(left)
		}
		left -= next.Sub(at)
		at = next
	}
}

// restingSeason is some weeks in which a server runs without a pause.
type restingSeason struct {
	*world
	random  *rand.Rand
	players []*restingPlayer
	games   []*runningGame
	ends    map[string]int // of games, by reason
}

// TestDeadlinesOverHTTP plays three weeks with days off and vacations that begin by themselves, and computes every
// deadline again from the settings, the times of turns and the vacations that the API shows.
func TestDeadlinesOverHTTP(t *testing.T) {
	sample.Whole(t, "plays a season")
	s := &restingSeason{world: newWorld(t), random: rand.New(rand.NewPCG(22, 9)), ends: map[string]int{}}
	for i, zone := range []string{"UTC", "Europe/Warsaw", "America/New_York", "Pacific/Auckland"} {
		location, err := time.LoadLocation(zone)
		if err != nil {
			t.Fatal(err)
		}
		p := &restingPlayer{name: "player-" + string(rune('a'+i)), zone: location, auto: i%2 == 0}
		p.token = s.player(p.name)
		s.patch(p, fmt.Sprintf(`{"time_zone":%q,"auto_vacation":%v}`, zone, p.auto))
		s.rest(p)
		s.players = append(s.players, p)
	}
	for range 200 {
		for len(s.games) < 8 {
			s.begin()
		}
		s.pass()
		s.act()
		s.check()
	}
	vacations := 0
	for _, p := range s.players {
		vacations += len(p.away)
		if !p.auto && len(p.away) > 0 {
			t.Errorf("%s is away: %v", p.name, p.away)
		}
	}
	if vacations < 2 || s.ends["timeout"] == 0 {
		t.Errorf("%d vacations began, and games ended by %v", vacations, s.ends)
	}
}

func (s *restingSeason) patch(p *restingPlayer, body string) {
	s.t.Helper()
	s.call("PATCH", "/v1/me").as(p.token).json(body).do().want(200)
}

// rest gives a player other days off, at most two.
func (s *restingSeason) rest(p *restingPlayer) {
	s.t.Helper()
	week := []string{"mon", "tue", "wed", "thu", "fri", "sat", "sun"}
	s.random.Shuffle(len(week), func(i, j int) { week[i], week[j] = week[j], week[i] })
	days := slices.Clone(week[:s.random.IntN(3)])
	quoted := make([]string, len(days))
	for i, day := range days {
		quoted[i] = fmt.Sprintf("%q", day)
	}
	p.choose(days, s.Clock.Now())
	s.patch(p, `{"days_off":[`+strings.Join(quoted, ",")+`]}`)
}

func (s *restingSeason) begin() {
	s.t.Helper()
	order := s.random.Perm(len(s.players))
	g := &runningGame{
		pace:    time.Duration(12+s.random.IntN(30)) * time.Hour,
		players: [2]*restingPlayer{s.players[order[0]], s.players[order[1]]},
	}
	c := decoded[Challenge](s.call("POST", "/v1/challenges").as(g.players[0].token).json(fmt.Sprintf(
		`{"ruleset":"hnefatafl","variant":"7x7","opponent":%q,"seat":"first","pace":"%dh"}`,
		g.players[1].name, int(g.pace.Hours()))).do().want(201))
	begun := decoded[Game](s.call("POST", "/v1/challenges/"+c.ID+"/accept").as(g.players[1].token).do().want(201))
	g.id, g.since, g.off = begun.ID, begun.CreatedAt, g.players[0].counts(begun.CreatedAt)
	g.players[0].met, g.players[1].met = true, true
	s.games = append(s.games, g)
	s.Mails()
}

// pass lets up to six hours pass with a server that runs.
func (s *restingSeason) pass() {
	s.t.Helper()
	for range 1 + s.random.IntN(90) {
		s.Clock.Advance(time.Duration(180_000+s.random.IntN(60_000)) * time.Millisecond)
		if _, err := s.SweepClocks(s.t.Context()); err != nil {
			s.t.Fatal(err)
		}
	}
	s.Mails()
	for _, p := range s.players {
		me := decoded[Me](s.call("GET", "/v1/me").as(p.token).do().want(200))
		if me.Away != nil && !slices.ContainsFunc(p.away, func(a Away) bool { return a.From.Equal(me.Away.From) }) {
			p.away = append(p.away, *me.Away)
		}
	}
}

// act lets somebody play, and sometimes change their days off in the middle of their turns.
func (s *restingSeason) act() {
	s.t.Helper()
	if s.random.IntN(3) == 0 {
		s.rest(s.players[s.random.IntN(len(s.players))])
	}
	g := s.games[s.random.IntN(len(s.games))]
	path := "/v1/games/" + g.id
	if decoded[Game](s.call("GET", path).do().want(200)).Status != "ongoing" {
		return
	}
	if g.plies == 4 { // before a position is repeated
		s.call("POST", path+"/resign").as(g.mover().token).do().want(200)
		return
	}
	turn := []string{"d1-c1", "d3-c3", "c1-d1", "c3-d3"}[g.plies]
	played := decoded[Game](s.call("POST", path+"/turns").as(g.mover().token).text(turn).do().want(201))
	g.plies++
	g.since, g.off = played.LastTurn.At, g.mover().counts(played.LastTurn.At)
	s.Mails()
}

// check compares the deadlines of all games, and forgets those that are over.
func (s *restingSeason) check() {
	s.t.Helper()
	s.games = slices.DeleteFunc(s.games, func(g *runningGame) bool {
		game, want := decoded[Game](s.call("GET", "/v1/games/"+g.id).do().want(200)), g.deadline()
		if game.Status == "ongoing" {
			if game.Deadline == nil || !game.Deadline.Equal(want) || !want.After(s.Clock.Now()) {
				s.t.Fatalf("at %v, ply %d of %s (%v, days off %v, away %v) is due %v, want %v",
					s.Clock.Now(), g.plies, g.mover().name, g.pace, g.off, g.mover().away, game.Deadline, want)
			}
			return false
		}
		s.ends[game.Result.Reason]++
		late := game.FinishedAt.Sub(want)
		if game.Result.Reason != "resignation" && (g.mover().auto || late < 0 || late > 4*time.Minute) {
			s.t.Errorf("%s ended by %s at %v, %v after the deadline of %s",
				g.id, game.Result.Reason, game.FinishedAt, late, g.mover().name)
		}
		return true
	})
}
