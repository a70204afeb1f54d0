package board

import "encoding/binary"

// bitString is n bits from the lowest of the first byte up; zeros fill whole words of 64 bits.
type bitString struct {
	b []byte
	n int
}

// blockWriter puts one deflate block with the fixed codes together (RFC 1951, section 3.2.3).
type blockWriter struct {
	out  []byte
	bits uint64 // what does not fill 64 bits yet
	n    int
}

func (w *blockWriter) begin() { w.bits, w.n = 0b011, 3 } // the last block, fixed codes

// add appends a part of the block.
func (w *blockWriter) add(part bitString) {
	whole := part.n / 64 * 8
	for at := 0; at < whole; at += 8 {
		v := binary.LittleEndian.Uint64(part.b[at:])
		w.out = binary.LittleEndian.AppendUint64(w.out, w.bits|v<<w.n)
		w.bits = v >> (64 - w.n)
	}
	if left := part.n % 64; left > 0 {
		w.write(binary.LittleEndian.Uint64(part.b[whole:]), left)
	}
}

// write appends fewer than 64 bits.
func (w *blockWriter) write(v uint64, n int) {
	w.bits |= v << w.n
	if w.n += n; w.n >= 64 {
		w.out = binary.LittleEndian.AppendUint64(w.out, w.bits)
		w.n -= 64
		w.bits = v >> (n - w.n)
	}
}

// end ends the block and returns what was written, in whole bytes.
func (w *blockWriter) end() []byte {
	end := literalCodes[endOfBlock]
	w.write(uint64(end.code), int(end.bits))
	bytes := binary.LittleEndian.AppendUint64(w.out, w.bits)
	return bytes[:len(w.out)+(w.n+7)/8]
}
