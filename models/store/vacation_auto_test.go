package store

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/challenge"
	"turnpost/models/play"
	"turnpost/rules"
	"turnpost/rules/rulestest/sample"
)

// Extends lets vacations of the player begin by themselves.
func (w *world) extends(p models.Player) {
	w.t.Helper()
	patch := models.ProfilePatch{Values: models.Values{"auto_vacation": {models.Yes}}}
	if _, err := w.UpdateProfile(w.t.Context(), p.ID, patch); err != nil {
		w.t.Fatal(err)
	}
}

// daysTaken returns the number of days of vacation of a player.
func (w *world) daysTaken(p models.Player) int {
	w.t.Helper()
	days, err := play.DaysOfVacations(w.ReadTx(w.t.Context()), p.ID)
	if err != nil {
		w.t.Fatal(err)
	}
	return len(days)
}

func TestVacationBeginsByItself(t *testing.T) {
	w := newWorld(t) // Saturday 21 November 2026, noon
	w.unsynced(t)
	ann, bob := w.player("ann"), w.player("bob")
	w.extends(ann)
	g, other := w.paced(ann, bob, "24h"), w.paced(ann, bob, "36h")
	theirs := w.paced(bob, ann, "36h")
	if !g.Rest[0].AutoVacation || g.Rest[1].AutoVacation {
		t.Fatalf("shown as %v", g.Rest)
	}
	if mails := w.run(24*time.Hour - time.Minute); kinds(mails) != "reminder:ann " {
		t.Fatalf("mailed %s", kinds(mails))
	}
	mails := w.run(time.Minute)
	if kinds(mails) != "auto_vacation:ann away:bob " {
		t.Fatalf("mailed %s", kinds(mails))
	}
	until := g.Deadline.Add(24 * time.Hour)
	if c := contents(mails)[0]; !c.Away.From.Equal(g.Deadline) || !c.Away.Until.Equal(until) || c.DaysLeft != 29 {
		t.Errorf("the mail says %v, %d days left", c.Away, c.DaysLeft)
	}
	if now := w.find(g); now.Status != models.Ongoing || !now.Deadline.Equal(until) || !now.Away[0].Equal(until) {
		t.Fatalf("%s until %v, away until %v", now.Status, now.Deadline, now.Away[0])
	}
	if now := w.find(other); !now.Deadline.Equal(other.Deadline.Add(24*time.Hour)) || now.Left[0] != 12*time.Hour {
		t.Errorf("the other game: until %v, %v left", now.Deadline, now.Left[0])
	}
	if now := w.find(theirs); !now.Deadline.Equal(theirs.Deadline) {
		t.Errorf("bob's clock moved to %v", now.Deadline)
	}
	if mails := w.run(24*time.Hour - time.Minute); kinds(mails) != "reminder:bob game_over:bob game_over:ann " {
		t.Fatalf("mailed %s", kinds(mails))
	}
	if mails := w.run(time.Minute); kinds(mails) != "auto_vacation:ann away:bob " || w.daysTaken(ann) != 2 {
		t.Fatalf("mailed %s, %d days", kinds(mails), w.daysTaken(ann))
	}
	g = w.play(g, ann, "d1-c1")
	w.deliver()
	log, err := w.GameLog(t.Context(), g.ID, 0, 100)
	if err != nil || len(log) != 2 || log[0].Kind != play.LogAway || log[1].Kind != play.LogAway {
		t.Errorf("the log is %+v, %v", log, err)
	}
}

// The game ends on time once no day of the year is left.
func TestVacationBeginsAsLongAsDaysAreLeft(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	w := newWorld(t)
	w.unsynced(t)
	ann, bob := w.player("ann"), w.player("bob")
	w.extends(ann)
	insert := fmt.Sprintf(`INSERT INTO vacations (player_id, first_day, last_day, from_at, until_at, zone)
		VALUES (%d, '2026-01-02', '2026-01-29', 1767225600000, 1769644800000, 'UTC')`, ann.ID)
	if err := w.raw(insert); err != nil { // 28 days
		t.Fatal(err)
	}
	g := w.paced(ann, bob, "24h")
	g = w.play(g, ann, "d1-c1")
	g = w.play(g, bob, "d3-c3")
	w.deliver()
	mails := w.run(73*time.Hour + time.Minute)
	const want = "reminder:ann auto_vacation:ann away:bob auto_vacation:ann away:bob game_over:ann game_over:bob "
	if got := kinds(mails); got != want {
		t.Fatalf("mailed %s", got)
	}
	if c := contents(mails)[3]; c.DaysLeft != 0 {
		t.Errorf("%d days are left", c.DaysLeft)
	}
	if now := w.find(g); now.Result != rules.Won(rules.Second, models.ReasonTimeout) || w.daysTaken(ann) != 30 {
		t.Errorf("%+v after %d days", now.Result, w.daysTaken(ann))
	}
}

