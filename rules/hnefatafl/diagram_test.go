package hnefatafl

import (
	"reflect"
	"strings"
	"testing"

	"turnpost/rules/phrase"
)

func TestDiagram(t *testing.T) {
	p := at(t, "7x7", "3t3/3t3/3T3/ttTK1tt/4T2/3t3/4t2 d")
	d := p.Diagram(phrase.English)
	grid := make([][]string, d.Ranks)
	for rank := range grid {
		grid[rank] = strings.Split(strings.Repeat(".", d.Files), "")
	}
	put := func(square, symbol string) {
		grid[int('0')+d.Ranks-int(square[1])][square[0]-'a'] = symbol
	}
	for _, region := range d.Regions {
		for _, square := range region.Squares {
			put(square, region.ASCII)
		}
	}
	for _, piece := range d.Pieces {
		put(piece.Square, piece.ASCII)
	}
	var got strings.Builder
	for _, rank := range grid {
		got.WriteString("\n" + strings.Join(rank, ""))
	}
	const want = `
#..a..#
...a...
...d...
aadK.aa
....d..
...a...
#...a.#`
	if got.String() != want {
		t.Errorf("got%s\nwant%s", got.String(), want)
	}
	if d.Counters[attackers].Value != 8 || d.Counters[defenders].Value != 3 {
		t.Errorf("counters %+v", d.Counters)
	}
	if !reflect.DeepEqual(d, p.Diagram(phrase.English)) {
		t.Error("two diagrams of one position differ")
	}
	d.Pieces[0].Square = "g7"
	if reflect.DeepEqual(d, p.Diagram(phrase.English)) {
		t.Error("two diagrams share their pieces")
	}
}
