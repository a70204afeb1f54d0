package board

import (
	"encoding/binary"
	"hash/crc32"
	"image/color"
)

// encodePNG writes strips as a PNG with its palette (PNG specification, third
// edition, sections 5 and 11; RFC 1950 for the zlib frame). w and h are in pixels.
func encodePNG(w, h int, palette []color.RGBA, parts []*strip) []byte {
	size := 1 << 8
	for _, p := range parts {
		size += len(p.bits.b)
	}
	out := make([]byte, 0, size)
	out = append(out, "\x89PNG\r\n\x1a\n"...)
	out = chunk(out, "IHDR", func(b []byte) []byte {
		b = binary.BigEndian.AppendUint32(b, uint32(w))
		b = binary.BigEndian.AppendUint32(b, uint32(h))
		// 4 bits a pixel, palette, and the only defined compression, filter and interlace methods.
		return append(b, 4, 3, 0, 0, 0)
	})
	out = chunk(out, "PLTE", func(b []byte) []byte {
		for _, c := range palette {
			b = append(b, c.R, c.G, c.B)
		}
		return b
	})
	out = chunk(out, "IDAT", func(b []byte) []byte {
		b = append(b, 0x78, 0x01) // deflate, a window of 32 KiB, fastest
		block, total := bitWriter{out: b}, sums{}
		block.begin()
		for _, p := range parts {
			block.add(p.bits)
			total = total.followedBy(p.sums)
		}
		return binary.BigEndian.AppendUint32(block.end(), total.adler32())
	})
	return chunk(out, "IEND", func(b []byte) []byte { return b })
}

// WidthOf is the width of a picture that PNG has drawn, in pixels.
func WidthOf(picture []byte) int { return int(binary.BigEndian.Uint32(picture[16:])) }

// chunk appends a chunk: length, type, data and checksum.
func chunk(out []byte, kind string, data func([]byte) []byte) []byte {
	start := len(out)
	out = append(out, 0, 0, 0, 0)
	out = append(out, kind...)
	out = data(out)
	binary.BigEndian.PutUint32(out[start:], uint32(len(out)-start-8))
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[start+4:]))
}
