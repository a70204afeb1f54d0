package site

import (
	"bytes"
	"html"
	"html/template"
	"strconv"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
)

var markdown = goldmark.New(goldmark.WithExtensions(extension.Table))

// Markdown makes HTML of a text by this server. What keeps its columns can be moved sideways,
// by keys too, and is named for people who do not see it.
func Markdown(text, fixed string) (template.HTML, error) {
	var b bytes.Buffer
	if err := markdown.Convert([]byte(text), &b); err != nil {
		return "", err
	}
	page, n := b.String(), 0
	for before, after, found := strings.Cut(page, "<pre>"); found; before, after, found = strings.Cut(page, "<pre>") {
		n++
		page = before + `<pre tabindex="0" role="region" aria-label="` + html.EscapeString(
			fixed,
		) + " " + strconv.Itoa(
			n,
		) + `">` + after
	}
	page = strings.ReplaceAll(page, "<table>", `<div class="scroll"><table>`)
	return template.HTML(strings.ReplaceAll(page, "</table>", "</table></div>")), nil
}
