package board

import (
	"encoding/binary"
	"sync"
)

// strip is some rows of a picture as a PNG holds them: compressed by themselves, so that they
// fit into every picture in which such rows stand. A turn changes two or three ranks of a
// board; the others are in the pictures of the turn before, and of other games.
type strip struct {
	bits bitString
	sums sums
}

// stripBytes bounds what is kept, in bytes: some thousand strips, as hundreds of games need.
const stripBytes = 3 << 20

// strips is the strips of the last pictures: of pages, of answers and of mails alike.
var strips = newStripStore(stripBytes)

// strip is the rows of what was recorded from top to bottom, in a picture of a width.
func (r *recording) strip(width, top, bottom int) *strip {
	at, end := float64(top), float64(bottom)
	r.canvas.reset(width, bottom-top, r.scale, r.inks)
	key := binary.LittleEndian.AppendUint32(r.key[:0], uint32(width))
	key = binary.LittleEndian.AppendUint32(key, uint32(bottom-top))
	key = binary.LittleEndian.AppendUint32(key, r.inks.used)
	key = append(key, byte(r.scale), bit(r.inks.dark))
	for i := range r.shapes {
		if s := &r.shapes[i]; s.in(at, end) {
			key = s.appendKey(key, &r.canvas, at)
		}
	}
	r.key = key
	if kept := strips.find(key); kept != nil {
		return kept
	}
	r.canvas.clear()
	for i := range r.shapes {
		if s := &r.shapes[i]; s.in(at, end) {
			s.draw(&r.canvas, at)
		}
	}
	drawn := &strip{
		bits: deflate(r.canvas.rows, r.canvas.stride), sums: sumsOf(r.canvas.rows, r.canvas.stride),
	}
	strips.keep(key, drawn)
	return drawn
}

// stripStore keeps the strips that were used last, by what is on them, for many goroutines. What
// was not asked for while half of it was filled anew goes.
type stripStore struct {
	limit int // of each half, in bytes

	mu            sync.Mutex
	recent, older map[string]*strip
	used          int // bytes of recent
}

func newStripStore(limit int) *stripStore {
	return &stripStore{limit: limit / 2, recent: map[string]*strip{}}
}

func (s *stripStore) find(key []byte) *strip {
	s.mu.Lock()
	defer s.mu.Unlock()
	if kept := s.recent[string(key)]; kept != nil {
		return kept
	}
	kept := s.older[string(key)]
	if kept != nil {
		s.add(string(key), kept)
	}
	return kept
}

func (s *stripStore) keep(key []byte, made *strip) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.add(string(key), made)
}

// stripOverhead is about what a strip takes beside its key and its bits.
const stripOverhead = 150

func (s *stripStore) add(key string, made *strip) {
	size := len(key) + len(made.bits.b) + stripOverhead
	if s.used+size > s.limit {
		s.older, s.recent, s.used = s.recent, map[string]*strip{}, 0
	}
	if s.recent[key] == nil {
		s.used += size
	}
	s.recent[key] = made
}
