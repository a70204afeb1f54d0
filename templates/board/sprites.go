package board

import (
	"hash/maphash"

	"golang.org/x/image/vector"
)

// spriteKey is a stamp at a scale in a palette.
type spriteKey struct {
	stamp stamp
	scale int
	inks  inks
}

// content names what is on the stamp.
func (k spriteKey) content() content {
	return content{maphash.Comparable(contentSeeds[0], k), maphash.Comparable(contentSeeds[1], k)}
}

// spriteBytes bounds the cache, in bytes: a square at scale 2 is 4 kB, and most pictures use cached cells instead.
const spriteBytes = 1 << 20

// sprites caches the recently drawn stamps, which are immutable and shared by all pictures.
var sprites = newPartCache[*raster](spriteBytes)

// spriteOf is a drawn stamp.
func spriteOf(k spriteKey, named content) *raster {
	if kept, ok := sprites.Get(named); ok {
		return kept
	}
	w, h := k.stamp.size()
	r := &raster{}
	r.reset(w, h, k.scale, k.inks)
	r.clear()
	k.stamp.draw(r, 0, 0)
	r.shape, r.mask = vector.Rasterizer{}, nil // the tools take more memory than the result
	sprites.Put(named, r)
	return r
}
