package site

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"fmt"
	"path"
	"strings"

	"turnpost/templates/board"
)

// Asset is a file that pages load. Its path changes with its content, so that it may be
// kept for ever.
type Asset struct {
	Type string // media type
	Body []byte
}

//go:embed style.css
var styleSheet string

//go:embed script.js
var script []byte

//go:embed favicon.svg
var icon []byte

// Names of the assets.
const (
	StyleSheet = "style.css"
	Script     = "script.js"
	Icon       = "favicon.svg"
)

func (s *Site) loadAssets() {
	s.assets, s.paths = map[string]Asset{}, map[string]string{}
	for name, a := range map[string]Asset{
		StyleSheet: {"text/css; charset=utf-8", []byte(styleSheet + boardClasses() + board.StyleSheet())},
		Script:     {"text/javascript; charset=utf-8", script},
		Icon:       {"image/svg+xml", icon},
	} {
		sum := sha256.Sum256(a.Body)
		ext := path.Ext(name)
		at := "/static/" + strings.TrimSuffix(name, ext) + "." + hex.EncodeToString(sum[:6]) + ext
		s.assets[at], s.paths[name] = a, at
	}
}

// Style sheets may not be in the page, so that each size of a board and each spot on it is a class.
const (
	MinWindow           = 320 // the width of the smallest window, in CSS pixels
	leastStep, maxLeast = 4, 800
	spotParts           = 20 // parts of a board's width, and of its height
)

// LeastClass is the class that tells the style sheet how wide a board must be, in CSS pixels, for its places to be
// hit.
func LeastClass(pixels int) string {
	steps := (min(max(pixels, leastStep), maxLeast) + leastStep - 1) / leastStep
	return fmt.Sprintf("least-%d", steps*leastStep)
}

// SpotClasses are the classes of a spot on a board of a size.
func SpotClasses(x, y, width, height int) string {
	part := func(at, of int) int { return min((at*spotParts+of/2)/max(of, 1), spotParts) }
	return fmt.Sprintf("at-%d down-%d", part(x, width), part(y, height))
}

// boardClasses also show the whole board beside one that does not fit its window.
func boardClasses() string {
	var b strings.Builder
	for w := leastStep; w <= maxLeast; w += leastStep {
		fmt.Fprintf(&b, ".least-%d{--least:%dpx}\n", w, w)
		if w > MinWindow {
			fmt.Fprintf(&b, "@media (max-width:%dpx){.taps.least-%d~.views .glance{display:block}}\n", w-1, w)
		}
	}
	for part := range spotParts + 1 {
		fmt.Fprintf(&b, ".at-%d{left:%[2]d%%}.down-%[1]d{top:%[2]d%%}\n", part, part*100/spotParts)
	}
	return b.String()
}
