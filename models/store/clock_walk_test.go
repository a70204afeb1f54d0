package store

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/calendar"
	"turnpost/models/play"
	"turnpost/models/schema"
	"turnpost/rules/rulestest/sample"
)

// TestNobodyBendsTheClock lets a player change zones, vacations and days off, offer draws, take turns back and play as
// late as possible, at random, for a part of a year. The time of a turn beyond the pace and the days off that counted
// when it began must be time of stored vacations, each day of which is one of VacationDays. TURNPOST_TEST_WALKS is the
// number of walks.
func TestNobodyBendsTheClock(t *testing.T) {
	sample.Whole(t, "lets months pass")
	walks := 2
	if n, err := strconv.Atoi(os.Getenv("TURNPOST_TEST_WALKS")); err == nil {
		walks = n
	}
	for seed := range walks {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			w := newWorld(t)
			w.unsynced(t)
			w.pass(time.Date(2027, 1, 2, 0, 0, 0, 0, time.UTC).Sub(w.now())) // all days are of one year
			c := &clockWalk{
				world: w, random: rand.New(rand.NewPCG(uint64(seed), 37)), used: map[string]bool{},
				ann: w.player("ann"), bob: w.player("bob"),
			}
			for end := w.now().AddDate(0, 0, 200); w.now().Before(end); {
				c.takeTurn()
			}
			c.account()
		})
	}
}

// walkZones are 25 hours apart at most, some with a summer time, of half an hour, of two hours, or around Ramadan.
var walkZones = []string{
	"Pacific/Kiritimati", "Pacific/Midway", "UTC", "Europe/Warsaw", "America/Havana", "Australia/Lord_Howe",
	"Antarctica/Troll", "Africa/Casablanca", "Pacific/Apia",
}

// clockWalk is a player who bends the clock, and the time that was taken, counted apart from the program.
type clockWalk struct {
	*world
	random *rand.Rand
	ann    models.Player
	bob    models.Player
	g      *models.Game

	counts, chosen countedDays
	countsFrom     time.Time       // when chosen counts instead of counts
	resting, away  time.Duration   // what turns took beyond the pace by days off, and beyond both
	stood          time.Duration   // how long vacations ran
	used           map[string]bool // the days of those that were stored, each with its zone
	seen           []time.Time     // instants of a vacation that began by itself on days that counted before
	turns, refused int             // refused vacations
}

// countedDays are days off in a zone.
type countedDays struct{ days, zone string }

const walkPace = 24 * time.Hour

// takeTurn lets ann have one turn, which she plays when nothing that she tries puts the deadline off any more, and bob
// answer it at once.
func (c *clockWalk) takeTurn() {
	if c.g == nil || c.find(c.g).Status != models.Ongoing {
		c.g = c.paced(c.ann, c.bob, "1d")
	}
	began, end, deadline := c.now(), time.Time{}, time.Time{}
	if !began.Before(c.countsFrom) {
		c.counts = c.chosen
	}
	by := c.counts
	for end.IsZero() {
		g := c.find(c.g)
		if g.Status != models.Ongoing {
			end = deadline // whenever the sweep came
			break
		}
		deadline = g.Deadline
		last := deadline.Add(-time.Minute)
		switch at := c.now().Add(time.Duration(1+c.random.IntN(20)) * time.Hour); {
		case at.Before(last):
			c.until(at)
			c.bend()
		default:
			c.until(last)
			for range 3 {
				c.bend()
			}
			bent := c.find(g).Deadline
			if bent.After(deadline) {
				continue
			}
			deadline = bent
			if !deadline.After(c.now()) || c.random.IntN(8) == 0 {
				c.until(c.now().Add(time.Hour)) // a vacation begins by itself, or the game is lost
				continue
			}
			c.shuttle(g, c.ann, c.bob, 1)
			end = c.now()
		}
	}
	c.turns++
	took, runs := end.Sub(began), end.Sub(began)
	if by.days != "" {
		runs = calendar.Clock{Off: schema.ReadDaysOff(by.days), Zone: schema.LoadZone(by.zone)}.RunningTime(began, end)
	}
	c.resting += max(0, took-walkPace) - max(0, runs-walkPace)
	c.away += max(0, runs-walkPace)
	if g := c.find(c.g); g.Status == models.Ongoing {
		c.answer(g)
	}
	c.deliver()
}

// answer lets bob play, or give ann a turn back.
func (c *clockWalk) answer(g *models.Game) {
	if c.random.IntN(4) > 0 {
		c.play(g, c.bob, []string{"", "d3-c3", "", "c3-d3"}[g.Ply%4])
		return
	}
	_, err := c.NegotiateTakeback(c.t.Context(), c.ann.ID, g.ID, models.MakeOffer, g.Ply-1)
	if err == nil {
		_, err = c.NegotiateTakeback(c.t.Context(), c.bob.ID, g.ID, models.AcceptOffer, g.Ply-1)
	}
	if err != nil {
		c.t.Fatal(err)
	}
}

