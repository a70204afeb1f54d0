package board

import (
	"encoding/binary"
	"hash/crc32"
)

// encodePNG writes a canvas as a PNG with its palette (PNG specification, third
// edition, sections 5 and 11; RFC 1950 for the zlib frame).
func encodePNG(r *raster) []byte {
	out := make([]byte, 0, 32<<10)
	out = append(out, "\x89PNG\r\n\x1a\n"...)
	out = chunk(out, "IHDR", func(b []byte) []byte {
		b = binary.BigEndian.AppendUint32(b, uint32(r.w))
		b = binary.BigEndian.AppendUint32(b, uint32(r.h))
		// 4 bits a pixel, palette, and the only methods that there are.
		return append(b, 4, 3, 0, 0, 0)
	})
	out = chunk(out, "PLTE", func(b []byte) []byte {
		for _, c := range r.blend.palette {
			b = append(b, c.R, c.G, c.B)
		}
		return b
	})
	out = chunk(out, "IDAT", func(b []byte) []byte {
		b = append(b, 0x78, 0x01) // deflate, a window of 32 KiB, fastest
		b = deflate(b, r.rows, r.stride)
		return binary.BigEndian.AppendUint32(b, adler32(r.rows, r.stride))
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
