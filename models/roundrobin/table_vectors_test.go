package roundrobin

import (
	"slices"
	"testing"

	"turnpost/models/modeltest/vectors"
)

// event is a line of the vectors.
type event struct {
	Kind, ID string
	Players  []string
	Double   bool
	AtOnce   int `json:"at_once"`
	Pairings [][4]any
	Started  []int
	Steps    []struct {
		End              []any // number, points of the first, reason
		Withdraw, Played string
		Starts           []int
		Standings        []struct {
			Player                          string
			Points, SB, Wins, Games, Direct int
			Place                           *int
			Withdrawn                       Withdrawal
		}
	}
	Ratings map[string]*int
	Size    int
	Groups  [][]string
}

func TestVectors(t *testing.T) {
	kinds := map[string]int{}
	vectors.Each(t, func(t *testing.T, e *event) {
		t.Helper()
		kinds[e.Kind]++
		switch e.Kind {
		case "groups":
			t.Run(e.ID, func(t *testing.T) { checkGroups(t, e) })
		case "round_robin":
			t.Run(e.ID, func(t *testing.T) { checkEvent(t, e) })
		}
	}, "testdata/tournaments.jsonl", "tournaments.jsonl")
	if kinds["groups"] == 0 || kinds["round_robin"] == 0 {
		t.Fatalf("events %v", kinds)
	}
}

func checkGroups(t *testing.T, e *event) {
	got := Groups(e.ID, e.Ratings, e.Size)
	if !slices.EqualFunc(got, e.Groups, slices.Equal[[]string]) {
		t.Errorf("groups %v, want %v", got, e.Groups)
	}
}

func checkEvent(t *testing.T, e *event) {
	var pairings [][4]any
	for _, p := range Pairings(e.ID, e.Players, e.Double) {
		pairings = append(pairings, [4]any{float64(p.No), float64(p.Round), p.First, p.Second})
	}
	if !slices.Equal(pairings, e.Pairings) {
		t.Fatalf("pairings %v, want %v", pairings, e.Pairings)
	}
	table := New(e.ID, e.Players, e.Double, e.AtOnce)
	if got := table.Start(); !slices.Equal(got, e.Started) {
		t.Fatalf("started %v, want %v", got, e.Started)
	}
	for i, step := range e.Steps {
		switch {
		case step.Played != "":
			table.Played(step.Played)
			continue
		case step.Withdraw != "":
			table.Withdraw(step.Withdraw, Withdrawn)
		default:
			no, _ := step.End[0].(float64)
			score, _ := step.End[1].(float64)
			reason, _ := step.End[2].(string)
			table.Finish(int(no), int(score), reason)
		}
		if got := table.Start(); !slices.Equal(got, step.Starts) {
			t.Fatalf("step %d %v: starts %v, want %v", i, step.End, got, step.Starts)
		}
		rows := table.Standings()
		for k, want := range step.Standings {
			if want.Place == nil {
				want.Place = new(int)
			}
			row := rows[k]
			if row.Place == 0 {
				if row.Withdrawn != want.Withdrawn {
					t.Errorf("step %d, %s: withdrawn %q, want %q", i, row.Player, row.Withdrawn, want.Withdrawn)
				}
				row = Row{Player: row.Player, Withdrawn: row.Withdrawn}
			}
			if row.Player != want.Player || row.Points != want.Points || row.SB != want.SB || row.Wins != want.Wins ||
				row.Games != want.Games || row.Direct != want.Direct || row.Place != *want.Place {
				t.Fatalf("step %d %v, row %d: %+v, want %+v", i, step.End, k, row, want)
			}
		}
		if len(rows) != len(step.Standings) {
			t.Fatalf("step %d: %d rows", i, len(rows))
		}
	}
}
