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

// spriteBytes bounds what is kept, in bytes: a square at scale 2 is 4 kB, and most of what is drawn of it is in cells
// already.
const spriteBytes = 1 << 20

// sprites is the stamps that were drawn last, shared by all pictures. They are not changed any more.
var sprites = newKeptStore[*raster](spriteBytes)

// spriteOf is a drawn stamp.
func spriteOf(k spriteKey, named content) *raster {
	if kept, ok := sprites.find(named); ok {
		return kept
	}
	w, h := k.stamp.size()
	r := &raster{}
	r.reset(w, h, k.scale, k.inks)
	r.clear()
	k.stamp.draw(r, 0, 0)
	r.shape, r.mask = vector.Rasterizer{}, nil // what drawing needs takes more than what was drawn
	sprites.keep(named, r)
	return r
}
