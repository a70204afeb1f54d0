package templates

import (
	_ "embed"
	"html/template"
	"io"
	"strconv"
	"strings"
	"sync"
	"text/template/parse"
)

var (
	//go:embed mail.html.tmpl
	mailLayout string

	mailHTML   = template.Must(template.New("mail").Parse(mailLayout))
	blockForms = sync.OnceValue(takeApart)
)

// mailPage is what the HTML layout shows beside the blocks.
type mailPage struct{ Lang, Subject, Preview string }

// writeHTML writes each block by the template of its kind.
func writeHTML(page mailPage, blocks []mailBlock) (string, error) {
	var html strings.Builder
	html.Grow(5 << 10)
	err := mailHTML.ExecuteTemplate(&html, "begin", page)
	for i := range blocks {
		if err == nil {
			err = writeBlock(&html, &blocks[i])
		}
	}
	if err == nil {
		err = mailHTML.ExecuteTemplate(&html, "close", nil)
	}
	return html.String(), err
}

// writeBlock writes what html/template makes of the block, in a tenth of its time where the block is a plain one.
func writeBlock(html *strings.Builder, b *mailBlock) error {
	form, found := blockForms()[b.Kind]
	if !found || !plainURL(b.URL) || !plainPath(b.Picture) {
		return mailHTML.ExecuteTemplate(html, string(b.Kind), b)
	}
	for _, part := range form {
		html.WriteString(part.text)
		if part.value != nil {
			html.WriteString(part.value(b))
		}
	}
	return nil
}

// blockPart is a part of a block's template: text, or a value, escaped.
type blockPart struct {
	text  string
	value func(*mailBlock) string
}

// blockValues has the values by what html/template has made of the layout's actions: it has put the escaping in that a
// value needs where it stands. A template with any other action is left to html/template. So are blocks with a URL that
// would not stay as it is.
var blockValues = map[string]func(*mailBlock) string{
	"{{.Text | _html_template_htmlescaper}}":  func(b *mailBlock) string { return escaper.Replace(b.Text) },
	"{{.Text | _html_template_attrescaper}}":  func(b *mailBlock) string { return escaper.Replace(b.Text) },
	"{{.Label | _html_template_htmlescaper}}": func(b *mailBlock) string { return escaper.Replace(b.Label) },
	"{{.Body | _html_template_htmlescaper}}":  func(b *mailBlock) string { return escaper.Replace(b.Body()) },
	"{{range .Pieces}}{{. | _html_template_htmlescaper}}<wbr>{{end}}": func(b *mailBlock) string {
		return strings.ReplaceAll(escaper.Replace(b.Body()), "/", "/<wbr>") + "<wbr>"
	},
	"{{.Width | _html_template_attrescaper}}": func(b *mailBlock) string { return strconv.Itoa(b.Width) },
	"{{.URL | " + urlEscapers + "}}":          func(b *mailBlock) string { return b.URL },
	"{{.Source | " + urlEscapers + "}}":       func(b *mailBlock) string { return string(b.Source()) },
}

const urlEscapers = "_html_template_urlfilter | _html_template_urlnormalizer | _html_template_attrescaper"

// escaper does what html/template does to text between elements and in quoted attributes.
var escaper = strings.NewReplacer(
	"\x00", "\uFFFD", `"`, "&#34;", "&", "&amp;", "'", "&#39;", "+", "&#43;", "<", "&lt;", ">", "&gt;")

// takeApart finds the templates that only put known values between their words.
func takeApart() map[blockKind][]blockPart {
	forms := map[blockKind][]blockPart{}
	for _, t := range mailHTML.Templates() {
		// html/template puts the escaping in when a template is first executed.
		if err := t.Execute(io.Discard, &mailBlock{}); err != nil {
			continue
		}
		if form := blockForm(t.Tree.Root); form != nil {
			forms[blockKind(t.Name())] = form
		}
	}
	return forms
}

// blockForm is the parts of a template, nil where there is one that is not known.
func blockForm(root *parse.ListNode) []blockPart {
	var form []blockPart
	for _, node := range root.Nodes {
		part := blockPart{value: blockValues[node.String()]}
		if text, is := node.(*parse.TextNode); is {
			part.text = string(text.Text)
		} else if part.value == nil {
			return nil
		}
		form = append(form, part)
	}
	return form
}

// plainURL tells whether a URL of the web stays as it is in an attribute. So does an empty one.
func plainURL(url string) bool {
	web := strings.HasPrefix(url, "https://") || strings.HasPrefix(url, "http://")
	return (web || url == "") && plainPath(url)
}

// plainPath tells whether a part of a URL stays as it is in an attribute.
func plainPath(path string) bool {
	for i := range len(path) {
		switch c := path[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
		case strings.IndexByte("/:.?=@-_~", c) < 0:
			return false
		}
	}
	return true
}
