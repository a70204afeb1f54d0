package board

import (
	"golang.org/x/image/vector"
)

// path describes outlines to a rasterizer, from units of the canvas to pixels
// of a mask whose corner is at left, top.
type path struct {
	shape            *vector.Rasterizer
	scale, left, top float64
}

func (p path) at(x, y float64) (float32, float32) {
	return float32(x*p.scale - p.left), float32(y*p.scale - p.top)
}

func (p path) move(x, y float64) { p.shape.MoveTo(p.at(x, y)) }
func (p path) line(x, y float64) { p.shape.LineTo(p.at(x, y)) }

func (p path) cube(x1, y1, x2, y2, x3, y3 float64) {
	bx, by := p.at(x1, y1)
	cx, cy := p.at(x2, y2)
	dx, dy := p.at(x3, y3)
	p.shape.CubeTo(bx, by, cx, cy, dx, dy)
}

// arcHandle is the length of the handles of a Bézier curve that approximates a quarter
// of a circle, as a fraction of the radius.
const arcHandle = 0.5522848

// circle adds a circle, clockwise. Turn -1 reverses the direction, which cuts the
// circle out of a surrounding one.
func (p path) circle(x, y, radius, turn float64) {
	r, k := radius, radius*arcHandle
	v, vk := r*turn, k*turn
	p.move(x+r, y)
	p.cube(x+r, y+vk, x+k, y+v, x, y+v)
	p.cube(x-k, y+v, x-r, y+vk, x-r, y)
	p.cube(x-r, y-vk, x-k, y-v, x, y-v)
	p.cube(x+k, y-v, x+r, y-vk, x+r, y)
	p.shape.ClosePath()
}

// quarter is the quarter of a disc between two of its radii, along the axes by dx and dy.
func (p path) quarter(x, y, dx, dy float64) {
	p.move(x, y)
	p.line(x+dx, y)
	p.cube(x+dx, y+dy*arcHandle, x+dx*arcHandle, y+dy, x, y+dy)
	p.shape.ClosePath()
}

// roundRect is a rectangle with rounded corners.
func (p path) roundRect(x, y, w, h, radius float64) {
	r := min(radius, w/2, h/2)
	k := r * (1 - arcHandle)
	right, bottom := x+w, y+h
	p.move(x+r, y)
	p.line(right-r, y)
	p.cube(right-k, y, right, y+k, right, y+r)
	p.line(right, bottom-r)
	p.cube(right, bottom-k, right-k, bottom, right-r, bottom)
	p.line(x+r, bottom)
	p.cube(x+k, bottom, x, bottom-k, x, bottom-r)
	p.line(x, y+r)
	p.cube(x, y+k, x+k, y, x+r, y)
	p.shape.ClosePath()
}
