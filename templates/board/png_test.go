package board

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image"
	"image/color"
	"image/png"
	"io"
	"strings"
	"sync"
	"testing"

	"turnpost/rules"
)

// mailLimit is how large a picture in a mail may be, in bytes.
const mailLimit = 40_000

func decode(t *testing.T, b []byte) *image.Paletted {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	p, ok := img.(*image.Paletted)
	if !ok {
		t.Fatalf("the picture is a %T; it must have a palette", img)
	}
	return p
}

func drawPNG(t testing.TB, d rules.Diagram, s Style) []byte {
	t.Helper()
	b, err := PNG(d, s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestPNGIsOpaqueAndSmall(t *testing.T) {
	for _, s := range samples {
		style := s.style()
		for style.Scale = 1; style.Scale <= 2; style.Scale++ {
			b := drawPNG(t, s.diagram(t), style)
			if len(b) > mailLimit {
				t.Errorf("%s at %d×: %d bytes", s.name, style.Scale, len(b))
			}
			img := decode(t, b)
			if w := img.Rect.Dx(); w > maxWidth*style.Scale || w != WidthOf(b) {
				t.Errorf("%s at %d×: %d pixels wide, not %d", s.name, style.Scale, w, WidthOf(b))
			}
			if len(img.Palette) > 16 || b[24] != 4 {
				t.Errorf("%s at %d×: %d colours, %d bits a pixel", s.name, style.Scale, len(img.Palette), b[24])
			}
			if !img.Opaque() {
				t.Errorf("%s at %d× is not opaque", s.name, style.Scale)
			}
		}
	}
}

// The pixels of a 3×3 board with 44-pixel squares, 24 pixels from the corner.
func TestPNGPixels(t *testing.T) {
	d := rules.Diagram{
		Files: 3, Ranks: 3, Ball: "b2", Checkered: true,
		Pieces: []rules.Piece{
			{Square: "c1", Seat: rules.First, Shape: rules.ShapeDisc},
			{Square: "a3", Seat: rules.Second, Shape: rules.ShapeKing},
		},
		Marks: rules.Marks{From: []string{"a1"}, To: []string{"c1"}, Captured: []string{"c3"}},
	}
	middle := func(column, row int) image.Point { return image.Pt(24+44*column+22, 24+44*row+22) }
	cases := []struct {
		name string
		at   image.Point
		want colour
	}{
		{"edge of the picture", image.Pt(0, 0), line},
		{"margin", image.Pt(2, 2), paper},
		{"frame", image.Pt(23, 60), word},
		{"line between squares", image.Pt(24+44, 60), line},
		{"ring on a1", middle(0, 2).Add(image.Pt(13, 0)), vermilion},
		{"inside of the ring", middle(0, 2), tone},
		{"ground of c1", middle(2, 2).Add(image.Pt(19, 19)), target},
		{"piece on c1", middle(2, 2), ink},
		{"king's crown", middle(0, 0), ink},
		{"king beside the crown", middle(0, 0).Add(image.Pt(0, -15)), ivory},
		{"outline of the king", middle(0, 0).Add(image.Pt(19, 0)), rim},
		{"ball", middle(1, 1), vermilion},
		{"cross on c3", middle(2, 0), vermilion},
		{"plain square b1", middle(1, 2), paper},
	}
	for scale := 1; scale <= 2; scale++ {
		img := decode(t, drawPNG(t, d, Style{Scale: scale}))
		for _, c := range cases {
			if got := img.At(c.at.X*scale, c.at.Y*scale); got != color.Color(light.rgb(c.want)) {
				t.Errorf("%d×: %s is %v; want %v", scale, c.name, got, light.rgb(c.want))
			}
		}
	}
}

// Points on lines: a file and a diagonal of a board whose squares b2 and c1 are no points. A piece hides the lines, and
// a turn's last point does not.
func TestPNGPoints(t *testing.T) {
	d := rules.Diagram{
		Files: 3, Ranks: 3, Lines: []rules.Line{{"a1", "a3"}, {"a1", "c3"}, {"a3", "c3"}},
		Regions: []rules.Region{{Kind: rules.RegionVoid, Squares: []string{"b2", "c1", "b1", "c2"}}},
		Pieces:  []rules.Piece{{Square: "a1", Seat: rules.Second, Shape: rules.ShapeDisc}},
		Marks:   rules.Marks{To: []string{"a2"}},
	}
	at := func(column, row, right, down int) image.Point {
		return image.Pt(24+44*column+22+right, 24+44*row+22+down)
	}
	for _, flip := range []bool{false, true} {
		img := decode(t, drawPNG(t, d, Style{Flip: flip}))
		for _, c := range []struct {
			name string
			at   image.Point
			want colour
		}{
			{"frame", image.Pt(23, 60), word},
			{"no line between squares", at(2, 2, -22, 10), paper},
			{"line from a2 to a3, between the squares", at(0, 0, 0, 22), label},
			{"line of a3", at(0, 0, 0, 10), label},
			{"line that leads nowhere", at(0, 0, 0, -10), paper},
			{"line on the last point", at(0, 1, 0, 10), label},
			{"last point", at(0, 1, 10, 10), target},
			{"diagonal through b2", at(1, 1, 0, 0), label},
			{"diagonal between b2 and c3", at(1, 1, 22, -22), label},
			{"b2 beside the diagonal", at(1, 1, 10, 0), paper},
			{"piece on a1", at(0, 2, 0, -5), ivory},
		} {
			p := c.at
			if flip {
				p = image.Pt(2*24+3*44-p.X, 2*24+3*44-p.Y)
			}
			if got := img.At(p.X, p.Y); got != color.Color(light.rgb(c.want)) {
				t.Errorf("turned %v: %s is %v; want %v", flip, c.name, got, light.rgb(c.want))
			}
		}
	}
}

// Where a board of points is cut, its lines lead to the edge, and nothing else leads on.
func TestPNGPointsCut(t *testing.T) {
	d := rules.Diagram{Files: 3, Ranks: 9, Lines: []rules.Line{{"a1", "a9"}, {"a5", "c5"}}}
	img := decode(t, drawPNG(t, d, Style{Around: []string{"a5"}}))
	for _, c := range []struct {
		name string
		at   image.Point
		want colour
	}{
		{"file a above its highest point", image.Pt(24+22, 24+3), label},
		{"file b there", image.Pt(24+44+22, 24+3), paper},
		{"beyond the edge between the files", image.Pt(24+44, 20), paper},
	} {
		if got := img.At(c.at.X, c.at.Y); got != color.Color(light.rgb(c.want)) {
			t.Errorf("%s is %v; want %v", c.name, got, light.rgb(c.want))
		}
	}
}

func TestSidesDifferInLightness(t *testing.T) {
	disc := rules.Piece{Square: "a1", Seat: rules.First, Shape: rules.ShapeDisc}
	d := rules.Diagram{Files: 1, Ranks: 1, Pieces: []rules.Piece{disc}}
	bodies := map[rules.Colour]colour{
		"": ink, rules.ColourWhite: ivory, rules.ColourGreen: green, rules.ColourRed: red,
	}
	for own, want := range bodies {
		d.Colours = [2]rules.Colour{own}
		img := decode(t, drawPNG(t, d, Style{}))
		if got := img.At(24+22, 24+22); got != color.Color(light.rgb(want)) {
			t.Errorf("%q is drawn in %v; want %v", own, got, light.rgb(want))
		}
	}
}

func TestUnknownScale(t *testing.T) {
	for _, scale := range []int{-1, 3} {
		if _, err := PNG(rules.Diagram{Files: 1, Ranks: 1}, Style{Scale: scale}); err == nil {
			t.Errorf("a picture at scale %d", scale)
		}
	}
}

func TestSVGIsXML(t *testing.T) {
	for _, s := range samples {
		style := s.style()
		style.Caption = `<&">` + "\x00\x1b" + s.caption
		checkXML(t, SVG(s.diagram(t), style))
	}
}

func checkXML(t *testing.T, svg []byte) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(svg))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatalf("%v in\n%s", err, svg)
		}
	}
}

