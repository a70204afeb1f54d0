package board

import (
	"bytes"
	"image/png"
	"testing"

	"turnpost/rules"
)

// FuzzBoard builds diagrams from bytes, with squares off the board, kinds that
// nobody knows and numbers that make no sense, and draws them in all forms.
func FuzzBoard(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte("\x0b\x0bregions and pieces on a board of squares, some of them beside it"))
	f.Add([]byte("\x00\x00\x05bowls in rows that face each other, or do not"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 2000 {
			return
		}
		forget()
		in := &byteReader{data: data}
		d, s := in.diagram(), in.style()
		for _, s.Unicode = range []bool{false, true} {
			checkText(t, "fuzzed board", Text(d, s))
		}
		area := Area{Place: in.place(), Href: in.text(), Name: in.text(), Class: in.text(), Mark: Mark(in.next() % 4)}
		checkXML(t, SVG(d, s, area))
		if _, err := PNG(in.diagram(), s); err != nil { // fills the cache with strips that must not be confused
			t.Fatal(err)
		}
		b, err := PNG(d, s)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := png.Decode(bytes.NewReader(b)); err != nil {
			t.Error(err)
		}
		forget()
		if alone, err := PNG(d, s); err != nil || !bytes.Equal(b, alone) {
			t.Errorf("drawn after another board, a board is another (%v)", err)
		}
	})
}

// forget empties the caches, so that the same input takes the same path each time. The
// fuzzer would mistake any other path for new coverage.
func forget() {
	sprites = newPartCache[*raster](spriteBytes)
	strips = newPartCache[*strip](stripBytes)
	cells = newPartCache[*cell](cellBytes)
	glyphs = newMemo(maxGlyphs, drawGlyph)
	outlines = newMemo(maxGlyphs, newOutline)
	blends = newMemo(maxBlends, newBlendTable)
}

// byteReader makes values of bytes, and zero values when they run out.
type byteReader struct{ data []byte }

func (r *byteReader) next() byte {
	if len(r.data) == 0 {
		return 0
	}
	b := r.data[0]
	r.data = r.data[1:]
	return b
}

func (r *byteReader) flag() bool { return r.next()%2 == 1 }
func (r *byteReader) small() int { return int(int8(r.next())) }
func (r *byteReader) seat() rules.Seat {
	return rules.Seat(int8(r.next()%5) - 2)
}

func (r *byteReader) text() string {
	n := min(int(r.next()%8), len(r.data))
	s := string(r.data[:n])
	r.data = r.data[n:]
	return s
}

// place is most often the name of a square.
func (r *byteReader) place() string {
	if b := r.next(); b%8 > 0 {
		return rules.Square{File: int(b % 27), Rank: int(r.next() % 20)}.String()
	}
	return r.text()
}

func (r *byteReader) places() []string {
	var list []string
	for range r.next() % 6 {
		list = append(list, r.place())
	}
	return list
}

func (r *byteReader) style() Style {
	return Style{
		Flip: r.flag(), Scale: int(r.next() % 3), Legend: r.flag(), Dark: r.flag(), Classes: r.flag(), Page: r.flag(),
		Caption: r.text(), Sides: [2]string{r.text(), r.text()},
	}
}

func (r *byteReader) diagram() rules.Diagram {
	d := rules.Diagram{Files: r.small() % 30, Ranks: r.small() % 30, Bottom: r.seat(), Checkered: r.flag()}
	d.Colours = [2]rules.Colour{rules.Colour(r.text()), rules.ColourRed}
	for range r.next() % 8 {
		d.Bowls = append(d.Bowls, r.bowl())
	}
	d.Ball = r.place()
	d.Marks = rules.Marks{From: r.places(), To: r.places(), Captured: r.places()}
	d.Marks.Arrows = []rules.Arrow{{Ball: r.flag(), Way: r.places()}, {Ball: r.flag(), Way: r.places()}}
	d.Counters = []rules.Counter{{Seat: r.seat(), Label: r.text(), Value: r.small()}}
	d.Legend = []rules.Legend{{ASCII: r.text(), Unicode: r.text(), Text: r.text()}}
	for len(r.data) > 20 {
		if r.flag() {
			d.Pieces = append(d.Pieces, r.piece())
		} else {
			d.Regions = append(d.Regions, r.region())
		}
	}
	return d
}

func (r *byteReader) bowl() rules.Bowl {
	kinds := []rules.BowlKind{rules.BowlSmall, rules.BowlLarge, rules.BowlStock, rules.BowlKind(r.text())}
	return rules.Bowl{
		Name: r.place(), Label: r.text(), Kind: kinds[r.next()%4], Seat: r.seat(),
		Row: r.small() % 10, Column: r.small() % 10, Balls: r.small(),
	}
}

func (r *byteReader) piece() rules.Piece {
	shapes := []rules.Shape{rules.ShapeDisc, rules.ShapeKing, rules.ShapeKeeper, rules.Shape(r.text())}
	return rules.Piece{
		Square: r.place(), Seat: r.seat(), Kind: r.text(), Letter: r.text(), Shape: shapes[r.next()%4],
		Ball: r.flag(), ASCII: r.text(), Unicode: r.text(),
	}
}

func (r *byteReader) region() rules.Region {
	kinds := []rules.RegionKind{
		rules.RegionVoid, rules.RegionArea, rules.RegionGoal, rules.RegionRestricted, rules.RegionOutside,
		rules.RegionKind(r.text()),
	}
	return rules.Region{Kind: kinds[r.next()%6], Seat: r.seat(), Squares: r.places(), ASCII: r.text(), Unicode: r.text()}
}
