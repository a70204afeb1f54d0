package board

import (
	"bytes"
	"encoding/binary"
)

// adlerModulus is the modulus of zlib's checksum (RFC 1950, section 8.2).
const adlerModulus = 65521

// adler32 is the checksum of zlib over rows of so many bytes. A row that repeats the
// one before, as most do, is not added up again.
func adler32(rows []byte, stride int) uint32 {
	sum, weighted := uint64(1), uint64(0)
	var before []byte
	var plain, prefixed uint64
	for len(rows) > 0 {
		row := rows[:min(stride, len(rows))]
		if !bytes.Equal(row, before) {
			plain, prefixed = byteSums(row)
		}
		weighted = (weighted + uint64(len(row))*sum + prefixed) % adlerModulus
		sum = (sum + plain) % adlerModulus
		before, rows = row, rows[len(row):]
	}
	return uint32(weighted<<16 | sum)
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
