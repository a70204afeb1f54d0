package board

import (
	"bytes"
	"fmt"
	"image"
	"sync"
	"testing"

	"turnpost/rules"
	"turnpost/rules/rulestest/sample"
)

// A picture made of strips equals one that is drawn whole.
func TestStripsMakeTheWholePicture(t *testing.T) {
	for i, s := range samples {
		if sample.Short() && i%3 != 0 {
			continue
		}
		style := s.style()
		for style.Scale = 1; style.Scale <= 2; style.Scale++ {
			d := s.diagram(t)
			p := newPicture(d, style)
			r := &recording{scale: style.Scale, inks: p.inks}
			p.draw(r)
			one := []*strip{r.strip(p.width, 0, p.height, nil)}
			want := decode(t, encodePNG(p.width*style.Scale, p.height*style.Scale, blends.get(p.inks).palette, one))
			got := decode(t, drawPNG(t, d, style))
			if at, differ := firstDifference(got, want); differ {
				t.Errorf("%s at %d×: another pixel at %v", s.name, style.Scale, at)
			}
		}
	}
}

func firstDifference(a, b image.Image) (image.Point, bool) {
	if a.Bounds() != b.Bounds() {
		return a.Bounds().Max, true
	}
	for y := range a.Bounds().Dy() {
		for x := range a.Bounds().Dx() {
			if a.At(x, y) != b.At(x, y) {
				return image.Pt(x, y), true
			}
		}
	}
	return image.Point{}, false
}

// A turn reuses the strips that it has not changed.
func TestStripsAreUsedAgain(t *testing.T) {
	before := strips
	defer func() { strips = before }()
	strips = newPartCache[*strip](stripBytes)
	d := rules.Diagram{Files: 9, Ranks: 9}
	draw := func(square string) int {
		d.Pieces = []rules.Piece{{Square: square, Shape: rules.ShapeDisc}}
		drawPNG(t, d, Style{})
		return strips.Len()
	}
	all := draw("a5")
	if now := draw("d5"); now != all+1 {
		t.Errorf("%d strips for a move along a rank; want 1", now-all)
	}
	if now := draw("a5"); now != all+1 {
		t.Errorf("%d strips for a picture that was drawn before", now-all-1)
	}
}

// A new rank is assembled from squares that were seen before at any position.
func TestCellsAreUsedAgain(t *testing.T) {
	strip, cell := strips, cells
	defer func() { strips, cells = strip, cell }()
	forget()
	d := rules.Diagram{Files: 9, Ranks: 9}
	draw := func(squares ...string) int {
		d.Pieces = nil
		for _, square := range squares {
			d.Pieces = append(d.Pieces, rules.Piece{Square: square, Shape: rules.ShapeDisc})
		}
		drawPNG(t, d, Style{Scale: cellScale})
		return cells.Len()
	}
	all := draw("b5")
	if now := draw("d5", "e2", "f2"); now != all {
		t.Errorf("%d cells for pieces on other squares; want none", now-all)
	}
	d.Marks.To = []string{"d5"}
	if now := draw("d5"); now != all+1 {
		t.Errorf("%d cells for a mark; want 1", now-all)
	}
}

func TestStripStoreKeepsWhatWasUsedLast(t *testing.T) {
	s := newPartCache[*strip](4 * partOverhead) // two in each half
	keep := func(key string) { s.Put(contentOf([]byte(key)), &strip{}) }
	has := func(key string) bool {
		_, ok := s.Get(contentOf([]byte(key)))
		return ok
	}
	keep("a")
	keep("b")
	keep("c") // fills the second half
	if !has("b") {
		t.Fatal("what was kept last but one is gone")
	}
	keep("d") // "a" goes, "b" was used
	if has("a") || !has("b") || !has("c") || !has("d") {
		t.Error("not what was used last is kept")
	}
	for i := range 1000 {
		s.Put(contentOf(fmt.Append(nil, i)), &strip{bits: bitString{b: make([]byte, i)}})
		if n := s.Len(); n > 4 {
			t.Fatalf("%d strips are kept", n)
		}
	}
}

// Many goroutines use a cache that evicts all the time.
func TestStripStoreIsShared(t *testing.T) {
	before := strips
	defer func() { strips = before }()
	strips = newPartCache[*strip](10_000)
	var wg sync.WaitGroup
	for _, s := range samples {
		d, style := s.diagram(t), s.style()
		want := drawPNG(t, d, style)
		for range 2 {
			wg.Go(func() {
				for range 3 {
					if got, err := PNG(d, style); err != nil || !bytes.Equal(got, want) {
						t.Errorf("%s is drawn otherwise beside others (%v)", s.name, err)
					}
				}
			})
		}
	}
	wg.Wait()
}
