package templates

import (
	"cmp"
	_ "embed"
	"html"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"turnpost/rules/phrase"
	"turnpost/templates/view"
	"turnpost/templates/words"
)

// mailStyle is the style sheet of mails. Outlook on the web darkens by itself and marks the darkened elements with
// data-ogsb (background) and data-ogsc (color).
//
//go:embed mail.css
var mailStyle markup

// markup is HTML that is part of the program. Untyped constants convert to it implicitly, and values of mails do not,
// so that they pass through the escaping methods of htmlWriter. A mail without its picture takes 46 µs to render; with
// html/template it would take 26 µs more.
type markup string

// mailPage is the part of the HTML layout outside the blocks.
type mailPage struct {
	Lang, Subject, Preview string
	Foreign                []string // see foreignTexts
}

// writeHTML returns the HTML form of a mail.
func writeHTML(page mailPage, blocks []mailBlock) string {
	h := htmlWriter{foreign: page.Foreign}
	h.Grow(5 << 10)
	h.begin(page)
	for i := range blocks {
		h.block(&blocks[i])
	}
	h.markup("</div>\n</body>\n</html>\n")
	return h.String()
}

// htmlWriter writes HTML.
type htmlWriter struct {
	strings.Builder
	foreign []string // what is marked as English
}

func (h *htmlWriter) markup(m markup) { h.WriteString(string(m)) }

// text writes a text between elements or in a quoted attribute.
func (h *htmlWriter) text(text string) { h.WriteString(html.EscapeString(text)) }

// url writes an absolute URL of the web, or of a mail address, in a quoted attribute, and # for any other one.
func (h *htmlWriter) url(url string) {
	if !strings.HasPrefix(url, "https://") && !strings.HasPrefix(url, "http://") && !strings.HasPrefix(url, "mailto:") {
		url = "#"
	}
	h.text(url)
}

// element writes an element with a text. open is its tag without brackets.
func (h *htmlWriter) element(open markup, text string) {
	tag, _, _ := strings.Cut(string(open), " ")
	h.markup("<" + open + ">")
	h.say(text)
	h.markup("</" + markup(tag) + ">")
}

// link writes a link with attributes before and after its URL.
func (h *htmlWriter) link(before markup, url string, after markup, text string) {
	h.markup("<a " + before + `href="`)
	h.url(url)
	h.markup(`"` + after + ">")
	h.say(text)
	h.markup("</a>")
}

// begin writes the page up to its first block.
func (h *htmlWriter) begin(page mailPage) {
	h.markup("<!DOCTYPE html>\n" + `<html lang="`)
	h.text(page.Lang)
	h.markup(`">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
`)
	h.markup("<title>")
	h.text(page.Subject)
	h.markup("</title>\n<style>\n" + mailStyle + "</style>\n</head>\n<body>\n")
	h.element(`div style="display:none;max-height:0;overflow:hidden"`, page.Preview)
	h.markup("\n" + `<div style="max-width:600px;margin:0 auto;padding:16px;font:16px/1.5 sans-serif;` +
		`overflow-wrap:break-word">` + "\n")
}

// preformatted is the element of preformatted lines.
const preformatted markup = `pre class="command" style="margin:0 0 16px;padding:8px;` +
	`font:12px/1.5 monospace;white-space:pre-wrap"`

// block writes a block.
func (h *htmlWriter) block(b *mailBlock) {
	if b.Lang != "" {
		h.markup(`<div lang="`)
		h.text(b.Lang)
		h.markup("\">\n")
		defer h.markup("</div>\n")
	}
	switch b.Kind {
	case blockHead:
		h.element(`h1 style="font-size:22px;line-height:1.3;margin:0 0 4px"`, b.Text)
	case blockLead:
		h.element(`p class="lead" style="margin:0 0 16px"`, b.Text)
	case blockDue:
		h.element(`p class="due" style="margin:0 0 16px;padding:8px 12px;font-weight:bold"`, b.Text)
	case blockText:
		h.element(`p style="margin:0 0 12px"`, b.Text)
	case blockNote:
		h.note(b)
	case blockQuote:
		h.element(`blockquote class="quote" style="margin:0 0 16px;padding:0 0 0 12px;white-space:pre-wrap"`, b.body())
	case blockBoard:
		h.board(b)
	case blockRow:
		h.row(b)
	case blockSection:
		h.element(`h2 style="font-size:18px;line-height:1.3;margin:24px 0 8px"`, b.Text)
	case blockItem:
		h.element(`p style="margin:0 0 8px;padding:0 0 0 16px;text-indent:-12px"`, "• "+b.Text)
	case blockTable:
		h.table(b)
	case blockEntry:
		h.entry(b)
	case blockSetting:
		h.setting(b)
	case blockCode:
		h.element(`p style="margin:0 0 16px;font:bold 28px/1.4 monospace;letter-spacing:2px"`, b.Text)
	case blockFixed:
		h.element(preformatted, b.body())
	case blockCommand:
		h.command(b)
	case blockButton:
		h.markup(`<p style="margin:4px 0 20px">`)
		h.link(`class="button" `, b.URL, ` style="display:inline-block;padding:10px 20px;border-radius:6px;`+
			`font-weight:bold;text-decoration:none"`, b.Text)
		h.markup("</p>")
	case blockLink:
		h.markup(`<p style="margin:0 0 16px">`)
		h.link("", b.URL, "", b.Text)
		h.markup("</p>")
	case blockEnd:
		h.markup(`<p class="end" style="margin:0 0 4px;font-size:13px">`)
		h.link(`class="end" `, b.URL, "", b.Text)
		h.markup("</p>")
	}
	h.markup("\n")
}

