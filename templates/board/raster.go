package board

import (
	"image"
	"image/draw"
	"math"

	"golang.org/x/image/vector"
)

// raster is a canvas of palette entries, four bits each. Its rows have the format of PNG:
// one byte for the row's filter, always none, then two pixels a byte, the left one in the
// upper half.
type raster struct {
	w, h   int
	scale  int
	stride int // bytes of a row
	rows   []byte
	inks   inks
	blend  *blendTable
	shape  vector.Rasterizer
	mask   []byte // memory of the shape being filled
}

// reset sets the size of the canvas, in units of the canvas. Its content is undefined until clear.
func (r *raster) reset(w, h, scale int, use inks) {
	r.w, r.h, r.scale, r.inks, r.blend = w*scale, h*scale, scale, use, blends.get(use)
	r.stride = 1 + (r.w+1)/2
	if need := r.stride * r.h; cap(r.rows) >= need {
		r.rows = r.rows[:need]
	} else {
		r.rows = make([]byte, need)
	}
}

func (r *raster) size() int { return len(r.rows) }

// clear makes the canvas blank.
func (r *raster) clear() { clear(r.rows) }

// row is the pixels of a row, two a byte.
func (r *raster) row(y int) []byte { return r.rows[y*r.stride+1 : (y+1)*r.stride] }

func (r *raster) rect(x, y, w, h, radius float64, c colour) {
	if radius > 0 {
		r.roundRect(x, y, w, h, min(radius, w/2, h/2), c)
		return
	}
	x1, y1, x2, y2 := r.clipped(x, y, w, h)
	if x1 >= x2 {
		return
	}
	for y := y1; y < y2; y++ {
		if y > y1 && x1%2 == 0 && x2%2 == 0 {
			copy(r.row(y)[x1/2:x2/2], r.row(y1)[x1/2:])
			continue
		}
		fillPixels(r.row(y), x1, x2, r.blend.entry[c])
	}
}

// roundRect rounds only the corners, where they begin at whole pixels: the rest, most of
// a large rectangle, has no edges to smooth.
func (r *raster) roundRect(x, y, w, h, radius float64, c colour) {
	if !inParts(r, r.scale, x, y, w, h, radius, c) {
		r.fill(bounds{x, y, x + w, y + h}, c, func(p path) { p.roundRect(x, y, w, h, radius) })
	}
}

// quarter fills the quarter of a disc between two of its radii, along the axes by dx and dy.
func (r *raster) quarter(x, y, dx, dy float64, c colour) {
	r.fill(quarterBox(x, y, dx, dy), c, func(p path) { p.quarter(x, y, dx, dy) })
}

func quarterBox(x, y, dx, dy float64) bounds {
	return bounds{min(x, x+dx), min(y, y+dy), max(x, x+dx), max(y, y+dy)}
}

// cornered is what rectangles with rounded corners are drawn on.
type cornered interface {
	rect(x, y, w, h, radius float64, c colour)
	quarter(x, y, dx, dy float64, c colour)
}

// inParts fills a rectangle with rounded corners as plain ones and quarters of discs, if all of them begin at
// whole pixels.
func inParts(on cornered, scale int, x, y, w, h, radius float64, c colour) bool {
	for _, v := range []float64{x, y, w, h, radius} {
		if v *= float64(scale); v != math.Trunc(v) {
			return false
		}
	}
	on.rect(x, y+radius, w, h-2*radius, 0, c)
	on.rect(x+radius, y, w-2*radius, radius, 0, c)
	on.rect(x+radius, y+h-radius, w-2*radius, radius, 0, c)
	on.quarter(x+radius, y+radius, -radius, -radius, c)
	on.quarter(x+w-radius, y+radius, radius, -radius, c)
	on.quarter(x+radius, y+h-radius, -radius, radius, c)
	on.quarter(x+w-radius, y+h-radius, radius, radius, c)
	return true
}

func (r *raster) pixel(v float64) int { return pixel(v, r.scale) }

// pixel rounds halves up, on both sides of 0, so that a shape looks the same at every position.
func pixel(v float64, scale int) int { return int(math.Floor(v*float64(scale) + 0.5)) }

// clipped returns the pixels of a rectangle that are on the canvas.
func (r *raster) clipped(x, y, w, h float64) (x1, y1, x2, y2 int) {
	return max(r.pixel(x), 0), max(r.pixel(y), 0), min(r.pixel(x+w), r.w), min(r.pixel(y+h), r.h)
}

// fillPixels sets the pixels of a row from one column up to another.
func fillPixels(row []byte, from, to int, entry uint8) {
	if from%2 == 1 {
		setPixel(row, from, entry)
		from++
	}
	if to%2 == 1 && to > from {
		to--
		setPixel(row, to, entry)
	}
	if from >= to {
		return
	}
	whole := row[from/2 : to/2]
	whole[0] = entry<<4 | entry
	for done := 1; done < len(whole); done *= 2 {
		copy(whole[done:], whole[:done])
	}
}

func pixelAt(row []byte, x int) uint8 { return row[x/2] >> (4 * (1 - x&1)) & 15 }

func setPixel(row []byte, x int, entry uint8) {
	shift := 4 * (1 - x&1)
	row[x/2] = row[x/2]&^(15<<shift) | entry<<shift
}

