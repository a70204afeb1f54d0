package board

import (
	"strconv"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// outlineUnits is the size of an outline's font in units.
const outlineUnits = 500

// outline is the shape of a character as the data of an SVG path, and its advance width, both in units of which
// outlineUnits make the font's size.
type outline struct {
	key     glyphKey // without a size
	d       string
	advance float64
}

var outlines = newMemo(maxGlyphs, newOutline)

func newOutline(k glyphKey) outline {
	parsed := parsedFonts()[0]
	if k.f.bold {
		parsed = parsedFonts()[1]
	}
	o := outline{key: k}
	var buffer sfnt.Buffer
	// A character that the font lacks is drawn as glyph 0. The font is embedded, so no other
	// error is possible.
	index, _ := parsed.GlyphIndex(&buffer, k.r)
	size := fixed.I(outlineUnits)
	if advance, err := parsed.GlyphAdvance(&buffer, index, size, 0); err == nil {
		o.advance = float64(advance.Round())
	}
	if segments, err := parsed.LoadGlyph(&buffer, index, size, nil); err == nil {
		o.d = pathData(segments)
	}
	return o
}

// pathData writes an outline with coordinates relative to the point before, which
// are short.
func pathData(segments sfnt.Segments) string {
	var b []byte
	x, y := 0, 0
	write := func(command byte, points []fixed.Point26_6) {
		b = append(b, command)
		var endX, endY int
		for i, p := range points {
			endX, endY = p.X.Round(), p.Y.Round()
			if endX-x >= 0 && i > 0 {
				b = append(b, ' ')
			}
			b = strconv.AppendInt(b, int64(endX-x), 10)
			if endY-y >= 0 {
				b = append(b, ' ')
			}
			b = strconv.AppendInt(b, int64(endY-y), 10)
		}
		x, y = endX, endY
	}
	for i, s := range segments {
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			if i > 0 {
				b = append(b, 'z') // returns to the start of the shape
			}
			startAt(&x, &y, segments, i)
			write('m', s.Args[:1])
		case sfnt.SegmentOpLineTo:
			write('l', s.Args[:1])
		case sfnt.SegmentOpQuadTo:
			write('q', s.Args[:2])
		case sfnt.SegmentOpCubeTo:
			write('c', s.Args[:3])
		}
	}
	if len(b) > 0 {
		b = append(b, 'z')
	}
	return string(b)
}

// startAt sets x and y to the current point of a path after it has closed the shape before segment i.
func startAt(x, y *int, segments sfnt.Segments, i int) {
	for i--; i >= 0; i-- {
		if segments[i].Op == sfnt.SegmentOpMoveTo {
			*x, *y = segments[i].Args[0].X.Round(), segments[i].Args[0].Y.Round()
			return
		}
	}
}