// Where vacations are ruled out, none stops a clock and none begins; days off hold.
func TestGameWithoutVacations(t *testing.T) {
	w := newWorld(t) // Saturday noon
	w.unsynced(t)
	ann, bob := w.player("ann"), w.player("bob")
	w.extends(ann)
	w.restsOn(ann, "UTC", "mon")
	c, err := w.CreateChallenge(t.Context(), ann, challenge.NewChallenge{
		Ruleset: "hnefatafl", Variant: "7x7", Opponent: "bob", Seat: "first",
		Terms: models.Terms{Pace: "3d", NoVacation: true},
	})
	if err != nil || !bool(c.NoVacation) || c.AutoVacation || c.DaysOff.String() != "mon" {
		t.Fatalf("%+v, %v", c, err)
	}
	g, err := w.AcceptChallenge(t.Context(), bob, c.ID)
	if err != nil {
		t.Fatal(err)
	}
	if want := time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC); !g.Deadline.Equal(want) ||
		g.Rest[0].AutoVacation || !bool(g.NoVacation) {
		t.Fatalf("%+v", g)
	}
	w.sweep()
	w.deliver()
	if _, err := w.SetVacation(t.Context(), ann.ID, "2026-11-22", "2026-11-23"); err != nil {
		t.Fatal(err)
	}
	w.run(36 * time.Hour) // into the vacation, on Monday
	if now := w.find(g); !now.Deadline.Equal(g.Deadline) || now.Left[0] != 36*time.Hour ||
		!now.Away[0].IsZero() {
		t.Errorf("until %v, %v left, away until %v", now.Deadline, now.Left[0], now.Away[0])
	}
	w.run(3 * 24 * time.Hour)
	if now := w.find(g); now.Status != models.Aborted || w.daysTaken(ann) != 2 {
		t.Errorf("%s, %d days", now.Status, w.daysTaken(ann))
	}
	next, err := w.OfferRematch(t.Context(), bob, g.ID)
	if err != nil || !bool(next.Challenge.NoVacation) {
		t.Errorf("the rematch: %+v, %v", next.Challenge, err)
	}
}

// A turn that comes after the deadline and before the sweep takes the day and is played.
func TestTurnBeforeTheSweepTakesTheDay(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	w := newWorld(t)
	w.unsynced(t)
	ann, bob := w.player("ann"), w.player("bob")
	w.extends(ann)
	g := w.paced(ann, bob, "24h+1h")
	w.runWithoutMail(24*time.Hour - time.Minute)
	w.deliver()
	w.pass(2 * time.Minute)
	in := models.TurnInput{Game: g.ID, Player: ann.ID, Text: "d1-c1", Via: models.ViaHTTP}
	if tried, err := w.TryTurn(t.Context(), in); err != nil || tried.Ply != 1 {
		t.Fatal(err)
	}
	if g = w.play(g, ann, "d1-c1"); g.Left[0] != time.Hour || w.daysTaken(ann) != 1 {
		t.Errorf("%v is left, after %d days", g.Left[0], w.daysTaken(ann))
	}
	if got := kinds(w.deliver()); got != "auto_vacation:ann away:bob your_turn:bob " {
		t.Errorf("mailed %s", got)
	}
}

// A sweep that comes late or after an outage finds the time credited first, and takes the day from the deadline on.
func TestOutageBeforeTheVacation(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	w := newWorld(t)
	w.unsynced(t)
	ann, bob := w.player("ann"), w.player("bob")
	w.extends(ann)
	g := w.paced(ann, bob, "24h")
	w.runWithoutMail(23 * time.Hour)
	w.pass(50 * time.Hour)
	w.sweep()
	w.deliver()
	if now := w.find(g); w.daysTaken(ann) != 0 || now.Left[0] != time.Hour {
		t.Fatalf("%d days, %v left", w.daysTaken(ann), now.Left[0])
	}
	deadline := w.find(g).Deadline
	w.runWithoutMail(time.Hour - time.Minute)
	w.pass(4*time.Minute + 30*time.Second) // no outage
	w.sweep()
	if now := w.find(g); w.daysTaken(ann) != 1 || !now.Deadline.Equal(deadline.Add(24*time.Hour)) {
		t.Errorf("%d days, until %v", w.daysTaken(ann), now.Deadline)
	}
}

