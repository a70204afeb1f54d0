package board

import (
	"testing"

	"turnpost/rules"
	"turnpost/rules/bohnduell"
	"turnpost/rules/hanniball"
	"turnpost/rules/hnefatafl"
	"turnpost/rules/phrase"
	"turnpost/rules/sevensages"
)

// Each player's end is at the bottom. A reader without a side, and every reader of a
// board that looks the same from all sides, sees it unturned.
func TestForSeat(t *testing.T) {
	cases := []struct {
		ruleset rules.Ruleset
		own     [2]string // a place of each side's own end, "" where there is none
	}{
		{hanniball.New(), [2]string{"e1", "e15"}},
		{sevensages.New(), [2]string{"h1", "h15"}},
		{bohnduell.New(), [2]string{"g2", "r2"}},
		{hnefatafl.New(), [2]string{}},
	}
	for _, c := range cases {
		info := c.ruleset.Info(phrase.English)
		p, err := c.ruleset.Start(info.Variants[0].ID)
		if err != nil {
			t.Fatal(err)
		}
		d := p.Diagram(phrase.English)
		if ForSeat(info, d, rules.NoSeat).Flip {
			t.Errorf("%s is turned for nobody", info.ID)
		}
		for seat, own := range c.own {
			style := ForSeat(info, d, rules.Seat(seat))
			if own == "" {
				if style.Flip {
					t.Errorf("%s is turned for seat %d", info.ID, seat)
				}
				continue
			}
			places := NewLayout(d, style).Places
			if other := c.own[1-seat]; places[own].Min.Y <= places[other].Min.Y {
				t.Errorf("%s: for seat %d, %s lies above %s", info.ID, seat, own, other)
			}
		}
	}
}

func TestLegendExplainsWhatIsThere(t *testing.T) {
	d := rules.Diagram{
		Files: 3, Ranks: 1,
		Pieces: []rules.Piece{{Square: "a1", ASCII: "h"}},
		Legend: []rules.Legend{
			{ASCII: "H h", Text: "Horse"},
			{ASCII: "L l", Text: "Lion"},
			{ASCII: "*", Text: "the ball"},
			{ASCII: " ", Text: "outside"},
		},
		Marks: rules.Marks{Captured: []string{"a1"}, To: []string{"b1"}, From: []string{"b1"}},
		Signs: rules.Signs{From: "left", To: "reached", Captured: "taken"},
	}
	const want = " 1  h [.] .\n    a  b  c\n\nH h    Horse\n[ ]    reached\n"
	if got := Text(d, Style{Legend: true}); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}
