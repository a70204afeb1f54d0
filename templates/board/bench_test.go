package board

import (
	"bytes"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	xfont "golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"

	"turnpost/rules/hnefatafl"

	"turnpost/rules"
	"turnpost/rules/phrase"
)

// BenchmarkPNG draws games of hnefatafl on 11×11 at scale 2 turn by turn, as mails show
// them, and now and then the same picture whole by x/image in true colour. No position comes twice.
func BenchmarkPNG(b *testing.B) {
	turns := playedTurns{random: rand.New(rand.NewPCG(1, 2))}
	var ours, whole []time.Duration
	size := 0
	for b.Loop() {
		var d rules.Diagram
		var style Style
		for range 16 {
			d, style = turns.next(b)
			start := time.Now()
			size = len(drawPNG(b, d, style))
			ours = append(ours, time.Since(start))
		}
		start := time.Now()
		drawWhole(b, d, style)
		whole = append(whole, time.Since(start))
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(median(ours).Seconds()*1000, "ms/board")
	b.ReportMetric(median(whole).Seconds()*1000, "ms/whole")
	b.ReportMetric(median(ours).Seconds()/median(whole).Seconds(), "ratio")
	b.ReportMetric(float64(size), "bytes")
}

// playedTurns plays games by chance, one after the other.
type playedTurns struct {
	random *rand.Rand
	at     rules.Position
	ply    int
}

// next plays a turn and returns what its mail shows.
func (p *playedTurns) next(b *testing.B) (rules.Diagram, Style) {
	if p.ply%60 == 0 {
		p.at, p.ply = start11(b), 0
	}
	choices, err := p.at.Next("")
	if err != nil || len(choices.Steps) == 0 { // the game is over
		p.ply = 0
		return p.next(b)
	}
	played, err := p.at.Play(choices.Steps[p.random.IntN(len(choices.Steps))].Text)
	if err != nil {
		b.Fatal(err)
	}
	p.at = played.Next
	p.ply++
	side := []string{"attackers", "defenders"}[p.ply%2]
	return p.at.Diagram(phrase.English).Mark(played.Events),
		Style{Scale: 2, Caption: fmt.Sprintf("%s to move · ply %d", side, p.ply)}
}

func median(times []time.Duration) time.Duration {
	slices.Sort(times)
	return times[len(times)/2]
}

func BenchmarkSVG(b *testing.B) {
	d := setup11(b)
	for b.Loop() {
		SVG(d, Style{})
	}
}

func BenchmarkText(b *testing.B) {
	d := setup11(b)
	for b.Loop() {
		Text(d, Style{})
	}
}

func setup11(b *testing.B) rules.Diagram { return start11(b).Diagram(phrase.English) }

func start11(b *testing.B) rules.Position {
	p, err := hnefatafl.New().Start("11x11")
	if err != nil {
		b.Fatal(err)
	}
	return p
}

// drawWhole draws a picture in the straight way: every shape into an RGBA
// image, and the standard encoder.
func drawWhole(b *testing.B, d rules.Diagram, s Style) {
	p := newPicture(d, s)
	scale := float64(s.Scale)
	img := image.NewRGBA(image.Rect(0, 0, p.width*s.Scale, p.height*s.Scale))
	c := &wholeCanvas{img: img, scale: scale, faces: map[font]xfont.Face{}}
	p.draw(c)
	var out bytes.Buffer
	if err := png.Encode(&out, c.img); err != nil {
		b.Fatal(err)
	}
}

// wholeCanvas is a canvas in true colour without stamps.
type wholeCanvas struct {
	img   *image.RGBA
	scale float64
	shape vector.Rasterizer
	faces map[font]xfont.Face
}

func (c *wholeCanvas) fill(x1, y1, x2, y2 float64, k colour, outline func(path)) {
	left, top := math.Floor(x1*c.scale), math.Floor(y1*c.scale)
	w, h := int(math.Ceil(x2*c.scale-left)), int(math.Ceil(y2*c.scale-top))
	c.shape.Reset(w, h)
	outline(path{shape: &c.shape, scale: c.scale, left: left, top: top})
	at := image.Rect(0, 0, w, h).Add(image.Pt(int(left), int(top)))
	c.shape.Draw(c.img, at, image.NewUniform(light.rgb(k)), image.Point{})
}

func (c *wholeCanvas) rect(x, y, w, h, radius float64, k colour) {
	if radius == 0 {
		r := image.Rect(int(x*c.scale), int(y*c.scale), int((x+w)*c.scale), int((y+h)*c.scale))
		draw.Draw(c.img, r, image.NewUniform(light.rgb(k)), image.Point{}, draw.Src)
		return
	}
	c.fill(x, y, x+w, y+h, k, func(p path) { p.roundRect(x, y, w, h, radius) })
}

func (c *wholeCanvas) disc(x, y, r float64, k colour) {
	c.fill(x-r, y-r, x+r, y+r, k, func(p path) { p.circle(x, y, r, 1) })
}

func (c *wholeCanvas) ring(x, y, r, width float64, k colour) {
	outer := r + width/2
	c.fill(x-outer, y-outer, x+outer, y+outer, k, func(p path) {
		p.circle(x, y, outer, 1)
		p.circle(x, y, r-width/2, -1)
	})
}

func (c *wholeCanvas) line(x1, y1, x2, y2, width float64, k colour) {
	length := math.Hypot(x2-x1, y2-y1)
	dx, dy := (y2-y1)/length*width/2, (x1-x2)/length*width/2
	c.fill(min(x1, x2)-width, min(y1, y2)-width, max(x1, x2)+width, max(y1, y2)+width, k, func(p path) {
		p.move(x1+dx, y1+dy)
		p.line(x2+dx, y2+dy)
		p.line(x2-dx, y2-dy)
		p.line(x1-dx, y1-dy)
		p.shape.ClosePath()
	})
}

func (c *wholeCanvas) polygon(k colour, points ...float64) {
	x1, y1, x2, y2 := points[0], points[1], points[0], points[1]
	for i := 2; i < len(points); i += 2 {
		x1, y1, x2, y2 = min(x1, points[i]), min(y1, points[i+1]), max(x2, points[i]), max(y2, points[i+1])
	}
	c.fill(x1, y1, x2, y2, k, func(p path) {
		p.move(points[0], points[1])
		for i := 2; i < len(points); i += 2 {
			p.line(points[i], points[i+1])
		}
		p.shape.ClosePath()
	})
}

func (c *wholeCanvas) text(x, y float64, f font, a anchor, s string, k colour) {
	face := c.faces[f]
	if face == nil {
		face, _ = opentype.NewFace(mustParse(goregular.TTF), &opentype.FaceOptions{Size: f.size * c.scale, DPI: 72})
		c.faces[f] = face
	}
	d := xfont.Drawer{Dst: c.img, Src: image.NewUniform(light.rgb(k)), Face: face}
	pen := fixed.Int26_6(x * c.scale * 64)
	if a == anchorMiddle {
		pen -= d.MeasureString(s) / 2
	}
	d.Dot = fixed.Point26_6{X: pen, Y: fixed.Int26_6(y * c.scale * 64)}
	d.DrawString(s)
}

func (c *wholeCanvas) figure(x, y, side float64, f rules.Figure, mark, body colour) {
	x, y, scale := x-side/2, y-side/2, side/figureSide
	for i := range figures()[f] {
		p := &figures()[f][i]
		box := p.placed(x, y, scale)
		c.fill(box.x1, box.y1, box.x2, box.y2, p.colour(mark, body), p.outline(x, y, scale))
	}
}

func (c *wholeCanvas) stamp(s stamp, x, y float64) { s.draw(c, x, y) }