func (r *raster) disc(x, y, radius float64, c colour) {
	r.fill(around(x, y, radius), c, func(p path) { p.circle(x, y, radius, 1) })
}

func (r *raster) ring(x, y, radius, width float64, c colour) {
	outer, inner := radius+width/2, radius-width/2
	r.fill(around(x, y, outer), c, func(p path) {
		p.circle(x, y, outer, 1)
		p.circle(x, y, inner, -1)
	})
}

func (r *raster) line(x1, y1, x2, y2, width float64, c colour) {
	length := math.Hypot(x2-x1, y2-y1)
	if length == 0 {
		return
	}
	dx, dy := (y2-y1)/length*width/2, (x1-x2)/length*width/2
	r.polygon(c, x1+dx, y1+dy, x2+dx, y2+dy, x2-dx, y2-dy, x1-dx, y1-dy)
}

func (r *raster) polygon(c colour, points ...float64) {
	r.fill(boxOf(points), c, func(p path) {
		p.move(points[0], points[1])
		for i := 2; i < len(points); i += 2 {
			p.line(points[i], points[i+1])
		}
		p.shape.ClosePath()
	})
}

func (r *raster) text(x, y float64, f font, a anchor, s string, c colour) {
	set(r.scale, x, y, f, a, s, func(_ glyphKey, g glyph, at image.Point) { r.paint(g.mask, at, c) })
}

func (r *raster) stamp(s stamp, x, y float64) {
	key := spriteKey{s, r.scale, r.inks}
	r.copy(spriteOf(key, key.content()), r.pixel(x), r.pixel(y))
}

// copy lays another canvas over this one.
func (r *raster) copy(sprite *raster, left, top int) {
	from, to := max(left, 0), min(left+sprite.w, r.w)
	if from >= to {
		return
	}
	for y := max(top, 0); y < min(top+sprite.h, r.h); y++ {
		copyPixels(r.row(y), from, to, sprite.row(y-top), from-left)
	}
}

// copyPixels sets the pixels of a row from one column up to another to those of
// another row from a column on.
func copyPixels(row []byte, from, to int, source []byte, start int) {
	if from%2 == 0 && start%2 == 0 {
		whole := (to - from) / 2
		copy(row[from/2:], source[start/2:start/2+whole])
		from, start = from+2*whole, start+2*whole
	}
	for ; from < to; from, start = from+1, start+1 {
		setPixel(row, from, pixelAt(source, start))
	}
}

// bounds is the bounding box of a shape, in units of the canvas.
type bounds struct{ x1, y1, x2, y2 float64 }

// boxOf is the box of some points, x and y in turn.
func boxOf(points []float64) bounds {
	box := bounds{points[0], points[1], points[0], points[1]}
	for i := 2; i < len(points); i += 2 {
		box.x1, box.y1 = min(box.x1, points[i]), min(box.y1, points[i+1])
		box.x2, box.y2 = max(box.x2, points[i]), max(box.y2, points[i+1])
	}
	return box
}

func around(x, y, radius float64) bounds {
	return bounds{x - radius, y - radius, x + radius, y + radius}
}

// fill paints the shape that outline describes within the box.
func (r *raster) fill(box bounds, c colour, outline func(p path)) {
	r.fillIn(box, c, blendSteps, outline)
}

// fillIn paints a shape whose edges are smoothed in fewer steps: a picture of many edges stays small.
func (r *raster) fillIn(box bounds, c colour, steps int, outline func(p path)) {
	scale := float64(r.scale)
	left, top := int(math.Floor(box.x1*scale)), int(math.Floor(box.y1*scale))
	w, h := int(math.Ceil(box.x2*scale))-left, int(math.Ceil(box.y2*scale))-top
	if w <= 0 || h <= 0 {
		return
	}
	r.shape.Reset(w, h)
	outline(path{shape: &r.shape, scale: scale, left: float64(left), top: float64(top)})
	if len(r.mask) < w*h {
		r.mask = make([]byte, w*h)
	}
	mask := image.Alpha{Pix: r.mask[:w*h], Stride: w, Rect: image.Rect(0, 0, w, h)}
	r.shape.DrawOp = draw.Src
	r.shape.Draw(&mask, mask.Rect, image.Opaque, image.Point{})
	r.paintIn(&mask, image.Pt(left, top), c, steps)
}

// paint lays a colour over the canvas where the mask covers it.
func (r *raster) paint(mask *image.Alpha, at image.Point, c colour) {
	r.paintIn(mask, at, c, blendSteps)
}

func (r *raster) paintIn(mask *image.Alpha, at image.Point, c colour, steps int) {
	from, to := max(at.X, 0), min(at.X+mask.Rect.Dx(), r.w)
	if from >= to {
		return
	}
	for y := max(at.Y, 0); y < min(at.Y+mask.Rect.Dy(), r.h); y++ {
		cover := mask.Pix[(y-at.Y)*mask.Stride+from-at.X:][:to-from]
		row := r.row(y)
		for i, covered := range cover {
			if part := (int(covered)*steps + 127) / 255 * (blendSteps / steps); part > 0 {
				setPixel(row, from+i, r.blend.over[pixelAt(row, from+i)][c][part])
			}
		}
	}
}
