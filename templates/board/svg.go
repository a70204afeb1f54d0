package board

import (
	"cmp"
	"hash/fnv"
	"html"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"turnpost/rules"
)

// SVG draws a diagram as a standalone SVG picture, with an opaque ground
// and a title. Letters are shapes, so that it looks the same
// everywhere. Areas lay links and marks over it; a picture with links is a group of
// links to screen readers, not an image. In a page the picture without the links is the
// element PictureID, so that it can be shown once more.
func SVG(d rules.Diagram, s Style, areas ...Area) []byte { return NewLayout(d, s).SVG(areas...) }

// SVG draws the picture of a layout: see the function SVG.
func (l Layout) SVG(areas ...Area) []byte {
	d, s, p, places := l.diagram, l.style, l.picture, l.Places
	title := s.Title
	c := newSVGCanvas(s)
	memory := svgMemory.Get().(*[]byte) //nolint:forcetypeassert // the pool has no others
	c.b = (*memory)[:0]
	defer func() { *memory = c.b; svgMemory.Put(memory) }()
	if s.Page {
		c.write(`<g id="`, PictureID, `" aria-hidden="true">`, "\n")
	} else {
		title = cmp.Or(title, caption(d, s))
	}
	p.draw(c)
	areas = placed(areas, places)
	c.drawMarks(areas, places, held(d))
	if s.Page {
		c.write("</g>\n")
	}
	c.drawAreas(areas, places)
	out := &svgCanvas{b: make([]byte, 0, len(c.b)+c.defs.size+500)}
	out.write(`<svg xmlns="http://www.w3.org/2000/svg"`)
	out.number("width", float64(p.view.Dx()))
	out.number("height", float64(p.view.Dy()))
	out.word("viewBox", l.ViewBox())
	if s.Page {
		out.word("data-steps", l.steps())
	}
	role := "img"
	if slices.ContainsFunc(areas, Area.link) {
		role = "group"
	}
	out.word("role", role)
	out.write(">\n<title>", escape(cmp.Or(title, s.say("board.title"))), "</title>\n")
	out.drawing(c)
	return out.b
}

// svgMemory keeps the memory in which pictures are written.
var svgMemory = sync.Pool{New: func() any { return new([]byte) }}

// svgCanvas writes one element for each shape. Stamps and letters, which repeat, are
// defined once and referenced.
type svgCanvas struct {
	b             []byte
	hex           *theme
	classes, page bool
	defs          *svgDefs
}

// svgDefs holds the definitions that a picture references by name. A name is derived from
// the content, so that several pictures on one page cannot conflict.
type svgDefs struct {
	list   []svgDef
	size   int              // of their texts
	named  map[string]bool  // names: stamps may look the same
	stamps map[stamp]string // their names
}

// svgDef is the definition of a stamp, a figure or a letter.
type svgDef struct{ name, text string }

func newSVGDefs() *svgDefs { return &svgDefs{named: map[string]bool{}, stamps: map[stamp]string{}} }

func (d *svgDefs) add(defs ...svgDef) {
	for _, one := range defs {
		if !d.named[one.name] {
			d.named[one.name] = true
			d.list, d.size = append(d.list, one), d.size+len(one.text)
		}
	}
}

func newSVGCanvas(s Style) *svgCanvas {
	return &svgCanvas{
		hex: inks{dark: s.Dark}.theme(), classes: s.Classes || s.Page, page: s.Page,
		defs: newSVGDefs(),
	}
}

// drawing writes what was drawn on another canvas, with its definitions, as the end of an SVG.
func (c *svgCanvas) drawing(d *svgCanvas) {
	c.write("<defs>\n")
	for _, def := range d.defs.list {
		c.write(def.text)
	}
	c.write("</defs>\n")
	c.b = append(c.b, d.b...)
	c.write("</svg>\n")
}

func (c *svgCanvas) rect(x, y, w, h, radius float64, k colour) {
	c.write("<rect")
	c.number("x", x)
	c.number("y", y)
	c.number("width", w)
	c.number("height", h)
	if radius > 0 {
		c.number("rx", radius)
	}
	c.fill(k)
	c.write("/>\n")
}

func (c *svgCanvas) disc(x, y, radius float64, k colour) {
	c.write("<circle")
	c.number("cx", x)
	c.number("cy", y)
	c.number("r", radius)
	c.fill(k)
	c.write("/>\n")
}

func (c *svgCanvas) ring(x, y, radius, width float64, k colour) {
	c.write("<circle")
	c.number("cx", x)
	c.number("cy", y)
	c.number("r", radius)
	c.number("stroke-width", width)
	if !c.classes {
		c.write(` fill="none"`)
	}
	c.stroke(k)
	c.write("/>\n")
}

func (c *svgCanvas) line(x1, y1, x2, y2, width float64, k colour) {
	c.write("<path d=\"M")
	c.numbers(x1, y1)
	c.write("L")
	c.numbers(x2, y2)
	c.write(`"`)
	c.number("stroke-width", width)
	c.stroke(k)
	c.write("/>\n")
}

func (c *svgCanvas) polygon(k colour, points ...float64) {
	c.write(`<path d="M`)
	c.numbers(points...)
	c.write(`Z"`)
	c.fill(k)
	c.write("/>\n")
}

