package board

import (
	"bytes"
	"compress/flate"
	stdadler "hash/adler32"
	"io"
	"math/rand/v2"
	"testing"
)

// stream is one block of what deflate makes of rows, cut into parts as a picture is into strips.
func stream(rows []byte, stride int, parts ...int) []byte {
	block := bitWriter{}
	block.begin()
	for _, n := range parts {
		n = min(n, len(rows))
		block.add(deflate(rows[:n], stride, &seenBytes{}))
		rows = rows[n:]
	}
	block.add(deflate(rows, stride, &seenBytes{}))
	return block.end()
}

// Random bytes that repeat themselves at random distances survive a round trip, for all
// lengths of matches.
func TestDeflateRoundTrip(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 100 {
		var rows []byte
		for range random.IntN(20) {
			if n := len(rows); n > 0 && random.IntN(2) == 0 {
				distance := 1 + random.IntN(min(n, 2*maxDistance))
				for range random.IntN(3000) {
					rows = append(rows, rows[len(rows)-distance])
				}
				continue
			}
			for range random.IntN(50) {
				rows = append(rows, byte(random.IntN(256)))
			}
		}
		stride := 1 + random.IntN(40_000)
		parts := []int{random.IntN(100), random.IntN(3000), random.IntN(30)}
		got, err := io.ReadAll(flate.NewReader(bytes.NewReader(stream(rows, stride, parts...))))
		if err != nil || !bytes.Equal(got, rows) {
			t.Fatalf("%d bytes with rows of %d come back as %d (%v)", len(rows), stride, len(got), err)
		}
	}
}

func TestEveryMatchLength(t *testing.T) {
	for length := 1; length <= 3*maxMatch; length++ {
		rows := append(bytes.Repeat([]byte{7}, length), 9)
		got, err := io.ReadAll(flate.NewReader(bytes.NewReader(stream(rows, 1000))))
		if err != nil || !bytes.Equal(got, rows) {
			t.Fatalf("a run of %d comes back as %d bytes (%v)", length, len(got), err)
		}
	}
}

func TestAdler32(t *testing.T) {
	for _, n := range []int{0, 1, 7, 8, 9, 1000, 3_000_001} {
		b := bytes.Repeat([]byte{255, 1, 254, 0, 77}, n/5+1)[:n]
		for _, stride := range []int{1, 5, 7, 1000, 4_000_000} {
			half := n / 2
			total := sumsOf(b[:half], stride).followedBy(sumsOf(b[half:], stride))
			if got, want := total.adler32(), stdadler.Checksum(b); got != want {
				t.Errorf("%d bytes in rows of %d: %08x; want %08x", n, stride, got, want)
			}
		}
	}
}
