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
		StyleSheet: {"text/css; charset=utf-8", []byte(styleSheet + boardWidths() + board.StyleSheet())},
		Script:     {"text/javascript; charset=utf-8", script},
		Icon:       {"image/svg+xml", icon},
	} {
		sum := sha256.Sum256(a.Body)
		at := "/static/" + strings.TrimSuffix(
			name,
			path.Ext(name),
		) + "." + hex.EncodeToString(
			sum[:6],
		) + path.Ext(
			name,
		)
		s.assets[at], s.paths[name] = a, at
	}
}

// A board is never drawn so small that its places are hard to hit; below that it is moved
// sideways. Style sheets may not be in the page, so that each width is a class.
const (
	widthStep = 20
	maxWidth  = 900
)

// WidthClass is the class that keeps a board at least so wide, in CSS pixels.
func WidthClass(pixels int) string {
	steps := (min(max(pixels, widthStep), maxWidth) + widthStep - 1) / widthStep
	return fmt.Sprintf("wide-%d", steps*widthStep)
}

func boardWidths() string {
	var b strings.Builder
	for w := widthStep; w <= maxWidth; w += widthStep {
		fmt.Fprintf(&b, ".wide-%d svg{min-width:%dpx}\n", w, w)
	}
	return b.String()
}
