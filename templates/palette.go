package templates

import (
	"image/color"
	"math"
	"sync"
)

// colour is one of the few colours that boards are drawn in: quiet paper and
// ink, and vermilion for the ball and the last turn. Red-green blind players tell all of
// them apart, and nothing is told by colour alone.
type colour uint8

const (
	paper     colour = iota
	tone             // every second square
	area             // goal areas
	goal             // goals
	outside          // squares outside the field
	target           // where the last turn went
	line             // lines and hatching
	label            // coordinates
	ink              // the dark side, frames, words
	ivory            // the light side
	vermilion        // ball, rings, crosses, ways
	colours          // how many there are
)

var hex = [colours]string{
	paper: "#F4EFE3", tone: "#E9E1CE", area: "#D8E3DC", goal: "#C9D3E6", outside: "#D9D2C3", target: "#F6D8A8",
	line: "#8A7F6A", label: "#655C4A", ink: "#22303C", ivory: "#FFFDF6", vermilion: "#D55E00",
}

// rgb reads a colour's hex form.
func (c colour) rgb() color.RGBA {
	digit := func(i int) uint8 {
		if b := hex[c][i]; b >= 'A' {
			return b - 'A' + 10
		}
		return hex[c][i] - '0'
	}
	return color.RGBA{R: digit(1)<<4 | digit(2), G: digit(3)<<4 | digit(4), B: digit(5)<<4 | digit(6), A: 255}
}

// blendSteps is how finely the edges of shapes are smoothed.
const blendSteps = 8

// blendTable paints in a palette: the colours themselves come first, then the
// mixtures of those that meet at the edges of shapes.
type blendTable struct {
	palette []color.RGBA
	// over is the palette's entry for a colour that covers so many of
	// blendSteps parts of a pixel; what lies below is the first index.
	over [256][colours][blendSteps + 1]uint8
}

var blends = sync.OnceValue(newBlendTable)

func newBlendTable() *blendTable {
	t := &blendTable{}
	for c := range colours {
		t.palette = append(t.palette, c.rgb())
	}
	t.addMixtures(paper, label)
	for below := range line {
		for _, above := range []colour{line, ink, ivory, vermilion} {
			t.addMixtures(below, above)
		}
	}
	t.addMixtures(ink, ivory)
	t.addMixtures(ink, vermilion)
	t.addMixtures(ivory, vermilion)
	for below := range t.palette {
		for above := range colours {
			t.over[below][above][0] = uint8(below)
			for part := 1; part <= blendSteps; part++ {
				mixed := mix(t.palette[below], above.rgb(), part)
				t.over[below][above][part] = t.nearest(mixed)
			}
		}
	}
	return t
}

func (t *blendTable) addMixtures(below, above colour) {
	for part := 1; part < blendSteps; part++ {
		t.palette = append(t.palette, mix(below.rgb(), above.rgb(), part))
	}
}

// nearest is the entry that is least far from a colour.
func (t *blendTable) nearest(c color.RGBA) uint8 {
	square := func(a, b uint8) int { return (int(a) - int(b)) * (int(a) - int(b)) }
	best, least := 0, math.MaxInt
	for i, p := range t.palette {
		if d := square(p.R, c.R) + square(p.G, c.G) + square(p.B, c.B); d < least {
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
