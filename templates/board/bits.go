package board

import (
	"bytes"
	"encoding/binary"
)

// bitString is n bits from the lowest of the first byte up; zeros fill whole words of 64 bits.
type bitString struct {
	b []byte
	n int
}

// bitWriter assembles deflate streams, from the lowest bit up.
type bitWriter struct {
	out  []byte
	bits uint64 // the last bits, fewer than 64
	n    uint

	distance int        // of the last match
	far      prefixCode // its code
}

// write appends the lowest n < 64 bits of v; the others must be zero.
func (w *bitWriter) write(v uint64, n uint) {
	w.bits |= v << w.n
	if w.n += n; w.n >= 64 {
		w.out = binary.LittleEndian.AppendUint64(w.out, w.bits)
		w.n -= 64
		w.bits = v >> (n - w.n)
	}
}

// add appends a string.
func (w *bitWriter) add(part bitString) {
	whole := part.n / 64 * 8
	for at := 0; at < whole; at += 8 {
		v := binary.LittleEndian.Uint64(part.b[at:])
		w.out = binary.LittleEndian.AppendUint64(w.out, w.bits|v<<w.n)
		w.bits = v >> (64 - w.n)
	}
	if left := part.n % 64; left > 0 {
		w.write(binary.LittleEndian.Uint64(part.b[whole:]), uint(left))
	}
}

// align fills the word with zeros and returns how many bits were written before.
func (w *bitWriter) align() (n int) {
	n = 8*len(w.out) + int(w.n)
	if w.n > 0 {
		w.out = binary.LittleEndian.AppendUint64(w.out, w.bits)
		w.bits, w.n = 0, 0
	}
	return n
}

// string returns the bits written so far.
func (w *bitWriter) string() bitString {
	n := w.align()
	return bitString{b: bytes.Clone(w.out), n: n}
}

// begin begins a deflate block with the fixed codes, the last one (RFC 1951, section 3.2.3).
func (w *bitWriter) begin() { w.write(0b011, 3) }

// end ends the block and returns what was written, in whole bytes.
func (w *bitWriter) end() []byte {
	end := literalCodes[endOfBlock]
	w.write(uint64(end.code), end.bits)
	n := w.align()
	return w.out[:(n+7)/8]
}

func (w *bitWriter) literal(b byte) { w.write(uint64(literalCodes[b].code), literalCodes[b].bits) }

// match writes one match, in parts where it is longer than one can be.
func (w *bitWriter) match(length, distance int) {
	if length > 0 && distance != w.distance { // most matches are a row or a pixel away
		w.distance, w.far = distance, distanceCode(distance)
	}
	for length > 0 {
		part := min(length, maxMatch)
		if left := length - part; left > 0 && left < minMatch {
			part -= minMatch
		}
		near := lengthCodes[part]
		w.write(uint64(near.code|w.far.code<<near.bits), near.bits+w.far.bits) // at most 30 bits
		length -= part
	}
}
