package templates

import (
	"embed"
	"fmt"
	html "html/template"
	"strings"
	text "text/template"
	"time"
)

//go:embed pages*.tmpl
var pageFiles embed.FS

// pageWords are the functions of the page templates.
var pageWords = map[string]any{
	"date":   func(t time.Time) string { return t.Format("Mon 2 Jan 15:04 MST") },
	"abort":  isAbort,
	"left":   TimeLeft,
	"back":   func(d time.Duration) string { return newSpan(d).short() },
	"indent": indent,
	"cells":  cells,
}

var (
	textPages = text.Must(text.New("").Funcs(pageWords).ParseFS(pageFiles, "pages_*.txt.tmpl"))
	htmlPages = html.Must(html.New("").ParseFS(pageFiles, "pages_*.html.tmpl"))
)

// pageText fills in a template. The templates and what they are given belong
// together, so that a failure is a fault of the program.
func pageText(name string, page any) string {
	var b strings.Builder
	if err := textPages.ExecuteTemplate(&b, name, page); err != nil {
		panic(fmt.Errorf("templates: %w", err))
	}
	return b.String()
}

// TimeLeft writes a duration as hours and minutes: "71h59m".
func TimeLeft(d time.Duration) string {
	minutes := int(max(d, 0).Round(time.Minute) / time.Minute)
	return fmt.Sprintf("%dh%dm", minutes/60, minutes%60)
}

// indent sets off a text of several lines.
func indent(s string) string {
	return "  " + strings.ReplaceAll(strings.TrimRight(s, "\n"), "\n", "\n  ")
}

// cells pads texts to columns.
func cells(widthsAndTexts ...any) string {
	var b strings.Builder
	for i := 0; i+1 < len(widthsAndTexts); i += 2 {
		fmt.Fprintf(&b, "%-*s  ", widthsAndTexts[i], widthsAndTexts[i+1])
	}
	return strings.TrimRight(b.String(), " ")
}
