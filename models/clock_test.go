package models

import (
	"testing"
	"time"

	"turnpost/rules"
)

func TestAwayClock(t *testing.T) {
	at := func(h int) Millis { return Millis(h) * 3_600_000 }
	trip := away{at(10), at(20)}
	for _, c := range []struct {
		from Millis
		left time.Duration
		want Millis
	}{
		{at(0), 5 * time.Hour, at(5)},   // runs out before the trip
		{at(0), 10 * time.Hour, at(10)}, // just as it begins
		{at(0), 11 * time.Hour, at(21)},
		{at(9), 3 * time.Hour, at(22)},
		{at(12), 3 * time.Hour, at(23)}, // starts within
		{at(20), 3 * time.Hour, at(23)},
		{at(30), 3 * time.Hour, at(33)},
	} {
		end := trip.runOut(c.from, c.left)
		if end != c.want {
			t.Errorf("from %d with %v: runs out at %d, want %d", c.from, c.left, end, c.want)
		}
		if left := trip.running(c.from, end); left != c.left {
			t.Errorf("from %d to %d runs %v, want %v", c.from, end, left, c.left)
		}
	}
	if end := (away{}).runOut(at(5), time.Hour); end != at(6) {
		t.Errorf("without a trip: %d", end)
	}
	if d := trip.running(at(22), at(8)); d != -4*time.Hour {
		t.Errorf("backwards: %v", d)
	}
}

