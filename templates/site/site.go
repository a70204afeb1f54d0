// Package site provides the structure of the browser pages: templates in NAME.tmpl, one style sheet, one script and an
// icon. All words come from package words, so that a new language needs no new templates.
package site

import (
	"bytes"
	"crypto/rand"
	"embed"
	"fmt"
	"html/template"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"sync"

	"turnpost/models/bounded"
	"turnpost/templates/words"
)

//go:embed *.tmpl
var files embed.FS

// Site renders pages. It is safe for concurrent use.
type Site struct {
	pages  map[string]func() (*template.Template, error) // by language
	assets map[string]Asset                              // by path
	paths  map[string]string                             // by name
	once   string                                        // see RenderShared
	parts  *bounded.Cache[part, template.HTML]
}

// part is a part of pages: a template and its data.
type part struct {
	language, name string
	data           any
}

// maxParts bounds the memory of the parts in bytes.
const maxParts = 1 << 20

// New returns the site. The templates of a language are parsed on first use, because they take half a megabyte.
func New() *Site {
	s := &Site{pages: map[string]func() (*template.Template, error){}, once: rand.Text()}
	s.parts = bounded.New[part](maxParts, func(html template.HTML) int { return len(html) })
	s.loadAssets()
	for _, tag := range append(words.All(), words.Pseudo) {
		s.pages[tag] = sync.OnceValues(func() (*template.Template, error) { return s.parse(words.For(tag)) })
	}
	return s
}

// fixed is a phrase without values or the path of a file: the same in all pages of a language.
var fixed = regexp.MustCompile(`{{(say|asset) "([^"]+)"}}`)

// parse parses the templates in a language, with everything that is fixed in its place: half of what a page
// of a game would evaluate each time.
func (s *Site) parse(l *words.Language) (*template.Template, error) {
	all := template.New("").Funcs(s.functions(l))
	names, err := fs.Glob(files, "*.tmpl")
	for _, name := range names {
		var text []byte
		if text, err = files.ReadFile(name); err != nil {
			break
		}
		text = fixed.ReplaceAllFunc(text, func(action []byte) []byte {
			function, name := string(fixed.FindSubmatch(action)[1]), string(fixed.FindSubmatch(action)[2])
			if function == "asset" {
				return []byte(s.paths[name])
			}
			return []byte(template.HTMLEscapeString(l.Say(name)))
		})
		if _, err = all.New(name).Parse(string(text)); err != nil {
			break
		}
	}
	return all, err
}

// functions returns the functions available to the templates in a language.
func (s *Site) functions(l *words.Language) template.FuncMap {
	return template.FuncMap{
		"say": l.Say, "has": l.Has, "when": l.When, "from": l.From, "until": l.Until, "date": l.Date,
		"span": l.Span, "left": l.Left, "short": l.ShortSpan, "pace": l.Pace, "list": l.List, "daysoff": l.Weekdays,
		"lang": l.Tag, "asset": func(name string) string { return s.paths[name] },
		"foreign": func(game string) string { return foreign(l.Tag(), game) },
		"dict":    dict, "once": func() string { return s.once },
		"kept": func(name string, data any) (template.HTML, error) { return s.kept(name, l, data) },
	}
}

// kept renders a part of a page, once for the same data, which must be comparable.
func (s *Site) kept(name string, l *words.Language, data any) (template.HTML, error) {
	key := part{l.Tag(), name, data}
	if html, found := s.parts.Get(key); found {
		return html, nil
	}
	b, err := s.RenderShared(name, l, data)
	html := template.HTML(b) //nolint:gosec // of a template
	if err == nil {
		s.parts.Put(key, html)
	}
	return html, err
}

// foreign returns the language of a game's own words if that is not the page's: their parts of the page say so.
func foreign(tag, game string) string {
	if own := words.GameTag(tag, game); own != tag {
		return own
	}
	return ""
}

// Render renders a page. An error is a fault of the program, because templates and data are both part of it.
func (s *Site) Render(name string, language *words.Language, data any) ([]byte, error) {
	html, err := s.RenderShared(name, language, data)
	parts := s.Cut(html)
	if err != nil || len(parts) == 1 {
		return html, err
	}
	html = nil
	for i, part := range parts {
		if i > 0 {
			html = append(html, rand.Text()...)
		}
		html = append(html, part...)
	}
	return html, nil
}

// Cut splits a page of RenderShared at its keys.
func (s *Site) Cut(html []byte) [][]byte { return bytes.Split(html, []byte(s.once)) }

// RenderShared renders a page that is sent more than once. Each copy gets another random key in its forms: Cut
// splits the page where these belong. Until then it has a secret of the site there, which is sent to nobody.
func (s *Site) RenderShared(name string, language *words.Language, data any) ([]byte, error) {
	b := buffers.Get().(*bytes.Buffer) //nolint:forcetypeassert // the pool has no others
	defer buffers.Put(b)
	b.Reset()
	pages, err := s.pages[language.Tag()]()
	if err == nil {
		err = pages.ExecuteTemplate(b, name, data)
	}
	if err != nil {
		return nil, fmt.Errorf("site: %w", err)
	}
	return bytes.Clone(b.Bytes()), nil
}

// buffers keeps the memory of pages between them: growing it for each took three times their size.
var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// Asset returns the file with a path.
func (s *Site) Asset(path string) (Asset, bool) {
	a, found := s.assets[path]
	return a, found
}

// AssetPaths lists the paths of the files that pages load.
func (s *Site) AssetPaths() []string { return slices.Sorted(maps.Keys(s.assets)) }

// dict combines alternating names and values into one argument for a nested template.
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
