package board

import (
	"encoding/binary"
	"math"
)

// recording is a canvas that writes down what is drawn, to be drawn strip by strip, and
// only where no strip with that on it is at hand.
type recording struct {
	scale  int
	inks   inks
	shapes []shape
	points []float64 // of all polygons

	last       stamp // the last one drawn: many squares in a row look the same
	lastSprite *sprite

	canvas raster // memory for the strips that have to be drawn
	key    []byte
}

// shape is one call of a canvas.
type shape struct {
	kind        shapeKind
	colour      colour
	anchor      anchor
	font        font
	top, bottom float64 // nothing of it lies above or below
	v           [5]float64
	points      []float64
	text        string
	sprite      *sprite
}

type shapeKind uint8

const (
	kindRect shapeKind = iota
	kindDisc
	kindRing
	kindLine
	kindPolygon
	kindText
	kindStamp
)

// How far letters reach from the base line, in parts of the font's size.
const (
	textAbove = 1.2
	textBelow = 0.4
)

func (r *recording) rect(x, y, w, h, radius float64, c colour) {
	r.shapes = append(r.shapes, shape{
		kind: kindRect, colour: c, top: y, bottom: y + h, v: [5]float64{x, y, w, h, radius},
	})
}

func (r *recording) disc(x, y, radius float64, c colour) {
	r.shapes = append(r.shapes, shape{
		kind: kindDisc, colour: c, top: y - radius, bottom: y + radius, v: [5]float64{x, y, radius},
	})
}

func (r *recording) ring(x, y, radius, width float64, c colour) {
	outer := radius + width/2
	r.shapes = append(r.shapes, shape{
		kind: kindRing, colour: c, top: y - outer, bottom: y + outer, v: [5]float64{x, y, radius, width},
	})
}

func (r *recording) line(x1, y1, x2, y2, width float64, c colour) {
	r.shapes = append(r.shapes, shape{
		kind: kindLine, colour: c, top: min(y1, y2) - width, bottom: max(y1, y2) + width,
		v: [5]float64{x1, y1, x2, y2, width},
	})
}

func (r *recording) polygon(c colour, points ...float64) {
	start := len(r.points)
	r.points = append(r.points, points...)
	s := shape{kind: kindPolygon, colour: c, points: r.points[start:], top: points[1], bottom: points[1]}
	for i := 3; i < len(points); i += 2 {
		s.top, s.bottom = min(s.top, points[i]), max(s.bottom, points[i])
	}
	r.shapes = append(r.shapes, s)
}

func (r *recording) text(x, y float64, f font, a anchor, s string, c colour) {
	r.shapes = append(r.shapes, shape{
		kind: kindText, colour: c, anchor: a, font: f, text: s,
		top: y - f.size*textAbove - 1, bottom: y + f.size*textBelow + 1, v: [5]float64{x, y},
	})
}

func (r *recording) stamp(s stamp, x, y float64) {
	if s != r.last {
		r.last, r.lastSprite = s, sprites.get(spriteKey{s, r.scale, r.inks})
	}
	_, h := s.size()
	r.shapes = append(r.shapes, shape{
		kind: kindStamp, sprite: r.lastSprite, top: y, bottom: y + float64(h), v: [5]float64{x, y},
	})
}

// in tells whether some of the shape may lie in a strip.
func (s *shape) in(top, bottom float64) bool { return s.top < bottom && s.bottom > top }

// draw draws the shape on a raster whose first row is at top.
func (s *shape) draw(r *raster, top float64) {
	x, y := s.v[0], s.v[1]-top
	switch s.kind {
	case kindRect:
		r.rect(x, y, s.v[2], s.v[3], s.v[4], s.colour)
	case kindDisc:
		r.disc(x, y, s.v[2], s.colour)
	case kindRing:
		r.ring(x, y, s.v[2], s.v[3], s.colour)
	case kindLine:
		r.line(x, y, s.v[2], s.v[3]-top, s.v[4], s.colour)
	case kindPolygon:
		points := make([]float64, len(s.points))
		for i := 0; i < len(points); i += 2 {
			points[i], points[i+1] = s.points[i], s.points[i+1]-top
		}
		r.polygon(s.colour, points...)
	case kindText:
		r.text(x, y, s.font, s.anchor, s.text, s.colour)
	case kindStamp:
		r.copy(s.sprite.raster, r.pixel(x), r.pixel(y))
	}
}

// appendKey appends what draw depends on: equal keys, equal pixels.
func (s *shape) appendKey(key []byte, r *raster, top float64) []byte {
	key = append(key, byte(s.kind), byte(s.colour))
	switch {
	case s.kind == kindRect && s.v[4] == 0:
		// Of a rectangle counts what lies in the strip.
		x1, y1, x2, y2 := r.clipped(s.v[0], s.v[1]-top, s.v[2], s.v[3])
		for _, v := range []int{x1, y1, x2, y2} {
			key = binary.LittleEndian.AppendUint16(key, uint16(v))
		}
		return key
	case s.kind == kindStamp:
		key = binary.LittleEndian.AppendUint64(key, s.sprite.id)
		key = binary.LittleEndian.AppendUint16(key, uint16(r.pixel(s.v[0])))
		return binary.LittleEndian.AppendUint16(key, uint16(r.pixel(s.v[1]-top)))
	case s.kind == kindText:
		key = append(key, byte(s.anchor), bit(s.font.bold))
		key = appendNumbers(key, s.font.size, float64(len(s.text)))
		key = append(key, s.text...)
	case s.kind == kindPolygon:
		key = appendNumbers(key, float64(len(s.points)))
		for i := 0; i < len(s.points); i += 2 {
			key = appendNumbers(key, s.points[i], s.points[i+1]-top)
		}
		return key
	case s.kind == kindLine:
		return appendNumbers(key, s.v[0], s.v[1]-top, s.v[2], s.v[3]-top, s.v[4])
	}
	return appendNumbers(key, s.v[0], s.v[1]-top, s.v[2], s.v[3], s.v[4])
}

func appendNumbers(key []byte, numbers ...float64) []byte {
	for _, v := range numbers {
		key = binary.LittleEndian.AppendUint64(key, math.Float64bits(v))
	}
	return key
}

func bit(b bool) byte {
	if b {
		return 1
	}
	return 0
}
