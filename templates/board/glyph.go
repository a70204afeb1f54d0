package board

import (
	"image"
	"math"
	"sync"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	xfont "golang.org/x/image/font"
)

// glyphKey is one character in one size, in pixels.
type glyphKey struct {
	r rune
	f font
}

// glyph is a character as a mask, relative to the base line, with its advance width.
type glyph struct {
	mask    *image.Alpha
	offset  image.Point
	advance float64
}

// maxGlyphs and maxFaces bound the caches: a page draws few characters in few sizes.
const (
	maxGlyphs = 2048
	maxFaces  = 32
)

var (
	glyphs = newMemo(maxGlyphs, drawGlyph)
	faces  = newMemo(maxFaces, newFace)
)

// face is an opentype face, which only one goroutine at a time may use.
type face struct {
	sync.Mutex
	xfont.Face
}

var parsedFonts = sync.OnceValue(func() [2]*sfnt.Font {
	return [2]*sfnt.Font{mustParse(goregular.TTF), mustParse(gobold.TTF)}
})

// mustParse reads a font that is part of the program.
func mustParse(ttf []byte) *sfnt.Font {
	f, err := opentype.Parse(ttf)
	if err != nil {
		panic(err)
	}
	return f
}

func newFace(f font) *face {
	parsed := parsedFonts()[0]
	if f.bold {
		parsed = parsedFonts()[1]
	}
	// NewFace fails for no options that are in range.
	made, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: f.size, DPI: 72, Hinting: xfont.HintingNone})
	if err != nil {
		panic(err)
	}
	return &face{Face: made}
}

func drawGlyph(k glyphKey) glyph {
	face := faces.get(k.f)
	face.Lock()
	defer face.Unlock()
	rect, mask, from, advance, ok := face.Glyph(fixed.Point26_6{}, k.r)
	if !ok {
		return glyph{mask: &image.Alpha{}}
	}
	own := image.NewAlpha(image.Rectangle{Max: rect.Size()})
	for y := range rect.Dy() {
		for x := range rect.Dx() {
			_, _, _, a := mask.At(from.X+x, from.Y+y).RGBA()
			own.Pix[y*own.Stride+x] = uint8(a >> 8)
		}
	}
	return glyph{mask: own, offset: rect.Min, advance: float64(advance) / 64}
}

// textWidth is the width of a line of text. Other fonts, which show an SVG, differ
// a little.
func textWidth(s string, f font) float64 {
	width := 0.0
	for _, r := range s {
		width += glyphs.get(glyphKey{r: r, f: f}).advance
	}
	return width
}

// set typesets a line of text at a scale. It calls char with each character and the pixel position of its mask.
func set(scale int, x, y float64, f font, a anchor, s string, char func(k glyphKey, g glyph, at image.Point)) {
	f.size *= float64(scale)
	pen := x * float64(scale)
	switch a {
	case anchorMiddle:
		pen -= textWidth(s, f) / 2
	case anchorEnd:
		pen -= textWidth(s, f)
	}
	for _, r := range s {
		k := glyphKey{r: r, f: f}
		g := glyphs.get(k)
		char(k, g, image.Pt(int(math.Round(pen)), pixel(y, scale)).Add(g.offset))
		pen += g.advance
	}
}
