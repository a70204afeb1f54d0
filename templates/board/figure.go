package board

import (
	"math"
	"strconv"
	"strings"
	"sync"

	"turnpost/rules"
)

// figureSide is the side of the square in which figures are described; y grows downwards.
const figureSide = 100.0

// figureSteps is the number of steps in which the edges of figures are smoothed.
const figureSteps = 2

// figurePart is a filled outline of a figure.
type figurePart struct {
	figure rules.Figure
	index  int
	d      string // SVG path data with absolute coordinates
	ground bool   // in the colour of the piece instead of that of the figure
	lines  []pathLine
	box    bounds
}

// pathLine is one command of a path with its coordinates.
type pathLine struct {
	command byte // M, L, C or Z
	v       [6]float64
}

// The silhouettes: few points, told from each other at the size of a thumbnail.
var figureSources = map[rules.Figure][]string{
	// A head in profile, with an ear, a mane, an eye and a nostril.
	rules.FigureHorse: {
		"M27 91C27 77 34 71 43 62C37 65 32 64 29 67C25 73 15 72 12 65C10 58 19 48 23 38C26 28 34 20 42 17L44 4L54 14" +
			"C73 19 84 40 82 66C81 76 80 83 81 91Z",
		"-" + oval(38, 34, 3.4, 3.4) + oval(18, 61, 2.2, 2.2) + "M57 24C70 32 75 50 70 72C68 52 64 36 54 29Z",
	},
	// A head from the front between wide ears, with tusks at both sides of the trunk.
	rules.FigureElephant: {
		"M36 22C24 10 4 16 3 38C3 56 14 69 27 66C31 65 34 61 36 57C40 64 42 76 43 88C44 95 56 95 57 88C58 76 60 64 64 57" +
			"C66 61 69 65 73 66C86 69 97 56 97 38C96 16 76 10 64 22C56 14 44 14 36 22Z" +
			"M35 66C27 72 25 82 29 92C35 87 38 80 39 70ZM65 66C73 72 75 82 71 92C65 87 62 80 61 70Z",
		"-" + oval(42, 43, 3.4, 3.4) + oval(58, 43, 3.4, 3.4) + "M32 24C23 34 24 48 32 60C29 48 29 36 36 28Z" +
			"M68 24C77 34 76 48 68 60C71 48 71 36 64 28Z",
	},
	// A face in the ring of a mane. The face has the colour of the piece: a filled one leaves too little of it to tell
	// the sides.
	rules.FigureLion: {
		mane(10, 48, 39), "-" + oval(50, 53, 32, 31),
		oval(38, 45, 4.8, 5.4) + oval(62, 45, 4.8, 5.4) +
			"M40 55L60 55L52 65L52 69C56 72 62 71 64 66C66 76 55 80 50 74C45 80 34 76 36 66C38 71 44 72 48 69L48 65Z",
	},
	// A face with round ears.
	rules.FigureMonkey: {
		oval(13, 47, 13, 14) + oval(87, 47, 13, 14) +
			"M50 8C72 8 84 26 83 48C83 74 68 93 50 93C32 93 17 74 17 48C16 26 28 8 50 8Z",
		"-" + oval(12, 47, 6.5, 7.5) + oval(88, 47, 6.5, 7.5) + oval(38.5, 41, 13.5, 14) + oval(61.5, 41, 13.5, 14) +
			oval(50, 67, 22, 19),
		oval(40, 43, 5, 5.5) + oval(60, 43, 5, 5.5) +
			"M35 68C43 74 57 74 65 68C61 81 39 81 35 68Z",
	},
	// The bases of the figures, with an edge.
	onDisc:   {oval(50, 50, 50, 50), "-" + oval(50, 50, 48, 48)},
	onSquare: {roundedSquare(0), "-" + roundedSquare(2)},
	rules.FigureCrown: {
		"M22 78L16 36L35 53L50 24L65 53L84 36L78 78Z" + oval(15, 31, 5.5, 5.5) + oval(50, 18, 6, 6) + oval(85, 31, 5.5, 5.5),
		"-M24.5 67L75.5 67L76.2 62.5L23.8 62.5Z",
	},
}

// The bases of figures: a disc, and a square with rounded corners.
const (
	onDisc   rules.Figure = "disc"
	onSquare rules.Figure = "square"
)

// roundedSquare is the path of a square with rounded corners, smaller by an inset on all sides.
func roundedSquare(inset float64) string {
	const radius = 19.0
	var b svgCanvas
	low, high, k := inset, figureSide-inset, (radius-inset)*(1-arcHandle)
	near, far := radius, figureSide-radius
	b.write("M")
	b.numbers(near, low)
	for _, side := range [][8]float64{
		{far, low, high - k, low, high, low + k, high, near},
		{high, far, high, high - k, high - k, high, far, high},
		{near, high, low + k, high, low, high - k, low, far},
		{low, near, low, low + k, low + k, low, near, low},
	} {
		b.write("L")
		b.numbers(side[:2]...)
		b.write("C")
		b.numbers(side[2:]...)
	}
	b.write("Z")
	return string(b.b)
}

