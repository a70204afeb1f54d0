package reply

import (
	"bytes"
	"strings"

	"golang.org/x/net/html"
)

// maxOpen is how many elements may stand open within each other; further ones are text
// without a container.
const maxOpen = 400

// element is one open element, with what it changes for the text within.
type element struct {
	name string
	role role
}

// htmlReader makes lines of an HTML text, one token after the other, so that its cost
// grows with the text's length alone.
type htmlReader struct {
	open  []element
	count [roles]int // open elements by role

	lines []line
	text  strings.Builder
	began bool // the current line has something in it
	gap   bool // an empty line is wanted before the next text
	cut   bool // a copy of the original has begun

	// alternatives tells to write down what only some programs show: titles, pictures'
	// texts, links' addresses. It is for the texts that we sent.
	alternatives bool
}

// htmlLines makes lines of an HTML text: blocks and breaks end lines, paragraphs have an
// empty line between them, quotes and what programs put around originals are marked.
func htmlLines(text string, alternatives bool) []line {
	r := &htmlReader{alternatives: alternatives}
	z := html.NewTokenizer(strings.NewReader(text))
	for len(r.lines) < maxLines {
		switch z.Next() {
		case html.ErrorToken:
			r.endLine()
			return r.lines
		case html.TextToken:
			r.write(z.Text())
		case html.StartTagToken, html.SelfClosingTagToken:
			name, hasAttributes := z.TagName()
			r.start(string(name), readAttributes(z, hasAttributes))
		case html.EndTagToken:
			name, _ := z.TagName()
			r.end(string(name))
		}
	}
	return r.lines
}

// readAttributes takes what is looked at of an element's attributes.
func readAttributes(z *html.Tokenizer, more bool) map[string]string {
	if !more {
		return nil
	}
	attributes := map[string]string{}
	for more {
		var key, value []byte
		key, value, more = z.TagAttr()
		switch string(key) {
		case "class", "id", "name", "style", "type", "alt", "href", "hidden":
			attributes[string(key)] = string(value)
		}
	}
	return attributes
}

func (r *htmlReader) start(name string, attributes map[string]string) {
	kind := elementKinds[name]
	role := findRole(name, attributes)
	if kind&closesItself != 0 {
		r.closeOpen(name)
	}
	if kind&block != 0 {
		r.endLine()
	}
	if kind&paragraph != 0 && !hasNoMargin(attributes) {
		r.gap = true
	}
	switch name {
	case "br":
		r.breakLine()
	case "img":
		if r.alternatives || len([]rune(attributes["alt"])) <= 3 { // a short one is an emoji
			r.write([]byte(" " + attributes["alt"] + " "))
		}
	case "td", "th":
		r.write([]byte(" "))
	case "a":
		if r.alternatives {
			r.write([]byte(" " + attributes["href"] + " "))
		}
	}
	if role == copyBegins {
		r.endLine()
		r.cut = true
	}
	if kind&void != 0 || len(r.open) >= maxOpen {
		return
	}
	r.open = append(r.open, element{name, role})
	r.count[role]++
}

// closeOpen ends an element that a new one of its name ends: paragraphs, list items,
// cells. It does not reach across the container that they stand in.
func (r *htmlReader) closeOpen(name string) {
	for i := len(r.open) - 1; i >= 0; i-- {
		if r.open[i].name == name {
			r.popTo(i)
			return
		}
		if elementKinds[r.open[i].name]&block != 0 {
			return
		}
	}
}

func (r *htmlReader) end(name string) {
	if name == "p" || name == "br" {
		r.endLine()
	}
	for i := len(r.open) - 1; i >= 0; i-- {
		if r.open[i].name == name {
			r.popTo(i)
			return
		}
		if name != "blockquote" && r.open[i].name == "blockquote" && elementKinds[name]&block == 0 {
			return // a stray end of an inline element ends no quote
		}
	}
}

func (r *htmlReader) popTo(i int) {
	for j := len(r.open) - 1; j >= i; j-- {
		kind := elementKinds[r.open[j].name]
		if kind&block != 0 || r.open[j].role != plainText {
			r.endLine()
		}
		if kind&paragraph != 0 && !r.isMarginless(j) {
			r.gap = true
		}
		r.count[r.open[j].role]--
	}
	r.open = r.open[:i]
}

// isMarginless tells whether an open paragraph was found to have no margin.
func (r *htmlReader) isMarginless(i int) bool { return r.open[i].role == marginless }

func (r *htmlReader) hidden() bool {
	if r.alternatives && r.count[struck] == 0 {
		return r.count[script] > 0
	}
	return r.count[hidden]+r.count[script]+r.count[struck] > 0
}

func (r *htmlReader) write(text []byte) {
	if r.hidden() || len(text) == 0 {
		return
	}
	if r.count[preformatted] > 0 {
		for i, part := range bytes.Split(text, []byte("\n")) {
			if i > 0 {
				r.breakLine()
			}
			r.writeWords(string(part))
		}
		return
	}
	r.writeWords(string(text))
}

func (r *htmlReader) writeWords(s string) {
	s = html.UnescapeString(s)
	collapsed := strings.Join(strings.FieldsFunc(s, isHTMLSpace), " ")
	if s != "" && isHTMLSpace(rune(s[0])) {
		r.space()
	}
	if collapsed == "" {
		return
	}
	r.began = true
	r.text.WriteString(collapsed)
	if isHTMLSpace(rune(s[len(s)-1])) {
		r.space()
	}
}

func (r *htmlReader) space() {
	if r.began && !strings.HasSuffix(r.text.String(), " ") {
		r.text.WriteByte(' ')
	}
}

func isHTMLSpace(r rune) bool { return r == ' ' || r == '\n' || r == '\t' || r == '\r' || r == '\f' }

// breakLine ends the current line, empty or not.
func (r *htmlReader) breakLine() {
	if r.hidden() {
		return
	}
	if !r.began {
		r.add(line{})
		return
	}
	r.endLine()
}

// endLine ends the current line if there is one.
func (r *htmlReader) endLine() {
	if !r.began {
		return
	}
	raw := r.text.String()
	r.text.Reset()
	r.began = false
	l := line{text: strings.TrimSpace(cleanText(raw))}
	if l.text == "--" {
		l.text = "-- " // HTML does not keep the space
	}
	if r.gap && l.text != "" {
		r.gap = false
		r.add(line{})
	}
	if mark := findMark(l.text); mark > 0 { // a program quoted the text as text
		l.text, l.place = strings.TrimSpace(l.text[mark:]), quoted
	}
	r.add(l)
}

func (r *htmlReader) add(l line) {
	switch {
	case r.count[quote] > 0:
		l.place = quoted
	case r.count[signature] > 0:
		l.place = footer
	case l.place == own && (r.cut || r.count[copied] > 0):
		l.place = soft
	}
	l.attribute = r.count[attribution] > 0
	l.cut = r.cut
	r.lines = append(r.lines, l)
}
