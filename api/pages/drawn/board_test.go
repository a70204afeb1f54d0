package drawn

import (
	"testing"

	"turnpost/rules"
	"turnpost/templates/board"
	"turnpost/templates/view"
)

// Of several counters, the first one names its owner: the bar beside a board has one line.
func TestCountersOfASide(t *testing.T) {
	d := rules.Diagram{Files: 3, Ranks: 3, Counters: []rules.Counter{
		{Seat: rules.First, Label: "points", Value: 2},
		{Seat: rules.First, Label: "in hand", Value: 1},
		{Seat: rules.Second, Label: "points", Value: 3},
	}}
	style := board.Style{Sides: [2]string{"White", "Black"}}
	got := New(&view.Board{Diagram: d, Style: style}, "").Score
	if want := [2]string{"White points 2, in hand 1", "Black points 3"}; got != want {
		t.Errorf("the bars have %q, want %q", got, want)
	}
}
