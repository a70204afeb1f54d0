package reply

import (
	"bytes"
	"strings"

	"golang.org/x/net/html"
)

// maxOpen is how many elements may be open within each other. The text of further ones is read without them.
const maxOpen = 400

// element is one open element.
type element struct {
	name  string
	role  role
	kind  elementKind
	block int // the index of the innermost open block, the element included; -1 if there is none
}

// htmlReader turns an HTML text into lines, token by token. Its cost is linear in the length of the text.
type htmlReader struct {
	open  []element
	named map[string][]int // the indices of the open elements by name
	count [roles]int       // open elements by role

	lines []line
	size  int // bytes of the lines
	text  strings.Builder
	began bool            // the current line has text
	voids strings.Builder // the struck text that is open
	gap   bool            // a blank line precedes the next text
	cut   bool            // a copy of the original has begun

	// alternatives includes what only some programs show: titles, texts of pictures, addresses of links. It is for the
	// texts that we sent.
	alternatives bool
}

// htmlLines returns the lines of an HTML text, within the bounds. Blocks and breaks end lines, blank lines separate
// paragraphs, and quotes and containers of originals set the places of their lines.
func htmlLines(text string, alternatives bool) []line {
	r := &htmlReader{alternatives: alternatives, named: map[string][]int{}}
	z := html.NewTokenizer(strings.NewReader(text))
	for !r.full() {
		switch z.Next() {
		case html.ErrorToken:
			r.endLine()
			r.endStruck()
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

// full reports whether the text has reached the bounds.
func (r *htmlReader) full() bool { return len(r.lines) >= maxLines || r.size+r.text.Len() > maxText }

// readAttributes returns the attributes of an element that matter here.
func readAttributes(z *html.Tokenizer, more bool) map[string]string {
	if !more {
		return nil
	}
	attributes := map[string]string{}
	for more {
		var key, value []byte
		key, value, more = z.TagAttr()
		switch string(key) {
		case "class", "id", "name", "style", "type", "alt", "href", "hidden", "title", "aria-label",
			"data-emoji", "src":
			attributes[string(key)] = string(value)
		}
	}
	return attributes
}

// start opens an element.
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
		if r.alternatives {
			r.write([]byte(" " + attributes["alt"] + " "))
		} else if sign := pictureSign(attributes); sign != "" {
			r.write([]byte(" " + sign + " "))
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
	r.push(element{name: name, role: role, kind: kind})
}

func (r *htmlReader) push(e element) {
	at := len(r.open)
	e.block = r.innermostBlock()
	if e.kind&block != 0 {
		e.block = at
	}
	r.open = append(r.open, e)
	r.named[e.name] = append(r.named[e.name], at)
	r.count[e.role]++
}

// innermost returns the index of the innermost open element of a name, and -1 if none is open.
func (r *htmlReader) innermost(name string) int {
	if open := r.named[name]; len(open) > 0 {
		return open[len(open)-1]
	}
	return -1
}

func (r *htmlReader) innermostBlock() int {
	if len(r.open) == 0 {
		return -1
	}
	return r.open[len(r.open)-1].block
}

// closeOpen ends the element that a new one of its name ends: a paragraph, a list item, a cell. It does not end one
// outside the innermost block.
func (r *htmlReader) closeOpen(name string) {
	if i := r.innermost(name); i >= 0 && i >= r.innermostBlock() {
		r.popTo(i)
	}
}

// end closes the innermost element of a name, with those within it.
func (r *htmlReader) end(name string) {
	if name == "p" || name == "br" {
		r.endLine()
	}
	i := r.innermost(name)
	stray := elementKinds[name]&block == 0 && i < r.innermost("blockquote") // the end of an inline element ends no quote
	if i >= 0 && !stray {
		r.popTo(i)
	}
}

// popTo closes the open elements from an index on.
func (r *htmlReader) popTo(i int) {
	for j := len(r.open) - 1; j >= i; j-- {
		e := r.open[j]
		if e.kind&block != 0 || e.role != plainText {
			r.endLine()
		}
		if e.kind&paragraph != 0 && !r.isMarginless(j) {
			r.gap = true
		}
		if r.count[e.role]--; e.role == struck {
			r.endStruck()
		}
		r.named[e.name] = r.named[e.name][:len(r.named[e.name])-1]
	}
	r.open = r.open[:i]
}

// endStruck keeps struck text with the line above it.
func (r *htmlReader) endStruck() {
	text := strings.TrimSpace(cleanText(html.UnescapeString(r.voids.String())))
	if r.voids.Reset(); text == "" {
		return
	}
	if len(r.lines) == 0 {
		r.add(line{})
	}
	r.lines[len(r.lines)-1].struck = text
	r.size += len(text)
}

// isMarginless reports whether an open paragraph has no margin.
func (r *htmlReader) isMarginless(i int) bool { return r.open[i].role == marginless }

// hidden reports whether the text at this point is not shown.
func (r *htmlReader) hidden() bool {
	if r.alternatives && r.count[struck] == 0 {
		return r.count[script] > 0
	}
	return r.count[hidden]+r.count[script]+r.count[struck] > 0
}

// write adds text to the current line; line ends count in preformatted text alone.
func (r *htmlReader) write(text []byte) {
	if r.count[struck] > 0 && r.count[hidden]+r.count[script] == 0 {
		r.voids.Write(text)
	}
	if r.hidden() || len(text) == 0 {
		return
	}
	if r.count[preformatted] > 0 {
		for more := true; more && !r.full(); {
			var part []byte
			part, text, more = bytes.Cut(text, []byte("\n"))
			r.writeWords(string(part))
			if more {
				r.breakLine()
			}
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

// breakLine ends the current line; a blank line if it has no text.
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

// endLine ends the current line if it has text.
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

// add adds a line, in the place that the open elements give it.
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
	r.size += len(l.text)
	r.lines = append(r.lines, l)
}
