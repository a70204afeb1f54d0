package store

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/play"
	"turnpost/rules"
	"turnpost/rules/rulestest/sample"
)

// A season: 200 games of 40 players in twelve time zones over half a year, with two changes
// of the clocks, a Christmas, an outage of the servers and some of the mail.
// Every deadline, reminder, credit, result and mail of the store is compared with the season's
// books.

var seasonSeed = flag.Uint64("season.seed", 2026, "what the players of the season do")

type season struct {
	*world
	rnd      *rand.Rand
	now      minute
	alive    minute // the servers' last heartbeat
	entrants []*entrant
	matches  []*match
	plans    map[minute][]func()
	touched  map[*match]bool              // to be compared
	outbox   []expectedNotice             // expected queued mail
	told     map[[2]*entrant]toldVacation // by reader and by whose it is
	ends     map[string]int               // number of games by result
	mails    map[models.Kind]int
}

var (
	// The servers' last heartbeat is at the start of an outage, the next one when it is over.
	serversDown = []span{{minuteOf("2026-12-23 20:00"), minuteOf("2026-12-24 05:00")}}
	mailDown    = []span{
		{minuteOf("2026-10-14 09:00"), minuteOf("2026-10-14 17:00")},
		{minuteOf("2026-12-23 17:00"), minuteOf("2026-12-24 06:30")},
		{minuteOf("2026-12-27 08:00"), minuteOf("2026-12-27 17:00")},
		{minuteOf("2027-01-07 06:00"), minuteOf("2027-01-07 22:00")}, // longer than some have for a turn
	}
	seasonZones = []string{
		"UTC", "Europe/Warsaw", "Europe/London", "America/New_York", "America/Havana", "America/St_Johns",
		"Asia/Beirut", "Asia/Kathmandu", "Asia/Kolkata", "Asia/Tokyo", "Australia/Lord_Howe", "Pacific/Auckland",
	}
	seasonAlarms = [][]alarm{
		{{percent: 50}, {left: 24 * hours}, {left: 3 * hours}},
		{{left: 2 * days}, {percent: 7}},
		nil,
		nil,
	}
	seasonPaces = []tempo{
		{"3d", 0, 3 * days, 0},
		{"36h", 0, 36 * hours, 0},
		{"12h", 0, 12 * hours, 0},
		{"14d+1d", 14 * days, days, 0},
		{"7d+1d/10d", 7 * days, days, 10 * days},
	}
	seasonGames = [][2]string{
		{"hnefatafl", "7x7"},
		{"bohnduell", "standard"},
		{"hnefatafl", "7x7"},
		{"sevensages", "short"},
		{"bohnduell", "standard"},
		{"hnefatafl", "9x9"},
		{"hanniball", "standard"},
	}
)

func TestSeason(t *testing.T) {
	sample.Whole(t, "plays a season of 60 days")
	t.Parallel()
	s := newSeason(t, 40)
	for i := range 200 {
		a := s.rnd.IntN(len(s.entrants))
		b := (a + 1 + s.rnd.IntN(len(s.entrants)-1)) % len(s.entrants)
		start := 1 + minute(s.rnd.IntN(int(3*days)))
		switch i % 5 {
		case 2:
			start += minuteOf("2026-12-20 00:00")
		case 3, 4:
			start = 1 + minute(s.rnd.IntN(int(150*days)))
		}
		g := seasonGames[i%len(seasonGames)]
		s.at(start, func() { s.invite(s.entrants[a], s.entrants[b], g[0], g[1], seasonPaces[i/5%len(seasonPaces)]) })
	}
	s.planVacations()
	for s.now = 1; s.now <= lastDay; s.now++ {
		s.step()
	}
	logged := s.compareLogs()
	t.Logf("%d games, ends %v, mails %v, log %v", len(s.matches), s.ends, s.mails, logged)
	for _, reason := range []string{
		models.ReasonTimeout, models.ReasonAborted, models.ReasonResignation,
		models.ReasonAgreement,
	} {
		if s.ends[reason] < 3 {
			t.Errorf("only %d games ended by %s: the season shows too little", s.ends[reason], reason)
		}
	}
	for _, kind := range []play.LogKind{play.LogOutage, play.LogMailDelay, play.LogTakeback, play.LogAway} {
		if logged[kind] < 5 {
			t.Errorf("only %d of %s in the games' logs: the season shows too little", logged[kind], kind)
		}
	}
}

func newSeason(t *testing.T, players int) *season {
	s := &season{
		world: newWorld(t), rnd: rand.New(rand.NewPCG(*seasonSeed, 10)),
		told:  map[[2]*entrant]toldVacation{},
		plans: map[minute][]func(){}, touched: map[*match]bool{}, ends: map[string]int{}, mails: map[models.Kind]int{},
	}
	s.pass(seasonStart.Sub(s.clock.Now()))
	s.unsynced(t)
	for i := range players {
		e := &entrant{
			Player: s.player(fmt.Sprintf("player%02d", i)),
			alarms: seasonAlarms[i%len(seasonAlarms)], away: make([]bool, horizon),
		}
		patch := models.ProfilePatch{Values: models.Values{"time_zone": {seasonZones[i%len(seasonZones)]}, "reminders": nil}}
		for _, a := range e.alarms {
			patch.Values.Add("reminders", a.String())
		}
		if i%20 == 7 {
			e.off, patch.Mail = models.KindYourTurn, map[models.Kind]models.Delivery{models.KindYourTurn: models.Off}
		}
		changed, err := s.UpdateProfile(t.Context(), e.ID, patch)
		if err != nil {
			t.Fatal(err)
		}
		e.Player = changed
		s.entrants = append(s.entrants, e)
	}
	s.sweep()
	return s
}

