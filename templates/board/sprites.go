package board

// spriteKey is a stamp at a scale in a palette.
type spriteKey struct {
	stamp stamp
	scale int
	inks  inks
}

// maxSprites bounds the memory that drawn stamps take: a square at scale 2 is
// 4 kB, and the boards of all games together have a few hundred looks.
const maxSprites = 1024

// sprites is the stamps drawn so far, shared by all renders. A raster that is
// kept here is not changed any more.
var sprites = newMemo(maxSprites, drawSprite)

func drawSprite(k spriteKey) *raster {
	w, h := k.stamp.size()
	r := newRaster(w, h, k.scale, k.inks, nil)
	k.stamp.draw(r, 0, 0)
	return r
}
