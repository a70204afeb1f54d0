package reply

import (
	"fmt"
	"html"
	"strings"

	nethtml "golang.org/x/net/html"
)

// roundcube writes the replies of Roundcube. Its three ways of quoting are its settings: below the quote, above it, and
// above it without marks.
type roundcube struct {
	attribution string
	where       string // below, above, unmarked
	editor      string // html: with a plain text beside it; text: of our text; converted: of our HTML
	flowed      bool
	links       bool // converted links have numbers, and their addresses are below the text
	pictures    bool // converted pictures have their texts
}

func (c roundcube) String() string {
	return fmt.Sprintf("%s %s flowed=%t links=%t pictures=%t %q", c.where, c.editor, c.flowed, c.links, c.pictures,
		c.attribution)
}

// write returns the header and the body of a reply.
func (c roundcube) write(sent Sent, answer string) string {
	const head = "From: Ann <ann@example.net>\nTo: play@play.example.org\nMIME-Version: 1.0\n" +
		"User-Agent: Roundcube Webmail/1.6.5\n"
	if c.editor != "html" {
		text := sent.Text
		if c.editor == "converted" {
			text = c.plainOf(sent.HTML)
		}
		return head + c.textPart(c.around(answer, c.quote(text)))
	}
	attribution := `<p id="reply-intro">` + html.EscapeString(c.attribution) + `</p>`
	quote := `<blockquote type="cite" style="padding: 0 0.4em; border-left: #1010ff 2px solid; margin: 0">` + sent.HTML +
		`</blockquote>`
	written := ""
	for _, l := range strings.Split(answer, "\n") {
		if l == "" {
			l = "<br />"
		} else {
			l = html.EscapeString(l)
		}
		written += "<div>" + l + "</div>\n"
	}
	page := ""
	switch c.where {
	case "below":
		page = attribution + quote + "<p><br /></p>\n" + written
	case "above":
		page = written + "<p><br /></p>\n" + attribution + quote
	default:
		page = written + "<p><br /></p>\n" + attribution + "<div>" + sent.HTML + "</div>"
	}
	page = "<html><head><meta http-equiv=\"Content-Type\" content=\"text/html; charset=UTF-8\" /></head>" +
		"<body style='font-size: 10pt'>\n" + page + "</body></html>"
	return head + "Content-Type: multipart/alternative; boundary=\"=_5\"\n\n--=_5\n" + c.textPart(c.plainOf(page)) +
		"\n--=_5\nContent-Type: text/html; charset=UTF-8\n\n" + page + "\n--=_5--\n"
}

func (c roundcube) textPart(text string) string {
	kind, lines := "", strings.Split(text, "\n")
	if c.flowed {
		kind, lines = ";\n format=flowed", flowedLines(lines, 76)
	}
	return "Content-Type: text/plain; charset=UTF-8" + kind + "\nContent-Transfer-Encoding: 8bit\n\n" +
		strings.Join(lines, "\n") + "\n"
}

// flowedLines wraps lines as format=flowed: a line that goes on ends in a space, and has the marks of the one above.
func flowedLines(lines []string, width int) (out []string) {
	for _, l := range lines {
		mark := l[:len(l)-len(strings.TrimLeft(l, "> "))]
		if !strings.HasPrefix(l, ">") {
			mark = ""
		}
		all := wrapText(l[len(mark):], width-len(mark))
		for i, part := range all {
			if i+1 < len(all) {
				part += " "
			}
			out = append(out, mark+part)
		}
	}
	return out
}

func (c roundcube) around(answer, quote string) string {
	if c.where == "below" {
		return c.attribution + "\n" + quote + "\n\n" + answer
	}
	return answer + "\n\n" + c.attribution + "\n" + quote
}

func (c roundcube) quote(text string) string {
	lines := wrapText(strings.TrimRight(text, "\n"), 72)
	for i, l := range lines {
		switch {
		case c.where == "unmarked":
		case strings.HasPrefix(l, ">"):
			lines[i] = ">" + l
		default:
			lines[i] = "> " + l
		}
	}
	return strings.Join(lines, "\n")
}

// plainOf converts HTML as Roundcube does: capitals for headings, marks for quotes, numbers for links.
func (c roundcube) plainOf(page string) string {
	var out, hrefs []string
	text, depth, loud, hidden, preformatted := "", 0, 0, 0, 0
	flush := func(gap bool) {
		for _, l := range strings.Split(text, "\n") {
			if l = strings.TrimRight(l, " "); l == "" && preformatted == 0 {
				continue
			}
			for _, l := range wrapText(l, 75-2*depth) {
				out = append(out, strings.TrimRight(strings.Repeat(">", depth)+strings.Repeat(" ", min(depth, 1))+l, " "))
			}
		}
		text = ""
		if gap && len(out) > 0 && strings.Trim(out[len(out)-1], "> ") != "" {
			out = append(out, strings.Repeat(">", depth))
		}
	}
	z := nethtml.NewTokenizer(strings.NewReader(page))
	for kind := z.Next(); kind != nethtml.ErrorToken; kind = z.Next() {
		t := z.Token()
		opens, step := kind == nethtml.StartTagToken, 1
		if kind == nethtml.EndTagToken {
			step = -1
		}
		switch t.Data {
		case "h1", "h2", "h3", "b", "strong", "th":
			loud += step
			if t.Data[0] == 'h' {
				flush(true)
			}
		case "title", "style":
			hidden += step
		case "p", "ul":
			flush(true)
		case "pre":
			flush(true)
			preformatted += step
		case "br":
			text += "\n"
		case "div", "tr", "table", "body":
			flush(false)
		case "li":
			if flush(false); opens {
				text = "\t* "
			}
		case "img":
			if c.pictures {
				text += "[" + attributeOf(t, "alt") + "]"
			}
		case "blockquote":
			flush(true)
			depth += step
		case "a":
			if href := attributeOf(t, "href"); opens && c.links {
				hrefs = append(hrefs, href)
			}
			if kind == nethtml.EndTagToken && c.links {
				text += fmt.Sprintf(" [%d]", len(hrefs))
			}
		}
		if kind != nethtml.TextToken || hidden > 0 {
			continue
		}
		words := t.Data
		if preformatted == 0 {
			words = strings.Join(strings.Fields(words), " ")
		}
		if loud > 0 {
			words = strings.ToUpper(words)
		}
		text += words
	}
	flush(false)
	if len(hrefs) > 0 {
		out = append(out, "", "Links:", "------")
		for i, href := range hrefs {
			out = append(out, fmt.Sprintf("[%d] %s", i+1, href))
		}
	}
	return strings.Join(out, "\n")
}

func attributeOf(t nethtml.Token, name string) string {
	for _, a := range t.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}
