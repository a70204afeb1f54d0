package board

import (
	"encoding/binary"
	"math/bits"
)

// Bounds of a match that deflate can write (RFC 1951, section 3.2.5). Shorter
// matches than minMatch cost more bits than they save.
const (
	minMatch    = 4
	maxMatch    = 258
	maxDistance = 1 << 15
)

// goodMatch is a match that makes looking for a better one a waste.
const goodMatch = 64

// hashBits is the size of the table of places seen before, hashFactor an odd
// number that spreads over it (2⁶⁴ by the golden ratio).
const (
	hashBits   = 12
	hashFactor = 0x9E3779B97F4A7C15
)

// seenBytes holds the last position of each hash of eight bytes. It is too large for a goroutine's stack.
type seenBytes [1 << hashBits]int32

// deflate compresses rows of pixels with the fixed codes (RFC 1951, section 3.2.6), as a part of a
// block that does not refer to earlier bytes. A drawn board repeats itself in three ways, and only
// those are searched: from row to row, along a row, and the same piece further left. That is
// several times as fast as a general search.
func deflate(rows []byte, stride int, seen *seenBytes) bitString {
	w := bitWriter{out: make([]byte, 0, len(rows)/16)}
	clear(seen[:])
	for i := 0; i < len(rows); {
		length, distance := matchLength(rows, i, stride), stride
		if length < goodMatch {
			if n := matchLength(rows, i, 1); n > length {
				length, distance = n, 1
			}
		}
		if length < goodMatch && i+8 <= len(rows) {
			place := &seen[binary.LittleEndian.Uint64(rows[i:])*hashFactor>>(64-hashBits)]
			if n := matchLength(rows, i, i-int(*place)); n > length {
				length, distance = n, i-int(*place)
			}
			*place = int32(i)
		}
		if length < minMatch {
			w.literal(rows[i])
			i++
			continue
		}
		w.match(length, distance)
		i += length
	}
	return w.string()
}

// matchLength is how many bytes from i on repeat those a distance before.
func matchLength(rows []byte, i, distance int) int {
	if distance > i || distance <= 0 || distance > maxDistance {
		return 0
	}
	return common(rows[i:], rows[i-distance:])
}

// common is how many bytes a begins with that b, which is no shorter, begins with too.
func common(a, b []byte) int {
	b = b[:len(a)]
	n := 0
	for ; n+32 <= len(a); n += 32 {
		p, q := a[n:n+32], b[n:n+32]
		differ := binary.LittleEndian.Uint64(p) ^ binary.LittleEndian.Uint64(q)
		differ |= binary.LittleEndian.Uint64(p[8:]) ^ binary.LittleEndian.Uint64(q[8:])
		differ |= binary.LittleEndian.Uint64(p[16:]) ^ binary.LittleEndian.Uint64(q[16:])
		differ |= binary.LittleEndian.Uint64(p[24:]) ^ binary.LittleEndian.Uint64(q[24:])
		if differ != 0 {
			break
		}
	}
	for ; n+8 <= len(a); n += 8 {
		if x := binary.LittleEndian.Uint64(a[n:]) ^ binary.LittleEndian.Uint64(b[n:]); x != 0 {
			return n + bits.TrailingZeros64(x)/8
		}
	}
	for n < len(a) && a[n] == b[n] {
		n++
	}
	return n
}

// prefixCode is a code and its extra bits, in the order in which they are written.
type prefixCode struct {
	code uint32
	bits uint
}

const endOfBlock = 256

// literalCodes is the fixed code of every literal and of the end of a block;
// lengthCodes that of every length of a match.
var literalCodes, lengthCodes = fixedCodes()

func fixedCodes() (literals [257]prefixCode, lengths [maxMatch + 1]prefixCode) {
	for symbol := range literals {
		literals[symbol] = fixedCode(symbol)
	}
	for length := 3; length < maxMatch; length++ {
		symbol, extra, value := 257, uint(0), length-3
		if value >= 8 {
			extra = uint(bits.Len(uint(value))) - 3
		}
		symbol += int(extra)*4 + value>>extra
		lengths[length] = fixedCode(symbol).with(value&(1<<extra-1), extra)
	}
	lengths[maxMatch] = fixedCode(285)
	return literals, lengths
}

// fixedCode is the code of a symbol, RFC 1951, section 3.2.6.
func fixedCode(symbol int) prefixCode {
	switch {
	case symbol < 144:
		return reversed(0b00110000+symbol, 8)
	case symbol < 256:
		return reversed(0b110010000+symbol-144, 9)
	case symbol < 280:
		return reversed(symbol-256, 7)
	}
	return reversed(0b11000000+symbol-280, 8)
}

// distanceCode is the code of a distance: five bits, then extra bits.
func distanceCode(distance int) prefixCode {
	value, extra := distance-1, uint(0)
	if value >= 4 {
		extra = uint(bits.Len(uint(value))) - 2
	}
	return reversed(int(extra)*2+value>>extra, 5).with(value&(1<<extra-1), extra)
}

// reversed turns a Huffman code, which is read from its highest bit.
func reversed(code int, n uint) prefixCode {
	return prefixCode{code: bits.Reverse32(uint32(code)) >> (32 - n), bits: n}
}

// with adds extra bits, which are read from the lowest.
func (p prefixCode) with(extra int, n uint) prefixCode {
	return prefixCode{code: p.code | uint32(extra)<<p.bits, bits: p.bits + n}
}
