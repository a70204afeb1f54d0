// Package site is what the pages for the browser are made of: their structure in the files
// NAME.tmpl, one style sheet, one script and an icon. Their words are those of package
// words, so that another language needs no other page.
package site

import (
	"bytes"
	"crypto/rand"
	"embed"
	"fmt"
	"html/template"
	"maps"
	"slices"
	"sync"

	"turnpost/templates/words"
)

//go:embed *.tmpl
var files embed.FS

// Site makes pages. It is never changed after New and may be used by several goroutines.
type Site struct {
	pages  map[string]func() (*template.Template, error) // by language
	assets map[string]Asset                              // by path
	paths  map[string]string                             // by name
}

// New makes the site. The pages of a language are read when the first of them is asked for: they take half
// a megabyte.
func New() *Site {
	s := &Site{pages: map[string]func() (*template.Template, error){}}
	s.loadAssets()
	for _, tag := range append(words.All(), words.Pseudo) {
		s.pages[tag] = sync.OnceValues(func() (*template.Template, error) {
			return template.New("").Funcs(s.functions(words.For(tag))).ParseFS(files, "*.tmpl")
		})
	}
	return s
}

// functions are what the pages can call, in a language.
func (s *Site) functions(l *words.Language) template.FuncMap {
	return template.FuncMap{
		"say": l.Say, "has": l.Has, "when": l.When, "date": l.Date, "span": l.Span, "left": l.Left, "pace": l.Pace,
		"list":  l.List,
		"short": words.ShortSpan, "lang": l.Tag, "asset": func(name string) string { return s.paths[name] },
		"dict": dict, "once": rand.Text,
	}
}

// Render makes a page. The pages and what they are given belong together: an error is a
// fault of the program.
func (s *Site) Render(name string, language *words.Language, data any) ([]byte, error) {
	var b bytes.Buffer
	pages, err := s.pages[language.Tag()]()
	if err == nil {
		err = pages.ExecuteTemplate(&b, name, data)
	}
	if err != nil {
		return nil, fmt.Errorf("site: %w", err)
	}
	return b.Bytes(), nil
}

// Asset finds a file that pages load, by its path.
func (s *Site) Asset(path string) (Asset, bool) {
	a, found := s.assets[path]
	return a, found
}

// AssetPaths lists the paths of the files that pages load.
func (s *Site) AssetPaths() []string { return slices.Sorted(maps.Keys(s.assets)) }

// dict makes one value of several, for a template within a template: names and values in turn.
func dict(pairs ...any) (map[string]any, error) {
	if len(pairs)%2 == 1 {
		return nil, fmt.Errorf("dict: %d names and values", len(pairs))
	}
	m := make(map[string]any, len(pairs)/2)
	for i := 0; i < len(pairs); i += 2 {
		name, is := pairs[i].(string)
		if !is {
			return nil, fmt.Errorf("dict: %v is no name", pairs[i])
		}
		m[name] = pairs[i+1]
	}
	return m, nil
}