func TestReminderTimes(t *testing.T) {
	at := func(h int) Millis { return Millis(h) * 3_600_000 }
	list := func(texts ...string) (l []Reminder) {
		for _, text := range texts {
			r, err := ParseReminder(text)
			if err != nil {
				t.Fatal(err)
			}
			l = append(l, r)
		}
		return l
	}
	for _, c := range []struct {
		name             string
		list             []Reminder
		trip             away
		total, left, now int
		want             int
	}{
		{"three days: at 24 h", nil, away{}, 72, 72, 0, 48},
		{"48 h is not more than 48 h: at a quarter", nil, away{}, 48, 48, 0, 36},
		{"36 h: at a quarter", nil, away{}, 36, 36, 0, 27},
		{"only one by default", nil, away{}, 72, 24, 48, 0},
		{"own list, first", list("50%", "24h", "3h"), away{}, 72, 72, 0, 36},
		{"own list, second", list("50%", "24h", "3h"), away{}, 72, 36, 36, 48},
		{"own list, third", list("3h", "24h", "50%"), away{}, 72, 24, 48, 69},
		{"more than the turn has", list("5d"), away{}, 72, 72, 0, 0},
		{"more than the turn had, which has got more since", list("3d"), away{}, 72, 80, 0, 0},
		{"the clock stands still on a trip", nil, away{at(40), at(60)}, 72, 72, 0, 68},
		{"before the trip", nil, away{at(50), at(60)}, 72, 72, 0, 48},
		{"a trip that is over does not count", nil, away{at(0), at(60)}, 36, 36, 60, 87},
		{"out of time", nil, away{}, 72, -1, 73, 0},
	} {
		total, left := time.Duration(c.total)*time.Hour, time.Duration(c.left)*time.Hour
		if got := nextReminder(c.list, c.trip, total, left, at(c.now)); got != at(c.want) {
			t.Errorf("%s: %d h, want %d h", c.name, got/3_600_000, c.want)
		}
	}
	for _, bad := range []string{"", "%", "0%", "100%", "3m", "61d", "-1h", "h"} {
		if _, err := ParseReminder(bad); CodeOf(err) != CodeInvalid {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// run lets time pass in steps of a minute, as a server that runs does, and returns the mails.
func (w *world) run(d time.Duration) []*Content {
	w.t.Helper()
	var out []*Content
	for range d / time.Minute {
		w.pass(time.Minute)
		w.sweep()
		out = append(out, w.deliver()...)
	}
	return out
}

func (w *world) sweep() {
	w.t.Helper()
	if _, err := w.SweepClocks(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) find(g *Game) *Game {
	w.t.Helper()
	now, err := w.Game(w.t.Context(), g.ID)
	if err != nil {
		w.t.Fatal(err)
	}
	return now
}

func (w *world) paced(a, b Player, pace string) *Game {
	w.t.Helper()
	c, err := w.CreateChallenge(w.t.Context(), a, NewChallenge{
		Ruleset: "hnefatafl", Variant: "7x7", Opponent: b.Name, Seat: "first", Pace: pace,
	})
	if err != nil {
		w.t.Fatal(err)
	}
	g, err := w.AcceptChallenge(w.t.Context(), b, c.ID)
	if err != nil {
		w.t.Fatal(err)
	}
	w.sweep()
	w.deliver()
	return g
}

func TestReminderAndTimeout(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.paced(ann, bob, "4h")
	w.play(g, ann, "d1-c1")
	w.deliver()
	w.play(g, bob, "d3-c3")
	w.deliver()
	if got := kinds(w.run(3*time.Hour - time.Minute)); got != "" {
		t.Fatalf("too early: %s", got)
	}
	if got := kinds(w.run(time.Minute)); got != "reminder:ann " {
		t.Fatalf("at a quarter: %q", got)
	}
	if got := kinds(w.run(59 * time.Minute)); got != "" || w.find(g).Status != Ongoing {
		t.Fatalf("before the deadline: %q", got)
	}
	w.pass(time.Minute)
	_, err := w.PlayTurn(t.Context(), TurnInput{Game: g.ID, Player: ann.ID, Text: "c1-d1"})
	wantCode(t, err, CodeGameOver)
	w.sweep()
	if got := kinds(w.deliver()); got != "game_over:ann game_over:bob " {
		t.Fatalf("at the deadline: %q", got)
	}
	if end := w.find(g); end.Status != Finished || end.Result != rules.Won(rules.Second, ReasonTimeout) || end.Ply != 2 {
		t.Fatalf("%+v", end)
	}
}

func TestTimeoutBeforeTheFirstTurnAborts(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g, h := w.paced(ann, bob, "4h"), w.paced(bob, ann, "4h")
	w.play(h, bob, "d1-c1")
	w.deliver()
	w.run(4 * time.Hour)
	for _, game := range []*Game{g, h} {
		end := w.find(game)
		if end.Status != Aborted || end.Result.Reason != ReasonAborted || end.Result.Winner != rules.NoSeat {
			t.Errorf("%s: %+v", game.ID, end)
		}
	}
}

func TestNoReminderForATurnThatIsPlayed(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.paced(ann, bob, "4h")
	w.run(3*time.Hour - time.Minute)
	w.pass(time.Minute)
	w.sweep() // queued, not sent
	w.play(g, ann, "d1-c1")
	if got := kinds(w.deliver()); got != "your_turn:bob " {
		t.Fatalf("told %q", got)
	}
}

func TestBankPace(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.paced(ann, bob, "10h+2h/11h")
	w.run(5 * time.Hour)
	after := w.play(g, ann, "d1-c1")
	w.deliver()
	if after.Left != [2]time.Duration{7 * time.Hour, 10 * time.Hour} {
		t.Fatalf("left %v", after.Left)
	}
	w.run(30 * time.Minute)
	if after = w.play(g, bob, "d3-c3"); after.Left != [2]time.Duration{7 * time.Hour, 11 * time.Hour} {
		t.Fatalf("left %v, not capped", after.Left)
	}
}

func TestOutageIsGivenBack(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.paced(ann, bob, "4h")
	before := w.find(g).Deadline
	w.pass(outageFrom)
	w.sweep()
	if got := w.find(g).Deadline; !got.Equal(before) {
		t.Fatalf("five minutes moved the deadline to %v", got)
	}
	w.pass(9 * time.Hour) // past the deadline
	w.restart()
	// Whoever comes first, turn or sweep, must see the time given back.
	if _, err := w.TryTurn(t.Context(), TurnInput{Game: g.ID, Player: ann.ID, Text: "d1-c1"}); err != nil {
		t.Fatalf("a turn right after the outage: %v", err)
	}
	w.sweep()
	if got := w.find(g); !got.Deadline.Equal(before.Add(9*time.Hour)) || got.Status != Ongoing {
		t.Fatalf("%s, deadline %v, want %v", got.Status, got.Deadline, before.Add(9*time.Hour))
	}
	log, err := w.GameLog(t.Context(), g.ID, 0, 10)
	if err != nil || len(log) != 1 ||
		log[0].Kind != LogOutage || log[0].Back != 9*time.Hour || log[0].Seat != rules.First {
		t.Fatalf("%+v, %v", log, err)
	}
}

func TestLateMailIsGivenBack(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.paced(ann, bob, "4h")
	g = w.play(g, ann, "d1-c1")
	for range 6 * 60 { // the mail server is out of reach for longer than the turn has
		w.pass(time.Minute)
		w.sweep()
	}
	if got := w.find(g); got.Status != Ongoing {
		t.Fatalf("lost while the mail waited: %+v", got.Result)
	}
	w.deliver()
	if got := w.find(g); !got.Deadline.Equal(g.Deadline.Add(6*time.Hour)) || got.Left[1] != 4*time.Hour {
		t.Fatalf("deadline %v, left %v", got.Deadline, got.Left)
	}
	log, err := w.GameLog(t.Context(), g.ID, 0, 10)
	if err != nil || len(log) != 1 || log[0].Kind != LogMailDelay || log[0].Back != 6*time.Hour {
		t.Fatalf("%+v, %v", log, err)
	}
}

func TestLateMailAndOutageCountOnce(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.paced(ann, bob, "4h")
	g = w.play(g, ann, "d1-c1")
	for range 10 {
		w.pass(time.Minute)
		w.sweep()
	}
	w.pass(3 * time.Hour) // an outage while the mail waits
	w.sweep()
	w.deliver()
	if got := w.find(g); !got.Deadline.Equal(g.Deadline.Add(3*time.Hour + 10*time.Minute)) {
		t.Fatalf("deadline %v, want %v", got.Deadline, g.Deadline.Add(3*time.Hour+10*time.Minute))
	}
}

func TestNoReminderFromTheWaitOfLateMail(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.paced(ann, bob, "4h")
	w.play(g, ann, "d1-c1")
	for range 200 { // past the reminder
		w.pass(time.Minute)
		w.sweep()
	}
	if got := kinds(w.deliver()); got != "your_turn:bob " {
		t.Fatalf("told %q", got)
	}
	if got := kinds(w.run(3 * time.Hour)); got != "reminder:bob " {
		t.Fatalf("at a quarter: %q", got)
	}
}

func TestTurnBeforeTheSweepFindsTheOutageGivenBack(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.paced(ann, bob, "10h+1h")
	w.run(time.Hour)
	w.pass(9 * time.Hour) // the process stood still
	if got := w.play(g, ann, "d1-c1"); got.Left != [2]time.Duration{10 * time.Hour, 10 * time.Hour} {
		t.Fatalf("left %v", got.Left)
	}
	w.sweep()
	if got := w.find(g); got.Left != [2]time.Duration{10 * time.Hour, 10 * time.Hour} {
		t.Fatalf("left %v after the sweep", got.Left)
	}
}
