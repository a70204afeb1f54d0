package site

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html/template"
	"path"
	"regexp"
	"strings"
	"sync"

	"turnpost/templates/board"
	"turnpost/templates/words"
)

// Asset is a file that pages load. Its path contains a hash of its content, so that caches may keep it forever.
type Asset struct {
	Type string // media type
	Body []byte
}

//go:embed first.css
var firstRules string

//go:embed style.css
var otherRules string

//go:embed script.js
var script []byte

//go:embed live.js
var liveScript []byte

//go:embed worker.js
var serviceWorker string

//go:embed icon-192.png
var icon192 []byte

//go:embed icon-512.png
var icon512 []byte

//go:embed icon-maskable.png
var iconMaskable []byte

//go:embed icon-apple.png
var iconApple []byte

//go:embed favicon.svg
var icon []byte

// Names of the assets.
const (
	StyleSheet = "style.css"
	Script     = "script.js"
	LiveScript = "live.js"
	Icon       = "favicon.svg"
)

func (s *Site) loadAssets() {
	s.assets, s.paths = map[string]Asset{}, map[string]string{}
	for name, a := range map[string]Asset{
		StyleSheet:     {"text/css; charset=utf-8", []byte(firstStyle() + cssComment.ReplaceAllString(otherRules, ""))},
		Script:         {"text/javascript; charset=utf-8", script},
		LiveScript:     {"text/javascript; charset=utf-8", liveScript},
		Icon:           {"image/svg+xml", icon},
		"icon-192.png": {"image/png", icon192}, "icon-512.png": {"image/png", icon512},
		"icon-maskable.png": {"image/png", iconMaskable}, "icon-apple.png": {"image/png", iconApple},
	} {
		sum := sha256.Sum256(a.Body)
		ext := path.Ext(name)
		at := "/static/" + strings.TrimSuffix(name, ext) + "." + hex.EncodeToString(sum[:6]) + ext
		s.assets[at], s.paths[name] = a, at
	}
}

// ServiceWorker returns the script of the service worker, which names other assets.
func (s *Site) ServiceWorker() Asset {
	text := strings.NewReplacer("ICON", s.paths["icon-192.png"], "STYLE", s.paths[StyleSheet]).Replace(serviceWorker)
	return Asset{"text/javascript; charset=utf-8", []byte(text)}
}

// Manifest returns the manifest of the site as an application on a home screen, in a language.
func (s *Site) Manifest(l *words.Language) (Asset, error) {
	type icon struct {
		Source  string `json:"src"`
		Sizes   string `json:"sizes"`
		Type    string `json:"type"`
		Purpose string `json:"purpose,omitempty"`
	}
	body, err := json.Marshal(map[string]any{
		"id": "/", "name": "turnpost", "short_name": "turnpost", "description": l.Say("site.front.lead"), "lang": l.Tag(),
		"start_url": "/", "scope": "/", "display": "standalone", "background_color": "#F4EFE3", "theme_color": "#22303C",
		"icons": []icon{
			{s.paths["icon-192.png"], "192x192", "image/png", ""},
			{s.paths["icon-512.png"], "512x512", "image/png", ""},
			{s.paths["icon-maskable.png"], "512x512", "image/png", "maskable"},
		},
	})
	return Asset{"application/manifest+json", body}, err
}

// cssComment matches the comments of a style sheet, which are not sent.
var cssComment = regexp.MustCompile(`(?s)/\*.*?\*/\n?`)

// firstStyle is the beginning of the style sheet: what the first window of a board's page needs.
var firstStyle = sync.OnceValue(func() string {
	return cssComment.ReplaceAllString(firstRules, "") + boardClasses() + board.StyleSheet()
})

// FirstStyle is the beginning of the style sheet as an element of a page. The page's content security policy must
// allow it by FirstStyleHash.
var FirstStyle = sync.OnceValue(func() template.HTML {
	return template.HTML("<style>" + firstStyle() + "</style>\n") //nolint:gosec // it is part of the program
})

// FirstStyleHash is the source by which a content security policy allows FirstStyle.
var FirstStyleHash = sync.OnceValue(func() string {
	sum := sha256.Sum256([]byte(firstStyle()))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
})

// The content security policy forbids styles in attributes, so the digits of a board's sizes and each spot on a board
// have classes.
const (
	MinWindow          = 320 // the width of the smallest supported window, in CSS pixels
	maxMinWidth        = 800
	minShape, maxShape = 10, 250 // a board's width in hundredths of its height
	spotParts          = 20      // number of parts into which a board's width and height are divided
)

// SizeClasses returns the classes for a board's minimum width in CSS pixels, at which its places are large enough, and
// for the shape of its picture.
func SizeClasses(pixels, width, height int) string {
	return "sized" + digitClasses("least", min(max(pixels, 1), maxMinWidth)) +
		digitClasses("shape", min(max(100*width/max(height, 1), minShape), maxShape))
}

// digitClasses returns the classes for the hundreds, tens and ones of a number below 1000.
func digitClasses(name string, n int) string {
	return fmt.Sprintf(" %[1]s-%[2]d00 %[1]s-%[3]d0 %[1]s-%[4]d", name, n/100, n/10%10, n%10)
}

// SpotClasses returns the classes of a spot on a board of the given size.
func SpotClasses(x, y, width, height int) string {
	part := func(at, of int) int { return min((at*spotParts+of/2)/max(of, 1), spotParts) }
	return fmt.Sprintf("at-%d down-%d", part(x, width), part(y, height))
}

// boardClasses returns the style rules of these classes.
func boardClasses() string {
	var b strings.Builder
	for _, name := range []string{"least", "shape"} {
		for digit := range 10 {
			for _, place := range []string{"00", "0", ""} {
				fmt.Fprintf(&b, ".%[1]s-%[2]d%[3]s{--%[1]s%[4]d:%[2]d%[3]s}", name, digit, place, len(place))
			}
		}
	}
	b.WriteString(".sized{--least:calc((var(--least2) + var(--least1) + var(--least0))*1px);" +
		"--shape:calc((var(--shape2) + var(--shape1) + var(--shape0))/100)}\n")
	for part := range spotParts + 1 {
		fmt.Fprintf(&b, ".at-%d{left:%[2]d%%}.down-%[1]d{top:%[2]d%%}", part, part*100/spotParts)
	}
	return b.String()
}