// A day does not replace a planned vacation: it joins one that begins within the day, and precedes a later one.
func TestVacationByItselfBeforeAPlannedOne(t *testing.T) {
	for first, want := range sample.Some(2, map[string]time.Time{
		"2026-11-23": time.Date(2026, 11, 25, 0, 0, 0, 0, time.UTC), // within the day
		"2026-11-25": time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC),
	}) {
		t.Run(first, func(t *testing.T) {
			w := newWorld(t) // Saturday noon
			w.unsynced(t)
			ann, bob := w.player("ann"), w.player("bob")
			w.extends(ann)
			g, long := w.paced(ann, bob, "24h"), w.paced(ann, bob, "8d")
			last := map[string]string{"2026-11-23": "2026-11-24", "2026-11-25": "2026-11-26"}[first]
			if _, err := w.SetVacation(t.Context(), ann.ID, first, last); err != nil {
				t.Fatal(err)
			}
			w.run(24 * time.Hour)
			if now := w.find(g); !now.Deadline.Equal(want) || w.daysTaken(ann) != 3 {
				t.Fatalf("until %v after %d days, want %v", now.Deadline, w.daysTaken(ann), want)
			}
			w.play(g, ann, "d1-c1")
			w.deliver()
			w.run(26 * time.Hour)
			if now := w.find(long); !now.Deadline.Equal(long.Deadline.Add(want.Sub(w.now()) + 26*time.Hour).Add(
				map[string]time.Duration{"2026-11-23": 0, "2026-11-25": 48 * time.Hour}[first])) {
				t.Errorf("the other game ends %v", now.Deadline)
			}
			patch := models.ProfilePatch{Values: models.Values{"auto_vacation": {models.Yes}}}
			if _, err := w.UpdateProfile(t.Context(), bob.ID, patch); err != nil {
				t.Fatal(err)
			}
			w.run(5 * 24 * time.Hour)
			if taken := w.daysTaken(ann); taken != 3 {
				t.Errorf("%d days", taken)
			}
		})
	}
}

// A vacation that ends on a day off leaves the clock until the end of that day.
func TestVacationByItselfEndsOnADayOff(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	w := newWorld(t) // Saturday noon
	w.unsynced(t)
	ann, bob := w.player("ann"), w.player("bob")
	w.extends(ann)
	w.restsOn(ann, "UTC", "mon")
	g := w.paced(ann, bob, "24h")
	w.run(24 * time.Hour)
	if now := w.find(g); !now.Deadline.Equal(time.Date(2026, 11, 24, 0, 0, 0, 0, time.UTC)) {
		t.Errorf("until %v", now.Deadline)
	}
}

// Two processes sweep while the player sends a turn: one day is taken for each deadline, with one mail.
func TestOneDayIsTakenInARace(t *testing.T) {
	sample.Together(t, "plays in two processes")
	w := newWorld(t)
	w.unsynced(t)
	second := w.openSecond(t)
	var players []models.Player
	var games []*models.Game
	for i := range 8 {
		p, q := w.player(fmt.Sprintf("ann%d", i)), w.player(fmt.Sprintf("bob%d", i))
		w.extends(p)
		players, games = append(players, p), append(games, w.paced(p, q, "24h"))
	}
	w.runWithoutMail(24*time.Hour - time.Minute)
	w.pass(3 * time.Minute)
	var wait sync.WaitGroup
	for i := range players {
		for _, s := range []*Store{w.Store, second} {
			wait.Go(func() {
				if err := s.FinishOverdue(context.Background(), games[i].ID); err != nil {
					t.Error(err)
				}
			})
		}
		wait.Go(func() {
			in := models.TurnInput{Game: games[i].ID, Player: players[i].ID, Text: "d1-c1", Via: models.ViaHTTP}
			if _, err := second.PlayTurn(context.Background(), in); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Go(func() {
		if _, err := second.SweepClocks(context.Background()); err != nil {
			t.Error(err)
		}
	})
	wait.Wait()
	w.sweep()
	mails := map[string]int{}
	for _, c := range contents(w.deliver()) {
		mails[string(c.Kind)+" "+c.To.Name]++
	}
	for i, p := range players {
		if now := w.find(games[i]); now.Status != models.Ongoing || now.Ply != 1 || w.daysTaken(p) != 1 ||
			mails["auto_vacation "+p.Name] != 1 || mails[fmt.Sprintf("away bob%d", i)] != 1 {
			t.Errorf("%s: %s at ply %d, %d days, mails %v", p.Name, now.Status, now.Ply, w.daysTaken(p), mails)
		}
	}
}