// note writes a paragraph in small letters, followed by its link if it has one.
func (h *htmlWriter) note(b *mailBlock) {
	h.markup(`<p class="small" style="margin:0 0 12px;font-size:14px">`)
	h.say(b.Text)
	if b.URL != "" {
		h.markup(" ")
		h.link("", b.URL, "", b.Label)
	}
	h.markup("</p>")
}

// command writes lines for a shell. A URL in them may be broken after each slash.
func (h *htmlWriter) command(b *mailBlock) {
	h.markup("<" + preformatted + ">")
	for piece := range strings.SplitAfterSeq(b.body(), "/") {
		h.text(piece)
		h.markup("<wbr>")
	}
	h.markup("</pre>")
}

// board writes a picture, which opens the game, and the link to the same board as text.
func (h *htmlWriter) board(b *mailBlock) {
	h.markup(`<p style="margin:0 0 4px">`)
	if b.Opens != "" {
		h.markup(`<a href="`)
		h.url(b.Opens)
		h.markup(`">`)
	}
	h.picture(b, b.Text, `max-width:100%;height:auto;border:0;display:block`)
	if b.Opens != "" {
		h.markup("</a>")
	}
	h.markup("</p>\n" + `<p class="small" style="margin:0 0 16px;font-size:13px">`)
	h.link("", b.URL, "", b.Label)
	h.markup("</p>")
}

func (h *htmlWriter) picture(b *mailBlock, alternative string, style markup) {
	h.markup(`<img class="board" src="cid:`)
	h.text(b.Picture)
	h.markup(`" width="` + markup(strconv.Itoa(b.Width)) + `" alt="`)
	h.text(alternative)
	h.markup(`" style="` + style + `">`)
}

// row writes a game of a digest: its picture, if it has one, beside its lines.
func (h *htmlWriter) row(b *mailBlock) {
	h.markup(`<table class="row" role="presentation" width="100%" cellpadding="0" cellspacing="0"` +
		` style="margin:0 0 12px"><tr>` + "\n")
	if b.Picture != "" {
		h.markup(`<td class="cell" width="162" style="width:162px;vertical-align:top;padding:12px 12px 0 0"><a href="`)
		h.url(b.URL)
		h.markup(`">`)
		h.picture(b, "",
			"width:100%;max-width:"+markup(strconv.Itoa(b.Width))+"px;height:auto;border:0;display:block")
		h.markup("</a></td>\n")
	}
	h.markup(`<td style="vertical-align:top;padding:12px 0 0"><p style="margin:0 0 4px;font-weight:bold">`)
	h.link("", b.URL, "", b.Text)
	h.markup("</p>")
	for _, line := range b.Lines {
		h.element(`p style="margin:0 0 4px"`, line)
	}
	h.markup("</td>\n</tr></table>")
}

// foreignTexts lists what games say in a mail that are shown in English to its reader, because they have no words in
// the reader's language; the longest first.
func foreignTexts(m *Mail, tag string) []string {
	var texts []string
	if tag != phrase.English && words.AnyForeign(tag) {
		texts = m.foreignTexts(tag, nil)
	}
	slices.SortFunc(texts, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	return slices.DeleteFunc(slices.Compact(texts), func(text string) bool { return text == "" })
}

func (m *Mail) foreignTexts(tag string, texts []string) []string {
	if g := m.Game; g != nil && words.GameTag(tag, g.Ruleset) != tag {
		texts = append(texts, g.Title, g.Players[0].Side, g.Players[1].Side)
		texts = appendTurns(texts, g.LastTurn, m.Previous, m.Answered)
		if m.Answer != nil {
			texts = append(texts, m.Answer.Refusal, m.Answer.Turn)
		}
	}
	if c := m.Challenge; c != nil && words.GameTag(tag, c.Ruleset) != tag {
		texts = append(texts, c.Title, c.Summary, c.VariantSummary, c.Sides[0], c.Sides[1])
	}
	if h := m.History; h != nil && words.GameTag(tag, h.Game.Ruleset) != tag {
		texts = appendTurns(append(texts, h.Game.Title, h.Game.Players[0].Side, h.Game.Players[1].Side), h.Turns...)
	}
	for _, others := range [][]Mail{m.Listed, m.Elsewhere, m.Secondary} {
		for i := range others {
			texts = others[i].foreignTexts(tag, texts)
		}
	}
	return texts
}

func appendTurns(texts []string, turns ...*view.Turn) []string {
	for _, turn := range turns {
		if turn != nil {
			texts = append(texts, oneLine(turn.Description))
		}
	}
	return texts
}

// say writes a text between elements, and marks in it what a game says in English.
func (h *htmlWriter) say(text string) {
	at, own := -1, ""
	for _, foreign := range h.foreign {
		if i := indexWord(text, foreign); i >= 0 && (at < 0 || i < at) {
			at, own = i, foreign
		}
	}
	if at < 0 {
		h.text(text)
		return
	}
	h.text(text[:at])
	h.markup(`<span lang="en">`)
	h.text(own)
	h.markup("</span>")
	h.say(text[at+len(own):])
}

// indexWord returns where a text has another one that is no part of longer words, or -1.
func indexWord(text, part string) int {
	for from := 0; ; {
		i := strings.Index(text[from:], part)
		if i < 0 {
			return -1
		}
		i += from
		before, _ := utf8.DecodeLastRuneInString(text[:i])
		after, _ := utf8.DecodeRuneInString(text[i+len(part):])
		if !unicode.IsLetter(before) && !unicode.IsLetter(after) {
			return i
		}
		from = i + 1
	}
}
