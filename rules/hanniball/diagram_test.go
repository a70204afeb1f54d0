package hanniball

import (
	"slices"
	"testing"

	"turnpost/rules"
	"turnpost/rules/phrase"
)

func TestDiagram(t *testing.T) {
	p := place(t, "w Me1 Hb4 ld7 *b4")
	d := p.Diagram(phrase.English)
	want := []rules.Piece{
		{
			Square: "e1", Seat: rules.First, Kind: "Monkey", Name: "Monkey",
			Shape: rules.ShapeKeeper, Letter: "M", Figure: rules.FigureMonkey, ASCII: "M", Unicode: "M",
		},
		{
			Square: "b4", Seat: rules.First, Kind: "Horse", Name: "Horse", Ball: true,
			Shape: rules.ShapeDisc, Letter: "H", Figure: rules.FigureHorse, ASCII: "H", Unicode: "H",
		},
		{
			Square: "d7", Seat: rules.Second, Kind: "Lion", Name: "Lion",
			Shape: rules.ShapeDisc, Letter: "L", Figure: rules.FigureLion, ASCII: "l", Unicode: "l",
		},
	}
	if d.Files != 9 || d.Ranks != 15 || !slices.Equal(d.Pieces, want) || d.Ball != "" {
		t.Errorf("%+v", d)
	}
	if free := place(t, "w Me1 Hb4 ld7 *b5").Diagram(phrase.English); free.Ball != "b5" || free.Pieces[1].Ball {
		t.Errorf("a free Ball: %+v", free)
	}
	squares := map[rules.RegionKind]int{}
	for _, r := range d.Regions {
		squares[r.Kind] += len(r.Squares)
	}
	if squares[rules.RegionVoid] != 12 || squares[rules.RegionGoal] != 6 || squares[rules.RegionArea] != 20 {
		t.Errorf("regions: %v", squares)
	}
}

// Each call returns a new diagram.
func TestDiagramIsFresh(t *testing.T) {
	p := place(t, "w Me1 Hb4 ld7 *b4")
	d := p.Diagram(phrase.English)
	d.Pieces[0].Square, d.Regions[0].Squares[0], d.Legend[0].Text = "x", "x", "x"
	again := p.Diagram(phrase.English)
	if again.Pieces[0].Square != "e1" || again.Regions[0].Squares[0] != "a1" || again.Legend[0].Text == "x" {
		t.Error("a changed diagram changes the next one")
	}
}

// A run, a capture and a shot are marked at their start and end.
func TestMarks(t *testing.T) {
	played, err := place(t, "w Hb4 lc6 ha12 *c6").Play("b4-c6 c6-d8 d8~e9")
	if err != nil {
		t.Fatal(err)
	}
	m := played.Next.Diagram(phrase.English).Mark(played.Events).Marks
	if !slices.Equal(m.From, []string{"b4"}) || !slices.Equal(m.To, []string{"d8"}) ||
		!slices.Equal(m.Captured, []string{"c6"}) || len(m.Ways()) != 1 || !slices.Equal(m.Ways()[0], []string{"d8", "e9"}) {
		t.Errorf("%+v", m)
	}
}
