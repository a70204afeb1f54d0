package templates

import (
	"image"
	"image/draw"
	"math"

	"golang.org/x/image/vector"
)

// raster is a canvas of palette entries. Its rows are stored as PNG wants them:
// one byte for the row's filter, always none, before each row's pixels.
type raster struct {
	w, h  int
	scale int
	rows  []byte // (w+1)·h
	blend *blendTable
	shape vector.Rasterizer
	mask  []byte // memory of the shape being filled
}

// newRaster makes a blank canvas; w and h are in units of the canvas. The
// memory of rows is used again if it is large enough.
func newRaster(w, h, scale int, rows []byte) *raster {
	r := &raster{w: w * scale, h: h * scale, scale: scale, blend: blends()}
	if need := (r.w + 1) * r.h; cap(rows) >= need {
		r.rows = rows[:need]
		clear(r.rows)
	} else {
		r.rows = make([]byte, need)
	}
	return r
}

// row is the pixels of a row from one column up to another.
func (r *raster) row(y, from, to int) []byte {
	start := y*(r.w+1) + 1
	return r.rows[start+from : start+to]
}

func (r *raster) rect(x, y, w, h, radius float64, c colour) {
	if radius > 0 {
		r.fill(bounds{x, y, x + w, y + h}, c, func(p path) { p.roundRect(x, y, w, h, radius) })
		return
	}
	x1, y1, x2, y2 := r.pixel(x), r.pixel(y), r.pixel(x+w), r.pixel(y+h)
	x1, y1, x2, y2 = max(x1, 0), max(y1, 0), min(x2, r.w), min(y2, r.h)
	if x1 >= x2 {
		return
	}
	for y := y1; y < y2; y++ {
		if row := r.row(y, x1, x2); y == y1 {
			fillBytes(row, byte(c))
		} else {
			copy(row, r.row(y1, x1, x2))
		}
	}
}

func (r *raster) pixel(v float64) int { return int(math.Round(v * float64(r.scale))) }

func fillBytes(b []byte, v byte) {
	for i := range b {
		b[i] = v
	}
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
	box := bounds{min(x1, x2) - width, min(y1, y2) - width, max(x1, x2) + width, max(y1, y2) + width}
	r.fill(box, c, func(p path) {
		p.move(x1+dx, y1+dy)
		p.line(x2+dx, y2+dy)
		p.line(x2-dx, y2-dy)
		p.line(x1-dx, y1-dy)
		p.shape.ClosePath()
	})
}

func (r *raster) text(x, y float64, f font, a anchor, s string, c colour) {
	f.size *= float64(r.scale)
	pen := x * float64(r.scale)
	switch a {
	case anchorMiddle:
		pen -= textWidth(s, f) / 2
	case anchorEnd:
		pen -= textWidth(s, f)
	}
	for _, char := range s {
		g := glyphs.get(glyphKey{r: char, f: f})
		at := image.Pt(int(math.Round(pen)), r.pixel(y)).Add(g.offset)
		r.paint(g.mask, at, c)
		pen += g.advance
	}
}

func (r *raster) stamp(s stamp, x, y float64) {
	sprite := sprites.get(spriteKey{s, r.scale})
	left, top := r.pixel(x), r.pixel(y)
	from, to := max(left, 0), min(left+sprite.w, r.w)
	if from >= to {
		return
	}
	for row := max(top, 0); row < min(top+sprite.h, r.h); row++ {
		copy(r.row(row, from, to), sprite.row(row-top, from-left, to-left))
	}
}

// bounds is a box that a shape lies in, in units of the canvas.
type bounds struct{ x1, y1, x2, y2 float64 }

func around(x, y, radius float64) bounds {
	return bounds{x - radius, y - radius, x + radius, y + radius}
}

// fill paints the shape that outline describes and that lies in the box.
func (r *raster) fill(box bounds, c colour, outline func(p path)) {
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
	r.paint(&mask, image.Pt(left, top), c)
}

// paint lays a colour over the canvas where the mask covers it.
func (r *raster) paint(mask *image.Alpha, at image.Point, c colour) {
	from, to := max(at.X, 0), min(at.X+mask.Rect.Dx(), r.w)
	if from >= to {
		return
	}
	for y := max(at.Y, 0); y < min(at.Y+mask.Rect.Dy(), r.h); y++ {
		cover := mask.Pix[(y-at.Y)*mask.Stride+from-at.X:]
		row := r.row(y, from, to)
		for i, below := range row {
			if part := (int(cover[i])*blendSteps + 127) / 255; part > 0 {
				row[i] = r.blend.over[below][c][part]
			}
		}
	}
}
