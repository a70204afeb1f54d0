package templates

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

func drawPNG(t testing.TB, d rules.Diagram, s BoardStyle) []byte {
	t.Helper()
	b, err := BoardPNG(d, s)
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
			if w := img.Rect.Dx(); w > maxWidth*style.Scale {
				t.Errorf("%s at %d×: %d pixels wide", s.name, style.Scale, w)
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
		Files: 3, Ranks: 3, Ball: "b2",
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
		{"corner of the picture", image.Pt(0, 0), paper},
		{"frame", image.Pt(23, 60), ink},
		{"line between squares", image.Pt(24+44, 60), line},
		{"ring on a1", middle(0, 2).Add(image.Pt(13, 0)), vermilion},
		{"inside of the ring", middle(0, 2), tone},
		{"ground of c1", middle(2, 2).Add(image.Pt(19, 19)), target},
		{"piece on c1", middle(2, 2), ink},
		{"king's cross", middle(0, 0), ink},
		{"king beside the cross", middle(0, 0).Add(image.Pt(8, 8)), ivory},
		{"outline of the king", middle(0, 0).Add(image.Pt(18, 0)), ink},
		{"ball", middle(1, 1), vermilion},
		{"cross on c3", middle(2, 0), vermilion},
		{"plain square b1", middle(1, 2), paper},
	}
	for scale := 1; scale <= 2; scale++ {
		img := decode(t, drawPNG(t, d, BoardStyle{Scale: scale}))
		for _, c := range cases {
			if got := img.At(c.at.X*scale, c.at.Y*scale); got != color.Color(c.want.rgb()) {
				t.Errorf("%d×: %s is %v; want %v", scale, c.name, got, c.want.rgb())
			}
		}
	}
}

func TestSidesDifferInLightness(t *testing.T) {
	d := rules.Diagram{Files: 1, Ranks: 1, Pieces: []rules.Piece{{Square: "a1", Seat: rules.First, Shape: rules.ShapeDisc}}}
	for dark, want := range map[rules.Seat]colour{rules.First: ink, rules.Second: ivory} {
		d.Dark = dark
		img := decode(t, drawPNG(t, d, BoardStyle{}))
		if got := img.ColorIndexAt(24+22, 24+22); got != uint8(want) {
			t.Errorf("seat %d dark: entry %d; want %d", dark, got, want)
		}
	}
}

func TestUnknownScale(t *testing.T) {
	for _, scale := range []int{-1, 3} {
		if _, err := BoardPNG(rules.Diagram{Files: 1, Ranks: 1}, BoardStyle{Scale: scale}); err == nil {
			t.Errorf("a picture at scale %d", scale)
		}
	}
}

func TestSVGIsXML(t *testing.T) {
	for _, s := range samples {
		style := s.style()
		style.Caption = `<&">` + "\x00\x1b" + s.caption
		checkXML(t, BoardSVG(s.diagram(t), style))
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

func TestSVGHasATitle(t *testing.T) {
	svg := string(BoardSVG(rules.Diagram{Files: 1, Ranks: 1}, BoardStyle{}))
	if !strings.Contains(svg, "<title>"+english.board+"</title>") {
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
					if got, err := BoardPNG(d, style); err != nil || !bytes.Equal(got, want) {
						t.Errorf("%s is drawn otherwise beside others (%v)", s.name, err)
					}
				}
			})
		}
	}
	wg.Wait()
}
