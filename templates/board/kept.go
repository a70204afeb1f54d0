package board

import (
	"hash/maphash"
	"sync"
)

// content identifies the content of a part of a picture by 128 bits of hash, which makes a collision negligible.
type content [2]uint64

var contentSeeds = [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}

func contentOf(key []byte) content {
	return content{maphash.Bytes(contentSeeds[0], key), maphash.Bytes(contentSeeds[1], key)}
}

// keptStore caches the most recently used parts of pictures by their content, for concurrent use. A part that
// was not used while half of the cache was refilled is evicted.
type keptStore[V interface{ size() int }] struct {
	limit int // of each half, in bytes

	mu            sync.Mutex
	recent, older map[content]V
	used          int // bytes of recent
}

func newKeptStore[V interface{ size() int }](limit int) *keptStore[V] {
	return &keptStore[V]{limit: limit / 2, recent: map[content]V{}}
}

func (s *keptStore[V]) find(c content) (V, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if kept, ok := s.recent[c]; ok {
		return kept, true
	}
	kept, ok := s.older[c]
	if ok {
		s.add(c, kept)
	}
	return kept, ok
}

func (s *keptStore[V]) keep(c content, made V) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.add(c, made)
}

// keptOverhead estimates the memory of a part beside its bits.
const keptOverhead = 150

func (s *keptStore[V]) add(c content, made V) {
	size := made.size() + keptOverhead
	if s.used+size > s.limit {
		s.older, s.recent, s.used = s.recent, map[content]V{}, 0
	}
	if _, ok := s.recent[c]; !ok {
		s.used += size
	}
	s.recent[c] = made
}
