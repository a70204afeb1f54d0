package templates

import (
	"encoding/binary"
	"hash/crc32"
)

// encodePNG writes a canvas as a PNG with its palette (PNG specification, third
// edition, sections 5 and 11; RFC 1950 for the zlib frame).
func encodePNG(r *raster) []byte {
	out := make([]byte, 0, 64<<10)
	out = append(out, "\x89PNG\r\n\x1a\n"...)
	out = chunk(out, "IHDR", func(b []byte) []byte {
		b = binary.BigEndian.AppendUint32(b, uint32(r.w))
		b = binary.BigEndian.AppendUint32(b, uint32(r.h))
		// 8 bits a pixel, palette, and the only methods that there are.
		return append(b, 8, 3, 0, 0, 0)
	})
	out = chunk(out, "PLTE", func(b []byte) []byte {
		for _, c := range r.blend.palette {
			b = append(b, c.R, c.G, c.B)
		}
		return b
	})
	out = chunk(out, "IDAT", func(b []byte) []byte {
		b = append(b, 0x78, 0x01) // deflate, a window of 32 KiB, fastest
		b = deflate(b, r.rows, r.w+1)
		return binary.BigEndian.AppendUint32(b, adler32(r.rows))
	})
	return chunk(out, "IEND", func(b []byte) []byte { return b })
}

// chunk appends a chunk: length, type, data and checksum.
func chunk(out []byte, kind string, data func([]byte) []byte) []byte {
	start := len(out)
	out = append(out, 0, 0, 0, 0)
	out = append(out, kind...)
	out = data(out)
	binary.BigEndian.PutUint32(out[start:], uint32(len(out)-start-8))
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[start+4:]))
}

// adler32 is the checksum of zlib (RFC 1950, section 8.2), eight bytes at a time.
// The sums of any picture fit into 64 bits, so that they are reduced once.
func adler32(b []byte) uint32 {
	const (
		modulus = 65521
		lanes   = 0x00FF00FF00FF00FF
	)
	sum, weighted := uint64(1), uint64(0)
	for ; len(b) >= 8; b = b[8:] {
		x := binary.LittleEndian.Uint64(b)
		even, odd := x&lanes, x>>8&lanes
		// The top lane of such a product is the sum of all lanes, each
		// with its weight: how often its byte counts in these eight steps.
		weighted += 8*sum + even*0x0008000600040002>>48 + odd*0x0007000500030001>>48
		sum += (even + odd) * 0x0001000100010001 >> 48
	}
	for _, v := range b {
		sum += uint64(v)
		weighted += sum
	}
	return uint32(weighted%modulus<<16 | sum%modulus)
}
