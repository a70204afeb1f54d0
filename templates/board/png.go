package board

import (
	"fmt"
	"sync"

	"turnpost/rules"
)

// recordings pools the memory of finished pictures.
var recordings = sync.Pool{New: func() any { return &recording{} }}

// PNG draws a diagram as an opaque PNG of at most sixteen colours. It fails if the style's
// scale is not 0, 1 or 2.
func PNG(d rules.Diagram, s Style) ([]byte, error) {
	scale := max(s.Scale, 1)
	if s.Scale < 0 || scale > 2 {
		return nil, fmt.Errorf("drawing a board: the scale is %d; it must be 1 or 2", s.Scale)
	}
	p := newPicture(d, s)
	r := recordings.Get().(*recording)
	defer recordings.Put(r)
	r.scale, r.inks, r.points = scale, p.inks, r.points[:0]
	defer r.forget()
	p.draw(r)
	var parts []*strip
	top := 0
	cuts, columns := p.board.cuts()
	for i, cut := range append(cuts, p.captionTop, p.height) {
		if cut <= top {
			continue
		}
		if i == 0 || i >= len(cuts) {
			parts = append(parts, r.strip(p.width, top, cut, nil))
		} else {
			parts = append(parts, r.strip(p.width, top, cut, columns))
		}
		top = cut
	}
	return encodePNG(p.width*scale, p.height*scale, blends.get(p.inks).palette, parts), nil
}

// forget drops the recorded shapes and keeps their memory.
func (r *recording) forget() {
	clear(r.shapes)
	clear(r.recent[:])
	clear(r.joiner.cells)
	r.shapes, r.joiner.cells = r.shapes[:0], r.joiner.cells[:0]
}
