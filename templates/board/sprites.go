package board

import (
	"sync/atomic"

	"golang.org/x/image/vector"
)

// spriteKey is a stamp at a scale in a palette.
type spriteKey struct {
	stamp stamp
	scale int
	inks  inks
}

// sprite is a drawn stamp. It is not changed any more.
type sprite struct {
	*raster
	id uint64 // no other has it
}

// maxSprites bounds the memory that drawn stamps take: a square at scale 2 is
// 4 kB, and the boards of all games together have a few hundred looks.
const maxSprites = 1024

// sprites is the stamps drawn so far, shared by all pictures.
var sprites = newMemo(maxSprites, drawSprite)

var lastSprite atomic.Uint64

func drawSprite(k spriteKey) *sprite {
	w, h := k.stamp.size()
	r := &raster{}
	r.reset(w, h, k.scale, k.inks)
	r.clear()
	k.stamp.draw(r, 0, 0)
	r.shape, r.mask = vector.Rasterizer{}, nil // what drawing needs takes more than what was drawn
	return &sprite{raster: r, id: lastSprite.Add(1)}
}
