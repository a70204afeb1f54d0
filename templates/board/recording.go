package board

import (
	"encoding/binary"
	"image"
	"math"
)

// recording is a canvas that records shapes, which are drawn later, strip by strip, if no
// cached strip has the same content.
type recording struct {
	scale  int
	inks   inks
	shapes []shape
	points []float64 // of all polygons

	recent [4]namedStamp // the last ones: most squares of a picture look like a recent one
	oldest int

	// Memory for the strips that have to be drawn.
	canvas     raster
	near       []*shape
	key        []byte
	cellWriter cellWriter
	joiner     joiner
}

// namedStamp is a stamp and the identifier of its content.
type namedStamp struct {
	stamp stamp
	named content
}

// shape is one recorded drawing operation.
type shape struct {
	kind   shapeKind
	colour colour
	box    bounds // encloses the shape
	v      [5]float64
	points []float64
	glyph  glyphKey
	mask   *image.Alpha
	stamp  namedStamp
	part   *figurePart
}

type shapeKind uint8

const (
	kindRect shapeKind = iota
	kindDisc
	kindQuarter
	kindRing
	kindLine
	kindPolygon
	kindGlyph
	kindStamp
	kindFigure
)

func (r *recording) add(kind shapeKind, box bounds, c colour, v ...float64) *shape {
	r.shapes = append(r.shapes, shape{kind: kind, box: box, colour: c})
	s := &r.shapes[len(r.shapes)-1]
	copy(s.v[:], v)
	return s
}

func (r *recording) rect(x, y, w, h, radius float64, c colour) {
	radius = max(0, min(radius, w/2, h/2))
	if radius == 0 || !inParts(r, r.scale, x, y, w, h, radius, c) {
		r.add(kindRect, bounds{x, y, x + w, y + h}, c, x, y, w, h, radius)
	}
}

func (r *recording) quarter(x, y, dx, dy float64, c colour) {
	r.add(kindQuarter, quarterBox(x, y, dx, dy), c, x, y, dx, dy)
}

func (r *recording) disc(x, y, radius float64, c colour) {
	r.add(kindDisc, around(x, y, radius), c, x, y, radius)
}

func (r *recording) ring(x, y, radius, width float64, c colour) {
	r.add(kindRing, around(x, y, radius+width/2), c, x, y, radius, width)
}

func (r *recording) line(x1, y1, x2, y2, width float64, c colour) {
	box := bounds{min(x1, x2) - width, min(y1, y2) - width, max(x1, x2) + width, max(y1, y2) + width}
	r.add(kindLine, box, c, x1, y1, x2, y2, width)
}

func (r *recording) polygon(c colour, points ...float64) {
	start := len(r.points)
	r.points = append(r.points, points...)
	r.add(kindPolygon, boxOf(points), c).points = r.points[start:]
}

// text records each letter, at its pixel.
func (r *recording) text(x, y float64, f font, a anchor, s string, c colour) {
	scale := float64(r.scale)
	set(r.scale, x, y, f, a, s, func(k glyphKey, g glyph, at image.Point) {
		x, y := float64(at.X)/scale, float64(at.Y)/scale
		w, h := float64(g.mask.Rect.Dx())/scale, float64(g.mask.Rect.Dy())/scale
		letter := r.add(kindGlyph, bounds{x, y, x + w, y + h}, c, x, y)
		letter.glyph, letter.mask = k, g.mask
	})
}

func (r *recording) stamp(s stamp, x, y float64) {
	w, h := s.size()
	r.add(kindStamp, bounds{x, y, x + float64(w), y + float64(h)}, 0, x, y).stamp = r.named(s)
}

func (r *recording) named(s stamp) namedStamp {
	for _, one := range r.recent {
		if one.stamp == s {
			return one
		}
	}
	made := namedStamp{s, spriteKey{s, r.scale, r.inks}.content()}
	r.recent[r.oldest] = made
	r.oldest = (r.oldest + 1) % len(r.recent)
	return made
}

// meets reports whether two boxes overlap.
func (b *bounds) meets(c *bounds) bool {
	return b.y1 < c.y2 && b.y2 > c.y1 && b.x1 < c.x2 && b.x2 > c.x1
}

// draw draws the shape on a raster whose corner is at left, top.
func (s *shape) draw(r *raster, left, top float64) {
	x, y := s.v[0]-left, s.v[1]-top
	switch s.kind {
	case kindRect:
		r.rect(x, y, s.v[2], s.v[3], s.v[4], s.colour)
	case kindDisc:
		r.disc(x, y, s.v[2], s.colour)
	case kindQuarter:
		r.quarter(x, y, s.v[2], s.v[3], s.colour)
	case kindRing:
		r.ring(x, y, s.v[2], s.v[3], s.colour)
	case kindLine:
		r.line(x, y, s.v[2]-left, s.v[3]-top, s.v[4], s.colour)
	case kindPolygon:
		points := make([]float64, len(s.points))
		for i := 0; i < len(points); i += 2 {
			points[i], points[i+1] = s.points[i]-left, s.points[i+1]-top
		}
		r.polygon(s.colour, points...)
	case kindGlyph:
		r.paint(s.mask, image.Pt(r.pixel(x), r.pixel(y)), s.colour)
	case kindFigure:
		r.fillIn(s.part.placed(x, y, s.v[2]), s.colour, figureSteps, s.part.outline(x, y, s.v[2]))
	case kindStamp:
		r.copy(spriteOf(spriteKey{s.stamp.stamp, r.scale, r.inks}, s.stamp.named), r.pixel(x), r.pixel(y))
	}
}

// appendKey appends the input of draw: equal keys give equal pixels.
func (s *shape) appendKey(key []byte, r *raster, left, top float64) []byte {
	key = append(key, byte(s.kind), byte(s.colour))
	x, y := s.v[0]-left, s.v[1]-top
	switch {
	case s.kind == kindRect && s.v[4] == 0:
		// Only the part of a rectangle that is on the raster matters.
		x1, y1, x2, y2 := r.clipped(x, y, s.v[2], s.v[3])
		return appendPixels(key, x1, y1, x2, y2)
	case s.kind == kindStamp:
		key = binary.LittleEndian.AppendUint64(key, s.stamp.named[0])
		key = binary.LittleEndian.AppendUint64(key, s.stamp.named[1])
		return appendPixels(key, r.pixel(x), r.pixel(y))
	case s.kind == kindGlyph:
		key = binary.LittleEndian.AppendUint32(key, uint32(s.glyph.r))
		key = append(appendNumbers(key, s.glyph.f.size), bit(s.glyph.f.bold))
		return appendPixels(key, r.pixel(x), r.pixel(y))
	case s.kind == kindPolygon:
		key = appendNumbers(key, float64(len(s.points)))
		for i := 0; i < len(s.points); i += 2 {
			key = appendNumbers(key, s.points[i]-left, s.points[i+1]-top)
		}
		return key
	case s.kind == kindFigure:
		key = append(append(key, s.part.figure...), byte(s.part.index))
		return appendNumbers(key, x, y, s.v[2])
	case s.kind == kindLine:
		return appendNumbers(key, x, y, s.v[2]-left, s.v[3]-top, s.v[4])
	}
	return appendNumbers(key, x, y, s.v[2], s.v[3], s.v[4])
}

func appendPixels(key []byte, pixels ...int) []byte {
	for _, v := range pixels {
		key = binary.LittleEndian.AppendUint16(key, uint16(v))
	}
	return key
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
