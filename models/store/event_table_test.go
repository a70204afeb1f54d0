package store

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"turnpost/models/event"
	"turnpost/models/roundrobin"
)

// A crosstable has each game in the rows of both players, with their points.
func TestCrosstable(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	e := w.event(event.NewEvent{Size: 3, Double: true, AtOnce: 1}, w.players(3)...)
	for i := range 2 {
		for _, g := range w.eventGames(e) {
			if g.State == roundrobin.Running {
				[]func(){func() { w.agree(g) }, func() { w.resignAs(g, g.First) }}[i]()
				break
			}
		}
	}
	games := w.eventGames(e)
	rows := w.eventTable(e).Groups[0]
	number := map[string]int{}
	for _, r := range rows {
		number[r.Ref.Name] = r.Number
	}
	shown := 0
	for _, r := range rows {
		for opponent, cells := range r.Against {
			for _, cell := range cells {
				shown++
				g := games[cell.No-1]
				points, other := g.Score, g.Second
				if g.Second == r.Ref {
					points, other = roundrobin.Win-g.Score, g.First
				}
				if g.State != roundrobin.Over {
					points = 0
				}
				if want := (event.Cell{
					No: g.No, Game: g.Game, State: g.State,
					Points: points,
				}); cell != want || number[other.Name] != opponent+1 {
					t.Errorf("%s against %d: %+v, want %+v against %s", r.Ref.Name, opponent+1, cell, want, other.Name)
				}
			}
		}
	}
	if shown != 12 {
		t.Errorf("%d cells", shown)
	}
}

// The estimated end follows from the lengths of the latest games, the latest possible one from the longest. Games in
// which one side has not played say nothing.
func TestEndsOfAnEvent(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	want := func(n event.NewEvent, estimated, latest time.Duration) {
		t.Helper()
		n.Pace = "1d"
		e := w.event(n)
		if a, b := e.EstimatedEnd.Sub(w.now()), e.LatestEnd.Sub(w.now()); a != estimated || b != latest {
			t.Errorf("%+v: in %s and %s, want %s and %s", n, a, b, estimated, latest)
		}
	}
	want(event.NewEvent{Size: 3}, 20*day, 120*day)
	want(event.NewEvent{Size: 3, AtOnce: 1}, 40*day, 240*day)
	for _, plies := range []int{1, 2, 4} {
		g := w.game(ann, bob, "hnefatafl", "7x7")
		w.shuttle(g, ann, bob, plies)
		w.resign(g, ann)
	}
	want(event.NewEvent{Size: 3}, day, 4*day)
	want(event.NewEvent{Size: 12, AtOnce: 1}, 11*day, 44*day)
	want(event.NewEvent{Size: 13, AtOnce: 1}, 6*day, 24*day) // groups of seven and six
}

// More than twelve players are divided by their ratings, and play within their groups.
func TestEventGroups(t *testing.T) {
	w := newWorld(t)
	w.unsynced(t)
	players := w.players(13)
	for i, p := range players[1:] { // p0 has no rating
		w.alter(fmt.Sprintf(`INSERT INTO ratings
			(player_id, ruleset, variant, rating, deviation, volatility, games, opponents, rated_at)
			VALUES (%d, 'hnefatafl', '7x7', %d, 100, 0.06, 1, 0, 1)`, p.ID, 1010+100*i))
	}
	e := w.event(event.NewEvent{Size: 13}, players...)
	if e.Groups != 2 || e.Games != 21+15 {
		t.Fatalf("%+v", e)
	}
	table := w.eventTable(e)
	if len(table.Groups) != 2 || len(table.Groups[0]) != 7 || len(table.Groups[1]) != 6 {
		t.Errorf("%+v", table.Groups)
	}
	var second []string
	for _, r := range table.Groups[1] {
		second = append(second, r.Ref.Name)
	}
	if slices.Sort(second); !slices.Equal(second, []string{"p10", "p11", "p2", "p3", "p6", "p7"}) {
		t.Errorf("the second group has %v", second)
	}
	w.alter("DELETE FROM ratings")
	if faults := w.checkEvents(); faults != "" {
		t.Error(faults)
	}
}
