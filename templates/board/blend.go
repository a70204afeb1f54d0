package board

import (
	"image/color"
	"math"
	"slices"
)

// paletteSize is how many colours a picture has at most: with sixteen, a pixel
// takes four bits.
const paletteSize = 16

// blendSteps is the number of steps in which the edges of shapes are smoothed, before
// the nearest entry of the palette is chosen.
const blendSteps = 8

// blendTable paints in a palette: the colours themselves come first, then as
// many mixtures as there is room for of those that meet at the edges of shapes.
type blendTable struct {
	palette []color.RGBA
	entry   [colours]uint8 // of each colour, or of what comes nearest to it
	// over is the palette's entry for a colour that covers so many of
	// blendSteps parts of a pixel; what lies below is the first index.
	over [paletteSize][colours][blendSteps + 1]uint8
}

// mixture is so many of blendSteps parts of one colour over another.
type mixture struct {
	below, above colour
	parts        int
}

// mixtures are the edges that are seen most, first those without which letters
// and pieces would look ragged.
var mixtures = []mixture{
	{paper, word, 4},
	{ivory, rim, 4},
	{paper, vermilion, 4},
	{tone, rim, 4},
	{red, rim, 4},
	{tone, green, 4},
	{ivory, ink, 4},
	{paper, word, 2},
	{ivory, ink, 2},
	{ivory, ink, 6},
	{ink, vermilion, 4},
	{target, rim, 4},
	{rim, ink, 4},
	{paper, line, 4},
	{paper, vermilion, 2},
	{paper, vermilion, 6},
	{paper, word, 1},
	{paper, word, 6},
}

// maxBlends bounds the cached tables: a ruleset uses one or two sets of colours.
const maxBlends = 64

// blends are the tables by the colours that a picture uses: one or two a ruleset.
var blends = newMemo(maxBlends, newBlendTable)

func newBlendTable(use inks) *blendTable {
	t, colourOf := &blendTable{}, use.theme().rgb
	for c := range colours {
		if use.has(c) {
			t.add(colourOf(c))
		}
	}
	for _, m := range mixtures {
		if use.has(m.below) && use.has(m.above) {
			t.add(mix(colourOf(m.below), colourOf(m.above), m.parts))
		}
	}
	for c := range colours {
		t.entry[c] = t.nearest(colourOf(c))
	}
	for below := range t.palette {
		for above := range colours {
			t.over[below][above][0] = uint8(below)
			for part := 1; part <= blendSteps; part++ {
				t.over[below][above][part] = t.nearest(mix(t.palette[below], colourOf(above), part))
			}
		}
	}
	return t
}

// add puts a colour into the palette, if it is new and there is room.
func (t *blendTable) add(c color.RGBA) {
	if len(t.palette) < paletteSize && !slices.Contains(t.palette, c) {
		t.palette = append(t.palette, c)
	}
}

// nearest returns the entry closest to a colour.
func (t *blendTable) nearest(c color.RGBA) uint8 {
	square := func(a, b uint8) int { return (int(a) - int(b)) * (int(a) - int(b)) }
	best, least := 0, math.MaxInt
	for i, p := range t.palette {
		// Green contributes most to perceived lightness.
		if d := 3*square(p.R, c.R) + 6*square(p.G, c.G) + 2*square(p.B, c.B); d < least {
			best, least = i, d
		}
	}
	return uint8(best)
}

// mix lays parts of blendSteps of one colour over another.
func mix(below, above color.RGBA, parts int) color.RGBA {
	channel := func(b, a uint8) uint8 {
		return uint8((int(b)*(blendSteps-parts) + int(a)*parts + blendSteps/2) / blendSteps)
	}
	return color.RGBA{R: channel(below.R, above.R), G: channel(below.G, above.G), B: channel(below.B, above.B), A: 255}
}