// bend does something that may change when ann's clock stops.
func (c *clockWalk) bend() {
	ctx, trick := c.t.Context(), c.random.IntN(12)
	if trick < 5 && c.now().YearDay()/40%2 == 1 {
		return // so that what was chosen counts at last
	}
	switch trick {
	case 0, 1, 2:
		c.ann = c.inZone(c.ann, walkZones[c.random.IntN(len(walkZones))])
		c.choose()
	case 3, 4:
		var days []string
		first := c.random.IntN(3) // the days that a turn begun now would need, or those after them
		for i := range min(2, c.random.IntN(4)) {
			days = append(days, weekday(c.now().AddDate(0, 0, first+i)))
		}
		c.ann = c.chooses(c.ann, c.ann.TimeZone.String(), days...)
		c.choose()
	case 5, 6, 7, 8:
		first := c.now().In(c.ann.TimeZone).AddDate(0, 0, c.random.IntN(2))
		last := first.AddDate(0, 0, c.random.IntN(2))
		_, err := c.SetVacation(ctx, c.ann.ID, first.Format(time.DateOnly), last.Format(time.DateOnly))
		if err != nil {
			wantCode(c.t, err, models.CodeInvalid)
			c.refused++
		}
	case 9, 10:
		if err := c.EndVacation(ctx, c.ann.ID); err != nil {
			wantCode(c.t, err, models.CodeConflict)
		}
	default:
		auto := models.Values{"auto_vacation": {models.YesNo(c.random.IntN(2) == 0)}}
		if _, err := c.UpdateProfile(ctx, c.ann.ID, models.ProfilePatch{Values: auto}); err != nil {
			c.t.Fatal(err)
		}
		if _, err := c.NegotiateDraw(ctx, c.ann.ID, c.g.ID, models.MakeOffer); err == nil {
			c.offerDraw(c.g, c.bob, models.DeclineOffer)
		}
	}
	c.deliver()
}

// choose notes a choice of days off or zone: fewer days count at once, others 14 days later.
func (c *clockWalk) choose() {
	if !c.now().Before(c.countsFrom) {
		c.counts = c.chosen
	}
	before := c.chosen
	c.chosen = countedDays{strings.Join(c.ann.DaysOff.Names(), ","), c.ann.TimeZone.String()}
	fewer := c.chosen.days == "" || c.chosen.zone == c.counts.zone
	for _, day := range c.ann.DaysOff.Names() {
		fewer = fewer && strings.Contains(c.counts.days, day)
	}
	switch {
	case fewer:
		c.counts, c.countsFrom = c.chosen, c.now()
	case c.chosen != before:
		c.countsFrom = c.now().Add(14 * 24 * time.Hour)
	}
}

// Until advances time with a running server.
func (c *clockWalk) until(at time.Time) {
	for c.now().Before(at) {
		from := c.now()
		c.pass(min(2*time.Hour, at.Sub(from)))
		if err := c.raw(fmt.Sprintf("UPDATE heartbeats SET at = %d, steady_at = %[1]d",
			models.ToMillis(c.now()))); err != nil {
			c.t.Fatal(err)
		}
		c.sweep()
		c.deliver()
		row, err := schema.FindPlayer(c.Read(c.t.Context()), "id = ?", c.ann.ID)
		if err != nil {
			c.t.Fatal(err)
		}
		a := row.Away()
		c.stood += a.Overlap(models.ToMillis(from), models.ToMillis(c.now()))
		if a.From <= models.ToMillis(c.now()) && models.ToMillis(c.now()) < a.Until {
			c.useDay()
		}
	}
}

// useDay notes which day of a vacation it is.
func (c *clockWalk) useDay() {
	var r play.VacationRow
	err := c.Read(c.t.Context()).Raw("SELECT * FROM vacations WHERE player_id = ? AND from_at <= ? AND until_at > ?",
		c.ann.ID, models.ToMillis(c.now()), models.ToMillis(c.now())).Scan(&r).Error
	switch {
	case err != nil:
		c.t.Fatal(err)
	case r.ID == 0:
		c.seen = append(c.seen, c.now())
	default:
		day := c.now().In(schema.LoadZone(r.Zone)).Format(time.DateOnly)
		c.used[max(r.FirstDay, min(r.LastDay, day))+" "+r.Zone] = true
	}
}

// account compares what was taken with what the rules grant: turns may take the time of vacations beyond the rest, each
// instant of which is of a day that counts.
func (c *clockWalk) account() {
	const slack = 2 * time.Hour // the longer days of a change of clocks, and milliseconds
	var rows []play.VacationRow
	err := c.Read(c.t.Context()).Raw("SELECT * FROM vacations WHERE player_id = ?", c.ann.ID).Scan(&rows).Error
	if err != nil {
		c.t.Fatal(err)
	}
	days := map[string]bool{}
	for _, r := range rows {
		first, last, ok := r.Days()
		for day := first; ok && !day.After(last); day = day.AddDate(0, 0, 1) {
			days[day.Format(time.DateOnly)+" "+r.Zone] = true
		}
	}
	for day := range c.used {
		if !days[day] {
			c.t.Errorf("a clock stood on %s, which does not count", day)
		}
	}
	for _, at := range c.seen {
		if !slices.ContainsFunc(rows, func(r play.VacationRow) bool {
			return days[at.In(schema.LoadZone(r.Zone)).Format(time.DateOnly)+" "+r.Zone]
		}) {
			c.t.Errorf("a clock stood at %s, on a day that does not count", at)
		}
	}
	c.t.Logf("%d turns: %v on days off, %v beyond; away for %v on %d days, %d vacations refused",
		c.turns, c.resting, c.away, c.stood, len(days), c.refused)
	if c.away > c.stood+slack || c.stood > time.Duration(len(days))*24*time.Hour+slack || len(days) > play.VacationDays {
		c.t.Error("more than the rules grant")
	}
	if c.away < 5*24*time.Hour || c.refused == 0 {
		c.t.Error("the walk tried too little")
	}
	if faults, _ := c.check(); faults+c.integrity() != "" {
		c.t.Error(faults, c.integrity())
	}
}