// text writes a line: in a page as text, else as shapes of letters, in units of the font.
func (c *svgCanvas) text(x, y float64, f font, a anchor, s string, k colour) {
	if c.page {
		c.pageText(x, y, f, a, s, k)
		return
	}
	switch a {
	case anchorMiddle:
		x -= textWidth(s, f) / 2
	case anchorEnd:
		x -= textWidth(s, f)
	}
	scale := f.size / outlineUnits
	c.write("<g")
	c.fill(k)
	c.write(` transform="translate(`)
	c.numbers(x, y)
	c.write(")scale(", strconv.FormatFloat(scale, 'g', 4, 64), `)">`)
	pen := 0.0
	for _, r := range s {
		shape := outlines.get(glyphKey{r: r, f: font{bold: f.bold}})
		if shape.d != "" {
			c.write(`<use href="#`, c.glyph(shape), `"`)
			if pen > 0 {
				c.number("x", pen)
			}
			c.write("/>")
		}
		pen += shape.advance
	}
	c.write("</g>\n")
}

// glyph names a letter's shape, which is defined when it is first used.
func (c *svgCanvas) glyph(o outline) string {
	name := "board-t"
	if o.key.f.bold {
		name = "board-b"
	}
	name += strconv.FormatInt(int64(o.key.r), 36)
	if !c.defs.named[name] {
		c.defs.add(svgDef{name, `<path id="` + name + `" d="` + o.d + "\"/>\n"})
	}
	return name
}

// svgLook is what the definitions of a stamp depend on.
type svgLook struct {
	stamp         stamp
	hex           *theme
	classes, page bool
}

// maxLooks is enough for the stamps of all rulesets on pages, at some kilobytes each.
const maxLooks = 500

// svgLooks caches the definitions of stamps. Those of a stamp's figures and letters come before its own.
var svgLooks = newMemo(maxLooks, func(l svgLook) []svgDef {
	c := &svgCanvas{hex: l.hex, classes: l.classes, page: l.page, defs: newSVGDefs()}
	l.stamp.draw(c, 0, 0)
	sum := fnv.New64a()
	sum.Write(c.b)
	name := "board-s" + strconv.FormatUint(sum.Sum64()&(1<<40-1), 36)
	return append(c.defs.list, svgDef{name, `<g id="` + name + "\">\n" + string(c.b) + "</g>\n"})
})

func (c *svgCanvas) stamp(s stamp, x, y float64) {
	name := c.defs.stamps[s]
	if name == "" {
		defs := svgLooks.get(svgLook{s, c.hex, c.classes, c.page})
		c.defs.add(defs...)
		name = defs[len(defs)-1].name
		c.defs.stamps[s] = name
	}
	c.write(`<use href="#`, name, `"`)
	if square, is := s.(squareStamp); is {
		c.word("class", square.layer.class())
	}
	c.number("x", x)
	c.number("y", y)
	c.write("/>\n")
}

// fill writes the fill colour of a shape.
func (c *svgCanvas) fill(k colour) {
	if c.classes {
		c.write(` class="board-`, names[k], `"`)
		return
	}
	c.word("fill", c.hex[k])
}

// stroke writes the colour of a line.
func (c *svgCanvas) stroke(k colour) {
	if c.classes {
		c.write(` class="board-`, names[k], `-line"`)
		return
	}
	c.word("stroke", c.hex[k])
}

// StyleSheet is the CSS that gives pictures drawn with Style.Classes or Style.Page their
// colours, and with those, light or dark as the reader's system asks for.
func StyleSheet() string {
	var b strings.Builder
	rules := func(t *theme) {
		for c := range colours {
			b.WriteString(".board-" + names[c] + "{fill:" + t[c] + "}")
			b.WriteString(".board-" + names[c] + "-line{fill:none;stroke:" + t[c] + "}\n")
		}
	}
	rules(&light)
	b.WriteString("@media (prefers-color-scheme:dark){\n")
	rules(&dark)
	b.WriteString("}\n")
	return b.String()
}

func (c *svgCanvas) write(parts ...string) {
	for _, p := range parts {
		c.b = append(c.b, p...)
	}
}

// word writes an attribute, unless it is empty.
func (c *svgCanvas) word(attribute, value string) {
	if value != "" {
		c.write(" ", attribute, `="`, escape(value), `"`)
	}
}

func (c *svgCanvas) number(attribute string, v float64) {
	c.write(" ", attribute, `="`)
	c.numbers(v)
	c.write(`"`)
}

// numbers writes numbers, rounded to hundredths.
func (c *svgCanvas) numbers(list ...float64) {
	for i, v := range list {
		if i > 0 {
			c.b = append(c.b, ' ')
		}
		if n := int64(v); math.Float64bits(float64(n)) == math.Float64bits(v) { // as most are
			c.b = strconv.AppendInt(c.b, n, 10)
			continue
		}
		start := len(c.b)
		c.b = strconv.AppendFloat(c.b, v, 'f', 2, 64)
		for c.b[len(c.b)-1] == '0' && len(c.b)-1 > start {
			c.b = c.b[:len(c.b)-1]
		}
		if c.b[len(c.b)-1] == '.' {
			c.b = c.b[:len(c.b)-1]
		}
	}
}

// escape makes a text safe in XML, which cannot hold control characters even
// escaped.
func escape(s string) string { return html.EscapeString(graphic(s)) }
