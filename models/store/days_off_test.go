package store

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/calendar"
	"turnpost/models/modeltest/vectors"
	"turnpost/rules/rulestest/sample"
)

// restsOn sets the player's days off and zone, as if DaysOffDelay had passed since.
func (w *world) restsOn(p models.Player, zone string, days ...string) {
	w.t.Helper()
	patch := models.ProfilePatch{Values: models.Values{"time_zone": {zone}, "days_off": days}}
	_, err := w.UpdateProfile(w.t.Context(), p.ID, patch)
	if err == nil {
		err = w.raw(fmt.Sprintf("UPDATE players SET former_days_off = '' WHERE id = %d", p.ID))
	}
	if err != nil {
		w.t.Fatal(err)
	}
}

// TestDaysOffVectors starts the clock of each vector in a stored game.
func TestDaysOffVectors(t *testing.T) {
	w := newWorld(t)
	w.unsynced(t)
	var pairs [][2]models.Player
	for i := range 15 {
		pairs = append(pairs, [2]models.Player{w.player(fmt.Sprintf("ann%d", i)), w.player(fmt.Sprintf("bob%d", i))})
	}
	lines := 0
	vectors.Each(t, func(t *testing.T, v *struct {
		Zone                                string
		Off                                 []int
		Start, Seconds, Deadline, Now, Left int64
	},
	) {
		t.Helper()
		pair := pairs[lines%len(pairs)]
		ann, bob := pair[0], pair[1]
		if lines++; sample.Short() && lines%10 != 1 {
			return
		}
		var days []string
		for _, i := range v.Off {
			days = append(days, strings.ToLower(time.Weekday((i + 1) % 7).String()[:3]))
		}
		w.restsOn(bob, v.Zone, days...)
		g := w.game(ann, bob, "hnefatafl", "7x7")
		if err := w.raw(fmt.Sprintf("UPDATE games SET second_left = %d WHERE id = '%s'", v.Seconds*1000, g.ID)); err != nil {
			t.Fatal(err)
		}
		w.pass(time.Unix(v.Start, 0).Sub(w.now()))
		if g = w.play(g, ann, "d1-c1"); g.Deadline.Unix() != v.Deadline {
			t.Errorf("%+v: deadline %s, want %s", *v, g.Deadline, time.Unix(v.Deadline, 0).UTC())
		}
		w.pass(time.Unix(v.Now, 0).Sub(w.now()))
		if left := w.find(g).Left[1]; left != time.Duration(v.Left)*time.Second {
			t.Errorf("%+v: %v left, want %ds", *v, left, v.Left)
		}
		w.pass(-w.now().Sub(time.Unix(1_795_000_000, 0)))
	}, "../calendar/testdata/weekends.jsonl")
	if lines < 100 {
		t.Errorf("only %d vectors", lines)
	}
}

// A change of days off or of the zone holds from the next own turn on, in a game under way and in a new one.
func TestDaysOffHoldFromTheNextTurnOn(t *testing.T) {
	w := newWorld(t) // Saturday 21 November 2026, noon
	ann, bob := w.player("ann"), w.player("bob")
	g := w.paced(ann, bob, "36h")
	was := g.Deadline
	w.restsOn(ann, "UTC", "mon", "tue")
	if now := w.find(g); !now.Deadline.Equal(was) || now.Rest[0].DaysOff != (calendar.DaysOff{}) {
		t.Fatalf("the running clock changed: %v, %v", now.Deadline, now.Rest)
	}
	w.restsOn(bob, "Asia/Tokyo", "sun")
	if now := w.find(g); now.Rest[1].DaysOff.String() != "sun" {
		t.Fatalf("bob's days off are not shown: %v", now.Rest)
	}
	g = w.play(g, ann, "d1-c1") // Sunday has begun in Tokyo at 15:00 UTC
	if want := time.Date(2026, 11, 24, 0, 0, 0, 0, time.UTC); !g.Deadline.Equal(want) {
		t.Fatalf("bob's deadline is %v, want %v", g.Deadline, want)
	}
	w.restsOn(bob, "America/New_York")
	if now := w.find(g); !now.Deadline.Equal(g.Deadline) || now.Rest[1].DaysOff.String() != "sun" {
		t.Fatalf("bob's clock changed within his turn: %v, %v", now.Deadline, now.Rest)
	}
	w.runWithoutMail(20 * time.Hour) // Sunday 08:00, which is 17:00 in Tokyo
	if left := w.find(g).Left[1]; left != 33*time.Hour {
		t.Errorf("bob has %v left", left)
	}
	g = w.play(g, bob, "d3-c3")
	want := time.Date(2026, 11, 25, 20, 0, 0, 0, time.UTC)
	if g.Rest[0].DaysOff.String() != "mon, tue" || !g.Deadline.Equal(want) {
		t.Errorf("ann's deadline is %v with %v off", g.Deadline, g.Rest)
	}
	g = w.play(g, ann, "c1-b1")
	if !g.Deadline.Equal(w.now().Add(36*time.Hour)) || g.Rest[1].DaysOff != (calendar.DaysOff{}) {
		t.Errorf("bob's deadline is %v with %v off", g.Deadline, g.Rest)
	}
	next := w.paced(ann, bob, "36h")
	if want := time.Date(2026, 11, 25, 20, 0, 0, 0, time.UTC); !next.Deadline.Equal(want) {
		t.Errorf("ann's deadline in a new game is %v, want %v", next.Deadline, want)
	}
}

