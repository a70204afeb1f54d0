package board

import (
	"math"
	"testing"
)

// luminance is the relative luminance of a colour (WCAG 2.2).
func (t *theme) luminance(c colour) float64 {
	linear := func(v uint8) float64 {
		if s := float64(v) / 255; s > 0.04045 {
			return math.Pow((s+0.055)/1.055, 2.4)
		}
		return float64(v) / 255 / 12.92
	}
	k := t.rgb(c)
	return 0.2126*linear(k.R) + 0.7152*linear(k.G) + 0.0722*linear(k.B)
}

func (t *theme) contrast(c, d colour) float64 {
	a, b := t.luminance(c), t.luminance(d)
	return (max(a, b) + 0.05) / (min(a, b) + 0.05)
}

// Pieces, their outlines and the marks stand out from every ground, in both themes; dark pieces need no outline, and
// figures stand out from what they are drawn on.
func TestPiecesAndMarksStandOut(t *testing.T) {
	for name, theme := range map[string]*theme{"light": &light, "dark": &dark} {
		for _, ground := range []colour{paper, tone, area, goal, target} {
			for _, c := range []colour{ink, green, rim, word, choice, vermilion} {
				if got := theme.contrast(c, ground); got < 3 {
					t.Errorf("%s: %s on %s has a contrast of %.2f", name, names[c], names[ground], got)
				}
			}
			if got := theme.contrast(label, ground); ground == paper && got < 4.5 {
				t.Errorf("%s: coordinates have a contrast of %.2f", name, got)
			}
		}
		for _, pair := range [][2]colour{{ink, ivory}, {green, ivory}, {ink, red}} {
			if got := theme.contrast(pair[0], pair[1]); got < 3 {
				t.Errorf("%s: %s on %s has a contrast of %.2f", name, names[pair[0]], names[pair[1]], got)
			}
		}
	}
}
