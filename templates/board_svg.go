package templates

import (
	"html"
	"strconv"
	"strings"

	"turnpost/rules"
)

// BoardSVG draws a diagram as a standalone SVG picture, with an opaque ground
// and the caption as its title.
func BoardSVG(d rules.Diagram, s BoardStyle) []byte {
	p := newPicture(d, s)
	title := caption(d, s)
	if title == "" {
		title = english.board
	}
	c := &svgCanvas{b: make([]byte, 0, 32<<10)}
	c.b = append(c.b, `<svg xmlns="http://www.w3.org/2000/svg"`...)
	c.number("width", float64(p.width))
	c.number("height", float64(p.height))
	c.b = append(c.b, ` viewBox="0 0 `...)
	c.b = strconv.AppendInt(c.b, int64(p.width), 10)
	c.b = append(c.b, ' ')
	c.b = strconv.AppendInt(c.b, int64(p.height), 10)
	c.b = append(c.b, "\" role=\"img\" font-family=\"sans-serif\">\n<title>"...)
	c.b = append(c.b, escape(title)...)
	c.b = append(c.b, "</title>\n"...)
	p.draw(c)
	return append(c.b, "</svg>\n"...)
}

// svgCanvas writes one element for each shape.
type svgCanvas struct{ b []byte }

func (c *svgCanvas) rect(x, y, w, h, radius float64, k colour) {
	c.open("rect")
	c.number("x", x)
	c.number("y", y)
	c.number("width", w)
	c.number("height", h)
	if radius > 0 {
		c.number("rx", radius)
	}
	c.close("fill", k)
}

func (c *svgCanvas) disc(x, y, radius float64, k colour) {
	c.circle(x, y, radius)
	c.close("fill", k)
}

func (c *svgCanvas) ring(x, y, radius, width float64, k colour) {
	c.circle(x, y, radius)
	c.b = append(c.b, ` fill="none"`...)
	c.number("stroke-width", width)
	c.close("stroke", k)
}

func (c *svgCanvas) circle(x, y, radius float64) {
	c.open("circle")
	c.number("cx", x)
	c.number("cy", y)
	c.number("r", radius)
}

func (c *svgCanvas) line(x1, y1, x2, y2, width float64, k colour) {
	c.open("line")
	c.number("x1", x1)
	c.number("y1", y1)
	c.number("x2", x2)
	c.number("y2", y2)
	c.number("stroke-width", width)
	c.close("stroke", k)
}

func (c *svgCanvas) text(x, y float64, f font, a anchor, s string, k colour) {
	c.open("text")
	c.number("x", x)
	c.number("y", y)
	c.number("font-size", f.size)
	if f.bold {
		c.b = append(c.b, ` font-weight="bold"`...)
	}
	switch a {
	case anchorMiddle:
		c.b = append(c.b, ` text-anchor="middle"`...)
	case anchorEnd:
		c.b = append(c.b, ` text-anchor="end"`...)
	}
	c.b = append(c.b, ` fill="`...)
	c.b = append(c.b, hex[k]...)
	c.b = append(c.b, `">`...)
	c.b = append(c.b, escape(s)...)
	c.b = append(c.b, "</text>\n"...)
}

func (c *svgCanvas) stamp(s stamp, x, y float64) { s.draw(c, x, y) }

func (c *svgCanvas) open(element string) {
	c.b = append(c.b, '<')
	c.b = append(c.b, element...)
}

// close ends an element with its colour.
func (c *svgCanvas) close(attribute string, k colour) {
	c.b = append(c.b, ' ')
	c.b = append(c.b, attribute...)
	c.b = append(c.b, `="`...)
	c.b = append(c.b, hex[k]...)
	c.b = append(c.b, "\"/>\n"...)
}

// number writes an attribute, rounded to hundredths.
func (c *svgCanvas) number(attribute string, v float64) {
	c.b = append(c.b, ' ')
	c.b = append(c.b, attribute...)
	c.b = append(c.b, `="`...)
	start := len(c.b)
	c.b = strconv.AppendFloat(c.b, v, 'f', 2, 64)
	trimmed := strings.TrimRight(string(c.b[start:]), "0")
	c.b = append(c.b[:start], strings.TrimSuffix(trimmed, ".")...)
	c.b = append(c.b, '"')
}

// escape makes a text safe in XML, which cannot hold control characters even
// escaped.
func escape(s string) string { return html.EscapeString(graphic(s)) }