// planVacations sends most players away over Christmas: some change the plan before it
// begins, some come back early or stay longer. Others leave around a change of the clocks.
func (s *season) planVacations() {
	leave := func(when string, e *entrant, first, last string) {
		s.at(minuteOf(when), func() { s.leave(e, first, last) })
	}
	for i, e := range s.entrants[:30] {
		first, last := fmt.Sprintf("2026-12-%d", 19+i%6), fmt.Sprintf("2027-01-%02d", 1+i%5)
		leave(fmt.Sprintf("2026-12-%02d 09:%02d", 1+i%15, i), e, first, last)
		switch i % 5 {
		case 0:
			s.at(minuteOf(fmt.Sprintf("2026-12-27 %02d:%02d", 6+i/3, i)), func() { s.comeBack(e) })
		case 1:
			leave(fmt.Sprintf("2026-12-30 12:%02d", i), e, "2026-12-30", "2027-01-12")
		case 2:
			leave(fmt.Sprintf("2026-12-17 18:%02d", i), e, "2026-12-24", "2026-12-28")
		case 3:
			s.at(minuteOf(fmt.Sprintf("2026-12-23 18:%02d", i)), func() { s.comeBack(e) })
		}
	}
	for i, e := range s.entrants {
		switch e.TimeZone.String() {
		case "Europe/Warsaw", "Asia/Beirut":
			leave(fmt.Sprintf("2026-10-20 10:%02d", i), e, "2026-10-24", "2026-10-25")
			leave(fmt.Sprintf("2027-03-20 10:%02d", i), e, "2027-03-27", "2027-03-28")
		case "America/Havana", "America/New_York":
			leave(fmt.Sprintf("2026-10-28 10:%02d", i), e, "2026-10-31", "2026-11-01")
			leave(fmt.Sprintf("2027-03-08 10:%02d", i), e, "2027-03-12", "2027-03-13")
		}
	}
}

func (s *season) at(m minute, plan func()) { s.plans[m] = append(s.plans[m], plan) }

// Step advances one minute.
func (s *season) step() {
	s.pass(time.Minute)
	before := s.now - 1
	outage := within(serversDown, before)
	stir := false
	var due []*match
	for _, g := range s.matches {
		if g.over() {
			continue
		}
		if g.tick(before, outage) && g.alarms(g.left[g.mover()]) {
			due = append(due, g)
		}
		stir = stir || g.near() || g.timedOut()
	}
	if outage && within(serversDown, s.now) {
		s.postpone()
		return
	}
	s.serve(due, stir || len(due) > 0 || outage != within(serversDown, s.now))
}

// postpone lets the players try again when the servers are back.
func (s *season) postpone() {
	for _, plan := range s.plans[s.now] {
		s.at(serversDown[0].until+minute(s.rnd.IntN(180)), plan)
	}
	delete(s.plans, s.now)
}

// serve is a minute in which the servers run. If no event is near, there is only a heartbeat.
func (s *season) serve(due []*match, stir bool) {
	plans := s.plans[s.now]
	delete(s.plans, s.now)
	stir = stir || len(plans) > 0 || (len(s.outbox) > 0 && !within(mailDown, s.now))
	if !stir && s.now%days != 0 {
		s.heartbeat()
		return
	}
	s.sweep()
	s.sweepBooks(due)
	for _, plan := range plans {
		plan()
	}
	if !within(mailDown, s.now) {
		s.post()
	}
	s.compare()
}

// heartbeat keeps the gaps between heartbeats at five minutes.
func (s *season) heartbeat() {
	if s.now-s.alive < 5 {
		return
	}
	s.alive = s.now
	if err := s.Heartbeat(s.t.Context()); err != nil {
		s.t.Fatal(err)
	}
}

// sweepBooks books the expected effects of this minute's sweep.
func (s *season) sweepBooks(due []*match) {
	s.alive = s.now
	for _, g := range s.matches {
		if g.over() {
			continue
		}
		if g.stood > 0 {
			s.settle(g)
			g.resume(s.now)
			s.touched[g] = true
		}
		if !g.timedOut() {
			continue
		}
		result := rules.Won(g.mover().Other(), models.ReasonTimeout)
		if !g.played(g.mover()) {
			result = rules.Drawn(models.ReasonAborted)
		}
		s.ended(g, result)
	}
	for _, g := range due {
		if !g.over() {
			g.note(s.now, "a reminder with %v left", g.left[g.mover()].duration())
			s.expect(expectedNotice{kind: models.KindReminder, to: g.players[g.mover()], game: g, ply: g.ply()})
			s.touched[g] = true
		}
	}
}

// settle credits the wait of a turn's notice. A reminder within it is void.
func (s *season) settle(g *match) {
	if g.forgive(s.now) {
		s.forget(func(n expectedNotice) bool { return n.game == g && n.kind == models.KindReminder })
		s.touched[g] = true
	}
}

func (s *season) fail(g *match, format string, args ...any) {
	s.t.Helper()
	s.t.Fatalf("%v: %s\n%s", s.now.time(), fmt.Sprintf(format, args...), g.history())
}
