package board

import (
	"bytes"
	"encoding/binary"
)

// adlerModulus is the modulus of zlib's checksum (RFC 1950, section 8.2).
const adlerModulus = 65521

// sums holds the state of zlib's checksum for some bytes: their number, their sum and the sum of
// the sums up to each of them.
type sums struct{ length, plain, prefixed uint64 }

// adler32 is the checksum of the bytes.
func (s sums) adler32() uint32 {
	plain, prefixed := (1+s.plain)%adlerModulus, (s.length+s.prefixed)%adlerModulus
	return uint32(prefixed<<16 | plain)
}

// followedBy returns the sums of the bytes followed by others.
func (s sums) followedBy(next sums) sums {
	return sums{
		length:   s.length + next.length,
		plain:    (s.plain + next.plain) % adlerModulus,
		prefixed: (s.prefixed + next.length*s.plain + next.prefixed) % adlerModulus,
	}
}

// sumsOf sums up rows of so many bytes. A row that repeats the one before, as most do, is
// not added up again.
func sumsOf(rows []byte, stride int) (total sums) {
	var before []byte
	var last sums
	for len(rows) > 0 {
		row := rows[:min(stride, len(rows))]
		if !bytes.Equal(row, before) {
			plain, prefixed := byteSums(row)
			last = sums{uint64(len(row)), plain, prefixed}
		}
		total = total.followedBy(last)
		before, rows = row, rows[len(row):]
	}
	return total
}

// byteSums is the sum of the bytes and the sum of the sums up to each byte, eight
// bytes at a time. Both fit into 64 bits for any row of a picture.
func byteSums(b []byte) (plain, prefixed uint64) {
	const lanes = 0x00FF00FF00FF00FF
	for ; len(b) >= 8; b = b[8:] {
		x := binary.LittleEndian.Uint64(b)
		even, odd := x&lanes, x>>8&lanes
		// The top lane of such a product is the sum of all lanes, each
		// with its weight: how often its byte counts in these eight steps.
		prefixed += 8*plain + even*0x0008000600040002>>48 + odd*0x0007000500030001>>48
		plain += (even + odd) * 0x0001000100010001 >> 48
	}
	for _, v := range b {
		plain += uint64(v)
		prefixed += plain
	}
	return plain, prefixed
}
