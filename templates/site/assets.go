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

// Asset is a file that pages load. Its path contains a hash of its content, so that caches may keep it forever.
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

// The content security policy forbids inline styles, so each board size and each spot on a board has a class.
const (
	MinWindow                 = 320 // the width of the smallest supported window, in CSS pixels
	minWidthStep, maxMinWidth = 4, 800
	spotParts                 = 20 // number of parts into which a board's width and height are divided
)

// MinWidthClass returns the class for a board's minimum width in CSS pixels, at which its places are large enough.
func MinWidthClass(pixels int) string {
	steps := (min(max(pixels, minWidthStep), maxMinWidth) + minWidthStep - 1) / minWidthStep
	return fmt.Sprintf("least-%d", steps*minWidthStep)
}

// SpotClasses returns the classes of a spot on a board of the given size.
func SpotClasses(x, y, width, height int) string {
	part := func(at, of int) int { return min((at*spotParts+of/2)/max(of, 1), spotParts) }
	return fmt.Sprintf("at-%d down-%d", part(x, width), part(y, height))
}

// boardClasses returns the style rules of these classes, including those for the overview beside a board that does not
// fit its window.
func boardClasses() string {
	var b strings.Builder
	for w := minWidthStep; w <= maxMinWidth; w += minWidthStep {
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
