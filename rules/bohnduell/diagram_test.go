package bohnduell

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"turnpost/rules"
	"turnpost/rules/phrase"
)

func TestDiagram(t *testing.T) {
	d := at(t, "2:1,3,2,4:3/0:5,0,1,2:1 g").Diagram(phrase.English)
	want := []string{
		"gl=3 g1=4 g2=2 g3=3 g4=1 gs=2",
		"rs=0 r4=5 r3=0 r2=1 r1=2 rl=1",
	}
	var rows [2][]string
	for _, b := range d.Bowls {
		if b.Column != len(rows[b.Row]) || b.Row != int(b.Seat) {
			t.Errorf("%s is in row %d, column %d", b.Name, b.Row, b.Column)
		}
		rows[b.Row] = append(rows[b.Row], fmt.Sprintf("%s=%d", b.Name, b.Balls))
	}
	for i, row := range rows {
		if got := strings.Join(row, " "); got != want[i] {
			t.Errorf("row %d is %s, want %s", i, got, want[i])
		}
	}
	counters := []rules.Counter{
		{Seat: rules.First, Label: "stock", Value: 2},
		{Seat: rules.First, Label: "large bowl", Value: 3},
		{Seat: rules.Second, Label: "stock", Value: 0},
		{Seat: rules.Second, Label: "large bowl", Value: 1},
	}
	if !slices.Equal(d.Counters, counters) {
		t.Errorf("counters %v, want %v", d.Counters, counters)
	}
}

func TestDiagramBowls(t *testing.T) {
	for _, b := range at(t, standardStart).Diagram(phrase.English).Bowls {
		want := map[byte]rules.Bowl{
			'l': {Kind: rules.BowlLarge, Label: "large"},
			's': {Kind: rules.BowlStock, Label: "stock"},
		}[b.Name[1]]
		if want.Kind == "" {
			want = rules.Bowl{Kind: rules.BowlSmall, Label: b.Name[1:]}
		}
		if b.Kind != want.Kind || b.Label != want.Label {
			t.Errorf("%s is %s %q, want %s %q", b.Name, b.Kind, b.Label, want.Kind, want.Label)
		}
	}
}

func TestDiagramIsFresh(t *testing.T) {
	p := at(t, standardStart)
	p.Diagram(phrase.English).Bowls[0].Balls = 99
	if p.Diagram(phrase.English).Bowls[0].Balls != 0 {
		t.Error("a diagram shares its bowls with the next one")
	}
}

// TestMarks checks that each bowl that got a ball is marked, and no other.
func TestMarks(t *testing.T) {
	for _, c := range []struct {
		position, turn string
		from, to       []string
	}{
		{"10:1,1,0,0:0/12:0,0,0,0:0 r", "p4", []string{"rs"}, []string{"r4"}},
		{"10:1,1,0,0:0/12:0,0,0,0:0 g", "p2", []string{"gs"}, []string{"g2", "g3", "g4"}},
		{"10:1,0,0,0:1/12:0,0,0,0:0 r", "p1", []string{"rs", "g4"}, []string{"r1", "r2", "r3", "r4", "rl"}},
		{"10:0,0,1,1:0/12:0,0,0,0:0 g", "e1", []string{"g1"}, []string{"gl"}},
		{"8:4,0,0,0:0/12:0,0,0,0:0 g", "e4", []string{"g4"}, []string{"g1", "g2", "g3", "gl"}},
		{"10:0,0,0,1:1/9:0,3,0,0:0 r", "e3", []string{"r3"}, []string{"r1", "r2", "rl"}},
	} {
		played := play(t, c.position, c.turn)
		marks := played.Next.Diagram(phrase.English).Mark(played.Events).Marks
		slices.Sort(marks.To)
		if !slices.Equal(marks.From, c.from) || !slices.Equal(marks.To, c.to) {
			t.Errorf("%s in %s marks %+v, want from %v to %v", c.turn, c.position, marks, c.from, c.to)
		}
	}
}

// TestMarksOfWholeGames plays at random: each bowl that has more balls than before is marked, and each marked one has
// balls or lost some.
func TestMarksOfWholeGames(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, v := range New().Info(phrase.English).Variants {
		for range 20 {
			p, err := New().Start(v.ID)
			if err != nil {
				t.Fatal(err)
			}
			for turn := 0; turn < 200 && !p.Result().Over(); turn++ {
				turns, _, _, err := rules.Turns(p, "", "", 1000)
				if err != nil || len(turns) == 0 {
					t.Fatal(err, turns)
				}
				text := turns[random.IntN(len(turns))]
				played, err := p.Play(text)
				if err != nil {
					t.Fatal(err)
				}
				before, after := p.Diagram(phrase.English), played.Next.Diagram(phrase.English).Mark(played.Events)
				for i, b := range after.Bowls {
					was, isMarked := before.Bowls[i].Balls, slices.Contains(after.Marks.To, b.Name)
					if b.Balls > was && !isMarked || isMarked && b.Balls == 0 && was == 0 {
						t.Fatalf("%s in %s: %s had %d, has %d, marks %+v", text, p, b.Name, was, b.Balls, after.Marks)
					}
				}
				p = played.Next
			}
		}
	}
}
