package board

import "encoding/binary"

// strip is some rows of a picture in compressed form. Strips are compressed independently, so
// that every picture with such rows can share them. A turn changes two or three ranks of a
// board; the others are in the pictures of the previous turn and of other games.
type strip struct {
	bits bitString
	sums sums
}

func (s *strip) size() int { return len(s.bits.b) }

// stripBytes bounds the cache, in bytes: enough for the strips that recur in other games. The strips of every
// game would take many times as much.
const stripBytes = 3 << 20

// strips caches the strips of recent pictures of pages, responses and mails.
var strips = newPartCache[*strip](stripBytes)

// part is a rectangle of a picture.
type part struct{ left, top, right, bottom int }

func (p part) box() bounds {
	return bounds{float64(p.left), float64(p.top), float64(p.right), float64(p.bottom)}
}

// strip returns the rows from top to bottom of a picture of a width. It is assembled from cells between the given
// columns, or drawn whole if there are none.
func (r *recording) strip(width, top, bottom int, columns []int) *strip {
	whole := part{0, top, width, bottom}
	box := whole.box()
	r.near = r.near[:0]
	for i := range r.shapes {
		if s := &r.shapes[i]; box.meets(&s.box) {
			r.near = append(r.near, s)
		}
	}
	c := r.contentOf(whole, width, len(columns))
	if kept, ok := strips.Get(c); ok {
		return kept
	}
	var made *strip
	if len(columns) > 0 && r.scale == cellScale && cellScale*(bottom-top) <= maxCellHeight {
		made = r.stripOfCells(whole, columns)
	} else {
		r.draw(whole)
		rows, stride := r.canvas.rows, r.canvas.stride
		made = &strip{bits: deflate(rows, stride, &r.cellWriter.seen), sums: sumsOf(rows, stride)}
	}
	strips.Put(c, made)
	return made
}

// contentOf identifies the content of a part of a picture of a width.
func (r *recording) contentOf(p part, width, columns int) content {
	r.canvas.reset(p.right-p.left, p.bottom-p.top, r.scale, r.inks)
	r.key = appendPixels(r.key[:0], width, p.right-p.left, p.bottom-p.top, columns)
	r.key = binary.LittleEndian.AppendUint32(r.key, r.inks.used)
	r.key = append(r.key, byte(r.scale), bit(r.inks.dark), bit(p.left == 0))
	box := p.box()
	for _, s := range r.near {
		if box.meets(&s.box) {
			r.key = s.appendKey(r.key, &r.canvas, box.x1, box.y1)
		}
	}
	return contentOf(r.key)
}

// draw draws a part on the canvas.
func (r *recording) draw(p part) {
	r.canvas.reset(p.right-p.left, p.bottom-p.top, r.scale, r.inks)
	r.canvas.clear()
	box := p.box()
	for _, s := range r.near {
		if box.meets(&s.box) {
			s.draw(&r.canvas, box.x1, box.y1)
		}
	}
}