// figures returns the figures by their names.
var figures = sync.OnceValue(func() map[rules.Figure][]figurePart {
	all := map[rules.Figure][]figurePart{}
	for name, sources := range figureSources {
		for i, source := range sources {
			d, ground := strings.CutPrefix(source, "-")
			p := figurePart{figure: name, index: i, d: d, ground: ground}
			p.read()
			all[name] = append(all[name], p)
		}
	}
	return all
})

// oval is the path of an ellipse.
func oval(x, y, rx, ry float64) string {
	var b svgCanvas
	kx, ky := rx*arcHandle, ry*arcHandle
	b.write("M")
	b.numbers(x+rx, y)
	b.write("C")
	b.numbers(x+rx, y+ky, x+kx, y+ry, x, y+ry)
	b.write("C")
	b.numbers(x-kx, y+ry, x-rx, y+ky, x-rx, y)
	b.write("C")
	b.numbers(x-rx, y-ky, x-kx, y-ry, x, y-ry)
	b.write("C")
	b.numbers(x+kx, y-ry, x+rx, y-ky, x+rx, y)
	b.write("Z")
	return string(b.b)
}

// mane is the path of a disc with tufts.
func mane(tufts int, outer, inner float64) string {
	var b svgCanvas
	at := func(angle, radius float64) (x, y float64) {
		return 50 + radius*math.Sin(angle), 50 - radius*math.Cos(angle)
	}
	step := 2 * math.Pi / float64(tufts)
	x, y := at(-step/2, inner)
	b.write("M")
	b.numbers(x, y)
	for i := range tufts {
		middle := float64(i) * step
		x1, y1 := at(middle-step*0.42, outer*1.1)
		x2, y2 := at(middle+step*0.42, outer*1.1)
		x, y = at(middle+step/2, inner)
		b.write("C")
		b.numbers(x1, y1, x2, y2, x, y)
	}
	b.write("Z")
	return string(b.b)
}

// read parses the path of a part, which is a constant of the program.
func (p *figurePart) read() {
	rest := p.d
	p.box = bounds{figureSide, figureSide, 0, 0}
	for rest != "" {
		line := pathLine{command: rest[0]}
		end := strings.IndexAny(rest[1:], "MLCZ") + 1
		if end == 0 {
			end = len(rest)
		}
		for i, text := range strings.Fields(rest[1:end]) {
			line.v[i], _ = strconv.ParseFloat(text, 64)
			if i%2 == 1 {
				p.box.x1, p.box.y1 = min(p.box.x1, line.v[i-1]), min(p.box.y1, line.v[i])
				p.box.x2, p.box.y2 = max(p.box.x2, line.v[i-1]), max(p.box.y2, line.v[i])
			}
		}
		p.lines, rest = append(p.lines, line), rest[end:]
	}
}

// colour returns the colour of a part of a figure on a piece.
func (p *figurePart) colour(mark, body colour) colour {
	if p.ground {
		return body
	}
	return mark
}

// placed returns the box of a part whose square has its corner at x, y.
func (p *figurePart) placed(x, y, scale float64) bounds {
	return bounds{x + p.box.x1*scale, y + p.box.y1*scale, x + p.box.x2*scale, y + p.box.y2*scale}
}

// outline returns the part with its square's corner at x, y.
func (p *figurePart) outline(x, y, scale float64) func(to path) {
	return func(to path) {
		for _, l := range p.lines {
			v := l.v
			for i := range v {
				v[i] = v[i]*scale + [2]float64{x, y}[i%2]
			}
			switch l.command {
			case 'M':
				to.move(v[0], v[1])
			case 'L':
				to.line(v[0], v[1])
			case 'C':
				to.cube(v[0], v[1], v[2], v[3], v[4], v[5])
			case 'Z':
				to.shape.ClosePath()
			}
		}
	}
}

func (r *raster) figure(x, y, side float64, f rules.Figure, mark, body colour) {
	x, y, scale := x-side/2, y-side/2, side/figureSide
	for i := range figures()[f] {
		p := &figures()[f][i]
		r.fillIn(p.placed(x, y, scale), p.colour(mark, body), figureSteps, p.outline(x, y, scale))
	}
}

func (r *recording) figure(x, y, side float64, f rules.Figure, mark, body colour) {
	x, y, scale := x-side/2, y-side/2, side/figureSide
	for i := range figures()[f] {
		p := &figures()[f][i]
		r.add(kindFigure, p.placed(x, y, scale), p.colour(mark, body), x, y, scale).part = p
	}
}

// figure refers to a figure in two colours, which is defined when it is first used.
func (c *svgCanvas) figure(x, y, side float64, f rules.Figure, mark, body colour) {
	name := "board-" + string(f) + "-" + names[body]
	if !c.defs.named[name] {
		one := &svgCanvas{hex: c.hex, classes: c.classes}
		for _, p := range figures()[f] {
			one.write(`<path d="`, p.d, `"`)
			one.fill(p.colour(mark, body))
			one.write("/>")
		}
		c.defs.add(svgDef{name, `<g id="` + name + `">` + string(one.b) + "</g>\n"})
	}
	c.write(`<use href="#`, name, `" transform="translate(`)
	c.numbers(x-side/2, y-side/2)
	c.write(")scale(", strconv.FormatFloat(side/figureSide, 'g', 4, 64), `)"/>`, "\n")
}
