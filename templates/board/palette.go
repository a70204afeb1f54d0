package board

import "image/color"

// colour is one of the few colours of boards: quiet paper and ink, and vermilion
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
	paper: "#F4EFE3", tone: "#E9E0CC", area: "#CFE0D6", goal: "#BFCDE6", target: "#F6D8A8",
	line: "#8A7F6A", label: "#57616A", word: "#22303C", rim: "#22303C", ink: "#22303C", ivory: "#FFFDF6",
	green: "#0E6B52", red: "#E9A390", vermilion: "#D55E00", choice: "#0072B2",
}

var dark = theme{
	paper: "#1D242B", tone: "#2B343D", area: "#27443A", goal: "#2B3D63", target: "#5E4420",
	line: "#65717C", label: "#A9B0B5", word: "#E8E3D7", rim: "#C3C7C9", ink: "#0D1216", ivory: "#F2EEE3",
	green: "#12805F", red: "#F0B3A2", vermilion: "#F07A24", choice: "#56B4E9",
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
