package rating

import (
	"math"
	"testing"
	"time"

	"turnpost/models/modeltest/vectors"
)

// season is a line of the vectors: events in order, and what each game gives.
type season struct {
	Seed   string
	Events []struct {
		Played  string
		ID      string
		Pool    string
		At      int64
		Players [2]string
		Score   Score
		Reason  string
		Turns   [2]int
		Rated   bool
		House   bool
	}
	Results []struct {
		ID            string
		Rated         bool
		Why           Cause
		Before, After [2][3]float64
	}
	At    int64
	Shown map[string]struct {
		Rating, Deviation, Games int
		Provisional              bool
	}

	// the example of the paper
	Paper   bool
	Player  [3]float64
	Games   [][3]float64
	Elapsed float64
	Single  [3]float64 `json:"after"`
}

// seasons calls f with every line of the vectors.
func seasons(t *testing.T, f func(t *testing.T, s *season)) {
	t.Helper()
	vectors.Each(t, f, "testdata/ratings.jsonl", "ratings.jsonl")
}

func TestVectors(t *testing.T) {
	lines := 0
	seasons(t, func(t *testing.T, s *season) {
		t.Helper()
		if lines++; s.Paper {
			checkPaper(t, s)
			return
		}
		t.Run(s.Seed, func(t *testing.T) { checkSeason(t, s) })
	})
	if lines < 2 {
		t.Fatalf("%d lines", lines)
	}
}

func checkPaper(t *testing.T, s *season) {
	t.Helper()
	r := Rating{s.Player[0], s.Player[1], s.Player[2]}
	var games []Result
	for _, g := range s.Games {
		games = append(games, Result{Rating{g[0], g[1], 0.06}, Score(g[2])})
	}
	got := r.Update(s.Elapsed, games...)
	if !near(got, s.Single) {
		t.Errorf("the example of the paper gives %+v, want %v", got, s.Single)
	}
}

func near(r Rating, want [3]float64) bool {
	return math.Abs(r.Rating-want[0]) < 1e-6 && math.Abs(r.Deviation-want[1]) < 1e-6 &&
		math.Abs(r.Volatility-want[2]) < 1e-6
}

func checkSeason(t *testing.T, s *season) {
	ledger := NewLedger[string]()
	returns := map[string]int64{} // number of own turns, which tells absences apart
	n := 0
	for _, e := range s.Events {
		if e.Played != "" {
			returns[e.Played]++
			continue
		}
		loser := e.Players[0]
		if e.Score == 1 {
			loser = e.Players[1]
		}
		got := ledger.Add(&Game[string]{
			Facts: Facts{
				Asked: e.Rated, House: e.House, Reason: e.Reason, Played: e.Turns[0] > 0 && e.Turns[1] > 0,
			},
			Pool: Pool{Ruleset: e.Pool}, Players: e.Players, Score: e.Score, At: time.Unix(e.At, 0),
			Absence: returns[loser] + 1,
		})
		want := s.Results[n]
		n++
		if e.ID != want.ID || got.Cause != want.Why || (got.Cause == "") != want.Rated {
			t.Fatalf("%s: %q, want %+v", e.ID, got.Cause, want)
		}
		for seat := range got.Before {
			if want.Rated && (!near(got.Before[seat], want.Before[seat]) || !near(got.After[seat], want.After[seat])) {
				t.Fatalf("%s seat %d: %+v to %+v, want %+v", e.ID, seat, got.Before[seat], got.After[seat], want)
			}
		}
	}
	if n != len(s.Results) || n == 0 {
		t.Fatalf("%d games, %d results", n, len(s.Results))
	}
	checkShown(t, s, ledger)
}

func checkShown(t *testing.T, s *season, ledger *Ledger[string]) {
	t.Helper()
	at, shown := time.Unix(s.At, 0), 0
	ledger.All(func(player string, pool Pool, standing Standing) {
		want, ok := s.Shown[pool.Ruleset+" "+player]
		now := standing.Now(at)
		if shown++; !ok || now.Shown() != want.Rating || now.ShownDeviation() != want.Deviation ||
			now.Provisional() != want.Provisional || standing.Games != want.Games {
			t.Errorf("%s %s: %+v of %d games, want %+v", pool.Ruleset, player, now, standing.Games, want)
		}
	})
	if shown != len(s.Shown) {
		t.Errorf("%d standings, want %d", shown, len(s.Shown))
	}
}
