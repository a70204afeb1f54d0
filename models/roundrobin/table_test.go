package roundrobin

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"turnpost/rules/rulestest/sample"
)

func names(n int) (list []string) {
	for i := range n {
		list = append(list, fmt.Sprintf("player-%d", i))
	}
	return list
}

// Every pair plays once, or once with each side, and everybody once a round.
func TestPairings(t *testing.T) {
	for n := range 26 {
		for _, double := range []bool{false, true} {
			checkPairings(t, n, double)
		}
	}
}

func checkPairings(t *testing.T, n int, double bool) {
	t.Helper()
	met, firsts := map[[2]string]int{}, map[string]int{}
	busy := map[string]bool{}
	list := Pairings("event", names(n), double)
	for i, p := range list {
		met[[2]string{p.First, p.Second}]++
		firsts[p.First]++
		for _, player := range []string{p.First, p.Second} {
			key := fmt.Sprint(p.Round, player)
			if busy[key] {
				t.Fatalf("%d players: %s plays twice in round %d", n, player, p.Round)
			}
			busy[key] = true
		}
		if p.No != i+1 || p.First == p.Second || i > 0 && p.Round < list[i-1].Round {
			t.Fatalf("%d players, game %d: %+v", n, i, p)
		}
	}
	for _, a := range names(n) {
		for _, b := range names(n) {
			there, back := met[[2]string{a, b}], met[[2]string{b, a}]
			switch {
			case a == b:
			case double && (there != 1 || back != 1), !double && there+back != 1:
				t.Fatalf("%d players, double %v: %s and %s play %d and %d", n, double, a, b, there, back)
			}
		}
		if second := (n-1)*(1+btoi(double)) - firsts[a]; n > 0 && (firsts[a]-second > 1 || second-firsts[a] > 1) {
			t.Errorf("%d players: %s is first %d times, second %d times", n, a, firsts[a], second)
		}
	}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func TestGroupsAreEven(t *testing.T) {
	for n := 13; n < 60; n++ {
		ratings := map[string]*int{}
		for i, p := range names(n) {
			if i%3 > 0 {
				r := 1000 + i*37%500
				ratings[p] = &r
			} else {
				ratings[p] = nil
			}
		}
		groups := Groups("event", ratings, MaxGroup)
		seen := map[string]bool{}
		for _, g := range groups {
			if len(g) > MaxGroup || len(g) < n/len(groups) {
				t.Errorf("%d players: a group of %d", n, len(g))
			}
			for _, p := range g {
				seen[p] = true
			}
		}
		if len(seen) != n || len(groups) != (n+MaxGroup-1)/MaxGroup {
			t.Errorf("%d players: %d in %d groups", n, len(seen), len(groups))
		}
	}
}

// play plays an event at random, and calls check after each step.
func play(random *rand.Rand, n int, double bool, atOnce int, check func(t *Table, running map[int]bool)) *Table {
	table := New("event", names(n), double, atOnce)
	running := map[int]bool{}
	reasons := []string{"rules", "timeout", "annulled", "agreement", "resignation"}
	for {
		for _, no := range table.Start() {
			running[no] = true
		}
		for no := range running {
			if table.games[no-1].State != Running {
				delete(running, no)
			}
		}
		check(table, running)
		if len(running) == 0 {
			return table
		}
		list := make([]int, 0, len(running))
		for no := range running {
			list = append(list, no)
		}
		slices.Sort(list)
		no := list[random.IntN(len(list))]
		switch g := table.games[no-1]; random.IntN(12) {
		case 0:
			table.Withdraw(g.First, Withdrawn)
		case 1, 2, 3:
			table.Played(g.Second)
		default:
			table.Finish(no, random.IntN(3), reasons[random.IntN(len(reasons))])
		}
	}
}

// TestTableAddsUp plays events at random: the points are twice the number of games that count, nobody plays more games
// at once than allowed, places are in order, and all games end.
func TestTableAddsUp(t *testing.T) {
	for seed := range uint64(sample.Count(300, 75)) {
		random := rand.New(rand.NewPCG(seed, 1))
		n, double, atOnce := 2+random.IntN(11), random.IntN(2) == 0, random.IntN(4)
		table := play(random, n, double, atOnce, func(table *Table, running map[int]bool) {
			open := map[string]int{}
			for no := range running {
				open[table.games[no-1].First]++
				open[table.games[no-1].Second]++
			}
			for p, k := range open {
				if atOnce > 0 && k > atOnce || table.players[p].Withdrawn != "" {
					t.Fatalf("seed %d: %s plays %d games", seed, p, k)
				}
			}
			checkRows(t, table)
		})
		for _, row := range table.Standings() {
			if row.Remaining != 0 {
				t.Fatalf("seed %d: at the end %+v", seed, row)
			}
		}
	}
}

func checkRows(t *testing.T, table *Table) {
	t.Helper()
	points, games := 0, 0
	rows := table.Standings()
	for i, row := range rows {
		points, games = points+row.Points, games+row.Games
		if row.Place == 0 && (row.Points != 0 || row.Games != 0 || row.Withdrawn == "") {
			t.Fatalf("without a place: %+v", row)
		}
		if i > 0 && row.Place != 0 && row.Place != i+1 && row.Place != rows[i-1].Place {
			t.Fatalf("places %+v, %+v", rows[i-1], row)
		}
	}
	if points != games { // each game gives two points, and counts for two players
		t.Fatalf("%d points in %d rows of games", points, games)
	}
}

func TestWithdrawalOfHalf(t *testing.T) {
	for finished, leaves := range []bool{true, true, false} {
		table := New("event", names(5), false, 0)
		table.Start()
		count := 0
		for _, g := range table.games {
			if (g.First == "player-0" || g.Second == "player-0") && count < finished {
				table.Finish(g.No, Draw, "agreement")
				count++
			}
		}
		table.Withdraw("player-0", Deleted)
		table.Finish(1, Win, "rules") // no effect where it is over
		rows := table.Standings()
		at := slices.IndexFunc(rows, func(r Row) bool { return r.Player == "player-0" })
		if got := rows[at]; (got.Place == 0) != leaves || got.Withdrawn != Deleted || got.Remaining != 0 {
			t.Errorf("after %d of 4 games: %+v", finished, got)
		}
		if others := rows[(at+1)%5]; !leaves && others.Games < 1 {
			t.Errorf("no forfeit for %+v", others)
		}
	}
}

func TestEnd(t *testing.T) {
	begin := time.Date(2026, 11, 23, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		players int
		double  bool
		atOnce  int
		games   int // one after another
	}{{12, false, 0, 1}, {12, false, 4, 3}, {12, true, 4, 6}, {12, true, 100, 1}, {1, false, 1, 0}, {3, true, 1, 4}} {
		want := begin.Add(time.Duration(c.games) * 24 * time.Hour)
		if got := End(begin, c.players, c.double, c.atOnce, 24*time.Hour); !got.Equal(want) {
			t.Errorf("%+v ends at %s", c, got)
		}
	}
}
