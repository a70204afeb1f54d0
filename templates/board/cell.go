package board

import (
	"bytes"
	"encoding/binary"
	"math"
	"slices"
)

// cellScale is the scale at which a pixel of scale 1 fills a byte of a row, so that rows can be cut anywhere.
const cellScale = 2

// cell is a part of a strip, about a square, with its rows in compressed form. Boards have few distinct cells, so
// that most strips are assembled from cached ones.
type cell struct {
	width int // bytes of a row
	rows  []cellRow
	looks []cellLook
	bits  []byte

	// For the checksum: the sum of the bytes, of each times its row, and of each times its column.
	plain, byRow, byColumn uint64
}

// cellRow is a row of a cell: the index of its look, and the distance to the previous row with the same look if a
// match reaches it, else 0. The lower half of a disc repeats the upper one.
type cellRow struct{ look, back uint8 }

// maxCellHeight is the number of rows that this can count.
const maxCellHeight = math.MaxUint8

// cellLook is a distinct row of a cell in compressed form.
type cellLook struct {
	sum uint64 // unique to the row's bytes
	// lead and tail are how many bytes at both ends repeat the row above; the bits are those of the bytes between.
	lead, tail uint8
	at, n      uint16
}

func (c *cell) size() int { return len(c.bits) + 2*len(c.rows) + 16*len(c.looks) }

// cellBytes bounds the cache, in bytes: some thousand cells, enough for the boards of all rulesets.
const cellBytes = 4 << 20

// cells caches the cells of recent pictures.
var cells = newPartCache[*cell](cellBytes)

// cell returns a part of a picture of a width.
func (r *recording) cell(p part, width int) *cell {
	c := r.contentOf(p, width, 0)
	if kept, ok := cells.Get(c); ok {
		return kept
	}
	r.draw(p)
	skip := 1
	if p.left == 0 {
		skip = 0 // the byte of the row's filter goes with the first cell
	}
	w := &r.cellWriter
	w.bitWriter = bitWriter{out: w.out[:0]}
	w.rows, w.stride, w.skip, w.distance = r.canvas.rows, r.canvas.stride, skip, 1+width
	clear(w.seen[:])
	clear(w.rowsSeen[:])
	made := w.cell(r.canvas.h)
	cells.Put(c, made)
	return made
}

// cellWriter makes cells.
type cellWriter struct {
	bitWriter
	rows     []byte
	stride   int // bytes from row to row
	skip     int // bytes of each row that do not belong to the cell
	distance int // from row to row in the picture
	looks    []cellLook
	seen     seenBytes
	rowsSeen [1 << rowBits]uint16 // the next of each row
}

const rowBits = 10

// cell compresses a cell of the given number of rows.
func (w *cellWriter) cell(height int) *cell {
	c := &cell{width: w.stride - w.skip, rows: make([]cellRow, height)}
	w.looks = w.looks[:0]
	for y := range c.rows {
		row := w.rows[y*w.stride+w.skip : (y+1)*w.stride]
		sum := lookOf(row)
		next := &w.rowsSeen[sum>>(64-rowBits)]
		back := y - int(*next) + 1
		if back <= y && back*w.distance <= maxDistance && w.looks[c.rows[y-back].look].sum == sum {
			c.rows[y] = cellRow{look: c.rows[y-back].look, back: uint8(back)}
		} else {
			c.rows[y] = cellRow{look: uint8(len(w.looks))}
			w.looks = append(w.looks, w.look(y, sum))
		}
		*next = uint16(y + 1)
		plain, prefixed := byteSums(row)
		c.plain += plain
		c.byRow += uint64(y) * plain
		c.byColumn += uint64(c.width)*plain - prefixed
	}
	c.looks, c.bits = slices.Clone(w.looks), bytes.Clone(w.out)
	return c
}

// lookOf is a fingerprint of a row. Each step is a bijection, so that rows which differ in a single word cannot
// collide.
func lookOf(row []byte) uint64 {
	sum := uint64(hashFactor) // not 0, which means that no row was seen
	mix := func(word uint64) {
		sum = (sum ^ word) * hashFactor
		sum ^= sum >> 32
	}
	for ; len(row) >= 8; row = row[8:] {
		mix(binary.LittleEndian.Uint64(row))
	}
	var last [8]byte
	copy(last[:], row)
	mix(binary.LittleEndian.Uint64(last[:]))
	return sum
}

// look compresses a row.
func (w *cellWriter) look(y int, sum uint64) cellLook {
	start, end := y*w.stride+w.skip, (y+1)*w.stride
	at := len(w.out)
	lead, tail := 0, 0
	if y > 0 {
		lead, tail = ends(w.rows[start:end], w.rows[start-w.stride:end-w.stride])
	}
	for i := start + lead; i < end-tail; {
		length, distance := w.longest(i, start, end-tail)
		if length < minMatch {
			w.literal(w.rows[i])
			i++
			continue
		}
		w.match(length, distance)
		i += length
	}
	return cellLook{
		sum: sum, lead: uint8(lead), tail: uint8(tail), at: uint16(at), n: uint16(w.align() - 8*at),
	}
}

// ends returns the number of equal bytes at both ends of two rows that differ, 0 if a match cannot express it.
func ends(a, b []byte) (lead, tail int) {
	lead = common(a, b)
	for a[len(a)-tail-1] == b[len(b)-tail-1] {
		tail++
	}
	if lead < minMatch {
		lead = 0
	}
	if tail < minMatch {
		tail = 0
	}
	return lead, min(tail, len(a)-lead)
}

// longest returns the longest match found for the bytes from i to end in a row that begins at start.
func (w *cellWriter) longest(i, start, end int) (length, distance int) {
	try := func(at int) {
		rows := i/w.stride - at/w.stride
		limit := end // of the repeated bytes: the end of their row in the cell
		if rows > 0 {
			limit = (at/w.stride + 1) * w.stride
		}
		n := common(w.rows[i:i+min(end-i, limit-at)], w.rows[at:limit])
		if far := i - at + rows*(w.distance-w.stride); n > length && far <= maxDistance {
			length, distance = n, far
		}
	}
	if start >= w.stride {
		try(i - w.stride)
	}
	if i > start {
		try(i - 1)
	}
	if length < goodMatch && i+8 <= end {
		place := &w.seen[binary.LittleEndian.Uint64(w.rows[i:])*hashFactor>>(64-hashBits)]
		if *place > 0 {
			try(int(*place))
		}
		*place = int32(i)
	}
	return length, distance
}