// A bank loses only counted time, and credits of outages and late mails are counted too.
func TestDaysOffWithBanksAndCredits(t *testing.T) {
	sample.Whole(t, "lets days pass")
	w := newWorld(t) // Saturday noon
	ann, bob := w.player("ann"), w.player("bob")
	w.restsOn(ann, "UTC", "sun")
	g := w.paced(ann, bob, "48h+1h")
	w.runWithoutMail(24 * time.Hour)
	if g = w.play(g, ann, "d1-c1"); g.Left[0] != 37*time.Hour { // 12 hours of Saturday
		t.Fatalf("ann has %v left", g.Left[0])
	}
	w.sweep()
	w.deliver()
	g = w.play(g, bob, "d3-c3") // Sunday noon
	w.sweep()
	w.deliver()
	if want := time.Date(2026, 11, 24, 13, 0, 0, 0, time.UTC); !g.Deadline.Equal(want) {
		t.Fatalf("ann's deadline is %v, want %v", g.Deadline, want)
	}
	w.pass(18 * time.Hour) // an outage until Monday 06:00: the clock has lost 6 hours of it
	w.sweep()
	if now := w.find(g); now.Left[0] != 37*time.Hour || !now.Deadline.Equal(g.Deadline.Add(6*time.Hour)) {
		t.Fatalf("after the outage %v is left, until %v", now.Left[0], now.Deadline)
	}
	w.play(g, ann, "c1-b1")
	w.deliver()
	w.runWithoutMail(5*24*time.Hour + 17*time.Hour) // Saturday 23:00
	w.restsOn(bob, "UTC")
	g = w.paced(ann, bob, "3d")
	_ = w.claim()
	w.play(g, ann, "d1-c1") // the mail to bob waits
	w.runWithoutMail(2 * time.Hour)
	before := w.find(g).Left[1]
	w.deliver()
	if after := w.find(g).Left[1]; after-before != 2*time.Hour {
		t.Errorf("the wait gave back %v", after-before)
	}
}

// A reminder is due by counted time, and its mail says the counted time.
func TestRemindersGoByCountedTime(t *testing.T) {
	w := newWorld(t) // Saturday noon
	ann, bob := w.player("ann"), w.player("bob")
	w.restsOn(ann, "UTC", "sun", "mon")
	g := w.paced(ann, bob, "3d") // 12 hours of Saturday, then Tuesday and Wednesday, and 12 hours of Thursday
	if want := time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC); !g.Deadline.Equal(want) {
		t.Fatalf("deadline %v", g.Deadline)
	}
	if mails := w.run(3*24*time.Hour + 23*time.Hour + 59*time.Minute); kinds(mails) != "" {
		t.Fatalf("mailed %s", kinds(mails))
	}
	mails := w.run(time.Minute)
	if kinds(mails) != "reminder:ann " || mails[0].Game.Left[0] != 24*time.Hour {
		t.Fatalf("mailed %s", kinds(mails))
	}
}

// A plan's answers and a takeback start clocks by the days off of their players.
func TestDaysOffAfterPlansAndTakebacks(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	w := newWorld(t) // Saturday noon
	ann, bob := w.player("ann"), w.player("bob")
	w.restsOn(ann, "UTC", "sun")
	w.restsOn(bob, "UTC", "mon")
	g := w.paced(ann, bob, "24h")
	in := models.TurnInput{Game: g.ID, Player: ann.ID, Text: "d1-c1", Plan: "d3-c3: c1-b1", Via: models.ViaHTTP}
	g, err := w.PlayTurn(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	if want := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC); !g.Deadline.Equal(want) {
		t.Fatalf("bob's deadline is %v", g.Deadline)
	}
	w.deliver()
	w.runWithoutMail(13 * time.Hour) // Sunday 01:00
	g = w.play(g, bob, "d3-c3")
	if want := time.Date(2026, 11, 24, 1, 0, 0, 0, time.UTC); g.Ply != 3 || !g.Deadline.Equal(want) {
		t.Fatalf("bob's deadline at ply %d is %v, want %v", g.Ply, g.Deadline, want)
	}
	if _, err := w.NegotiateTakeback(t.Context(), ann.ID, g.ID, models.MakeOffer, 2); err != nil {
		t.Fatal(err)
	}
	g, err = w.NegotiateTakeback(t.Context(), bob.ID, g.ID, models.AcceptOffer, 2)
	if want := time.Date(2026, 11, 24, 0, 0, 0, 0, time.UTC); err != nil || !g.Deadline.Equal(want) {
		t.Fatalf("ann's deadline is %v, want %v; %v", g.Deadline, want, err)
	}
}

func TestDaysOffAreChecked(t *testing.T) {
	w := newWorld(t)
	ann := w.player("ann")
	for _, days := range [][]string{{"sat", "sat"}, {"fri", "sat", "sun"}, {"Saturday"}, {""}} {
		_, err := w.UpdateProfile(t.Context(), ann.ID, models.ProfilePatch{Values: models.Values{"days_off": days}})
		wantCode(t, err, models.CodeInvalid)
	}
	for _, days := range [][]string{{"sun", "fri"}, {}} {
		p, err := w.UpdateProfile(t.Context(), ann.ID, models.ProfilePatch{Values: models.Values{"days_off": days}})
		slices.Reverse(days)
		if err != nil || !slices.Equal(p.DaysOff.Names(), days) {
			t.Fatalf("%v, %v", p.DaysOff, err)
		}
	}
}
