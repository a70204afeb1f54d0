package board

import (
	"image"
	"slices"
	"testing"
)

// Links reach into the free ground around them, each up to half a place, and never into one another.
func TestLinksReachIntoFreeGround(t *testing.T) {
	place := func(column, row int) image.Rectangle {
		return image.Rect(column*44, row*44, column*44+43, row*44+43)
	}
	places := map[string]image.Rectangle{}
	var areas []Area
	for name, at := range map[string][2]int{
		"alone": {10, 10}, "mark": {11, 10}, "left": {2, 2}, "right": {3, 2}, "below": {2, 3}, "aslant": {4, 3},
		"near": {6, 2},
	} {
		places[name] = place(at[0], at[1])
		href := "/" + name
		if name == "mark" {
			href = ""
		}
		areas = append(areas, Area{Place: name, Href: href})
	}
	hits := hitAreas(areas, places)
	at := func(name string) image.Rectangle {
		return hits[slices.IndexFunc(areas, func(a Area) bool { return a.Place == name })]
	}
	if want := places["alone"].Inset(-21); at("alone") != want {
		t.Errorf("a link with nothing but a mark beside it reaches over %v, not %v", at("alone"), want)
	}
	if got := at("left"); got.Max.X > places["right"].Min.X || got.Min.X != places["left"].Min.X-21 {
		t.Errorf("a link with a neighbour on its right reaches over %v", got)
	}
	for i, a := range areas {
		if !places[a.Place].In(hits[i]) {
			t.Errorf("%s does not reach over its place", a.Place)
		}
		for j, b := range areas {
			if i != j && a.Href != "" && b.Href != "" && hits[i].Overlaps(hits[j]) {
				t.Errorf("%s and %s overlap: %v, %v", a.Place, b.Place, hits[i], hits[j])
			}
		}
	}
}
