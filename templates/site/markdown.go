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

// Markdown converts a text of this server to HTML. Preformatted blocks and tables become scrollable regions that can be
// focused, labelled for screen readers as a board or as a table.
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

// named turns every element with the given beginning into a region with a label and a number.
func named(page, element, begin, name string) string {
	parts := strings.Split(page, element)
	var b strings.Builder
	b.WriteString(parts[0])
	for i, part := range parts[1:] {
		label := html.EscapeString(name) + " " + strconv.Itoa(i+1)
		b.WriteString(begin + ` tabindex="0" role="region" aria-label="` + label + `">`)
		if element != begin+">" {
			b.WriteString(element)
		}
		b.WriteString(part)
	}
	return b.String()
}
