package board

import "image/color"

// colour is one of the few colours of boards: warm paper and ink, and vermilion
// for the ball and the last turn. Colour-blind players can distinguish all of them,
// and no information depends on colour alone.
type colour uint8

const (
	paper     colour = iota
	tone             // every second square, hollows, and lines outside the field
	area             // goal areas
	goal             // goals
	target           // where the last turn went
	line             // lines, hatching and the picture's edge
	label            // coordinates
	word             // words, frames and arrows
	rim              // outlines of pieces
	ink              // the dark side
	ivory            // the light side
	green            // a dark side
	red              // a light side
	vermilion        // ball, rings, crosses, ways
	choice           // places that are chosen or may be
	colours          // how many there are
)

// theme gives the colours as "#RRGGBB".
type theme [colours]string

var light = theme{
	paper: "#F5EAD3", tone: "#E3CFA7", area: "#CBDDC6", goal: "#BACAE2", target: "#F7D089",
	line: "#A08B63", label: "#5C5649", word: "#2B2A2C", rim: "#2B2A2C", ink: "#2B2A2C", ivory: "#FFFDF4",
	green: "#0E6B52", red: "#EDA893", vermilion: "#B84700", choice: "#0068A5",
}

// dark is the same sheet dimmed, not inverted.
var dark = theme{
	paper: "#C9BEA8", tone: "#B5A382", area: "#A3B49F", goal: "#96A6BD", target: "#D2AC68",
	line: "#80704F", label: "#453F34", word: "#201F21", rim: "#201F21", ink: "#201F21", ivory: "#EFE9DA",
	green: "#0B4F3D", red: "#DE9A86", vermilion: "#8C3400", choice: "#004C80",
}

// names are the colours in a style sheet.
var names = [colours]string{
	paper: "paper", tone: "tone", area: "area", goal: "goal", target: "target", line: "line", label: "label",
	word: "word", rim: "rim", ink: "ink", ivory: "ivory", green: "green", red: "red",
	vermilion: "vermilion", choice: "choice",
}

// rgb reads a colour's hex form.
func (t *theme) rgb(c colour) color.RGBA {
	digit := func(i int) uint8 {
		if b := t[c][i]; b >= 'A' {
			return b - 'A' + 10
		}
		return t[c][i] - '0'
	}
	return color.RGBA{R: digit(1)<<4 | digit(2), G: digit(3)<<4 | digit(4), B: digit(5)<<4 | digit(6), A: 255}
}

// inks is a set of colours and their theme. A palette is made from it.
type inks struct {
	used uint32 // bits by colour
	dark bool
}

func (i inks) with(list ...colour) inks {
	for _, c := range list {
		i.used |= 1 << c
	}
	return i
}

func (i inks) has(c colour) bool { return i.used>>c&1 == 1 }

func (i inks) theme() *theme {
	if i.dark {
		return &dark
	}
	return &light
}
