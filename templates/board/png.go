package board

import (
	"fmt"
	"runtime"
	"sync"

	"turnpost/rules"
)

// renders bounds how many pictures are drawn at once: each takes a core and up
// to a few megabytes.
var renders = make(chan struct{}, runtime.GOMAXPROCS(0))

// rowsPool keeps the pixels of finished pictures for the next ones.
var rowsPool = sync.Pool{New: func() any { return new([]byte) }}

// PNG draws a diagram as an opaque PNG of at most sixteen colours. It is an error if
// the style's scale is none that there is.
func PNG(d rules.Diagram, s Style) ([]byte, error) {
	scale := max(s.Scale, 1)
	if s.Scale < 0 || scale > 2 {
		return nil, fmt.Errorf("drawing a board: the scale is %d; it must be 1 or 2", s.Scale)
	}
	renders <- struct{}{}
	defer func() { <-renders }()

	memory := rowsPool.Get().(*[]byte)
	defer rowsPool.Put(memory)
	p := newPicture(d, s)
	r := newRaster(p.width, p.height, scale, p.inks, *memory)
	*memory = r.rows
	p.draw(r)
	return encodePNG(r), nil
}
