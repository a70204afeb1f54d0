package board

import (
	"hash/maphash"

	"turnpost/models/bounded"
)

// content identifies the content of a part of a picture by 128 bits of hash, which makes a collision negligible.
type content [2]uint64

var contentSeeds = [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}

func contentOf(key []byte) content {
	return content{maphash.Bytes(contentSeeds[0], key), maphash.Bytes(contentSeeds[1], key)}
}

// newPartCache makes a cache of parts of pictures by their content, of a size in bytes.
func newPartCache[V interface{ size() int }](limit int) *bounded.Cache[content, V] {
	return bounded.New[content](limit, func(part V) int { return part.size() + partOverhead })
}

// partOverhead estimates the memory of a part beside its bits.
const partOverhead = 150