// A picture depends on no font of its reader and refers to nothing outside of it.
func TestSVGStandsAlone(t *testing.T) {
	for _, s := range samples {
		svg := string(SVG(s.diagram(t), s.style()))
		if strings.Contains(svg, "<text") || strings.Contains(svg, "font") {
			t.Errorf("%s: letters need a font", s.name)
		}
		for _, use := range strings.Split(svg, `href="#`)[1:] {
			name, _, _ := strings.Cut(use, `"`)
			if strings.Count(svg, `id="`+name+`"`) != 1 {
				t.Errorf("%s: %s is not defined once", s.name, name)
			}
		}
		if len(svg) > mailLimit {
			t.Errorf("%s: %d bytes", s.name, len(svg))
		}
	}
}

// With classes, a picture contains no colours, and the style sheet has all of them.
func TestSVGClasses(t *testing.T) {
	sheet := StyleSheet()
	for _, s := range samples {
		style := s.style()
		style.Page = true
		svg := string(SVG(s.diagram(t), style, Area{Place: "a1", Href: "/", Mark: MarkSelected}))
		if strings.Contains(svg, "fill=\"#") || strings.Contains(svg, "stroke=\"#") {
			t.Errorf("%s has hard-coded colours", s.name)
		}
		for _, use := range strings.Split(svg, `class="`)[1:] {
			name, _, _ := strings.Cut(use, `"`)
			if name == "piece" || name == "ball" || name == "ways" { // what the script of a page moves
				continue
			}
			if strings.Count(sheet, "."+name+"{") != 2 {
				t.Errorf("the style sheet does not give %s for light and dark", name)
			}
		}
	}
}

func TestSVGHasATitle(t *testing.T) {
	svg := string(SVG(rules.Diagram{Files: 1, Ranks: 1}, Style{}))
	if !strings.Contains(svg, "<title>"+Style{}.say("board.title")+"</title>") {
		t.Errorf("no title in\n%s", svg)
	}
}

// Many goroutines draw the same boards and get the same bytes.
func TestConcurrentRenders(t *testing.T) {
	var wg sync.WaitGroup
	for _, s := range samples {
		d, style := s.diagram(t), s.style()
		want := drawPNG(t, d, style)
		for range 4 {
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
