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
// by keys too, and is named for people who do not see it: as a board, or as a table.
func Markdown(text, board, table string) (template.HTML, error) {
	var b bytes.Buffer
	if err := markdown.Convert([]byte(text), &b); err != nil {
		return "", err
	}
	page := named(b.String(), "<pre>", "<pre", board)
	page = named(page, "<table>", `<div class="scroll"`, table)
	page = strings.ReplaceAll(page, "</table>", "</table></div>")
	return template.HTML(page), nil
}

// named makes every element that begins so a region with a name and a number.
func named(page, element, begin, name string) string {
	parts := strings.Split(page, element)
	var b strings.Builder
	b.WriteString(parts[0])
	for i, part := range parts[1:] {
		b.WriteString(begin + ` tabindex="0" role="region" aria-label="` + html.EscapeString(name) + " " +
			strconv.Itoa(i+1) + `">`)
		if element != begin+">" {
			b.WriteString(element)
		}
		b.WriteString(part)
	}
	return b.String()
}
