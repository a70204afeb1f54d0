package templates

import (
	htmltemplate "html/template"
	"strings"
	"unicode/utf8"

	"turnpost/rules"
)

// blockKind says how a part of a mail is shown.
type blockKind string

// Kinds of blocks.
const (
	blockHead    blockKind = "head"    // what the mail is about, in a sentence
	blockText    blockKind = "text"    // a paragraph
	blockQuote   blockKind = "quote"   // lines of what somebody else wrote
	blockBoard   blockKind = "board"   // Text is the alternative of the picture, Lines draw it
	blockCode    blockKind = "code"    // a code to copy
	blockCommand blockKind = "command" // lines for a shell
	blockFixed   blockKind = "fixed"   // lines whose blanks count
	blockLink    blockKind = "link"    // a label and a URL
	blockEnd     blockKind = "end"     // a link below the mail itself
)

// mailBlock is a part of a mail.
type mailBlock struct {
	Kind  blockKind
	Text  string
	Lines []string
	URL   string

	Picture string // of a board: its Content-ID, and the CSS pixels that it is wide
	Width   int
}

// Source is the picture's URL. It is made of a Content-ID that the server
// chose, and html/template knows no scheme cid.
func (b mailBlock) Source() htmltemplate.URL { return htmltemplate.URL("cid:" + b.Picture) }

// Body is the lines of the block as one text.
func (b mailBlock) Body() string { return strings.Join(b.Lines, "\n") }

func (w *mailWriter) add(kind blockKind, phrase string) {
	w.blocks = append(w.blocks, mailBlock{Kind: kind, Text: w.say(phrase)})
}

func (w *mailWriter) link(kind blockKind, phrase, url string) {
	if url != "" {
		w.blocks = append(w.blocks, mailBlock{Kind: kind, Text: w.say(phrase), URL: oneLine(url)})
	}
}

// quote shows what somebody else wrote after a phrase that says who.
func (w *mailWriter) quote(phrase, message string) {
	lines := cleanLines(message)
	if len(lines) > 0 {
		w.add(blockText, phrase)
		w.blocks = append(w.blocks, mailBlock{Kind: blockQuote, Lines: lines})
	}
}

// fixed shows a text whose lines are kept as they are.
func (w *mailWriter) fixed(phrase, text string) {
	if lines := cleanLines(text); len(lines) > 0 {
		w.add(blockText, phrase)
		w.blocks = append(w.blocks, mailBlock{Kind: blockFixed, Lines: lines})
	}
}

// draw shows a board. What stands beside in another mail shows none.
func (w *mailWriter) draw(d rules.Diagram, s BoardStyle, alternative string) {
	if w.beside {
		return
	}
	s.Caption = w.say("caption." + w.Kind)
	w.boards = append(w.boards, mailBoard{d, s})
	text := strings.TrimRight(BoardText(d, s), "\n")
	w.blocks = append(w.blocks, mailBlock{Kind: blockBoard, Text: w.say(alternative), Lines: strings.Split(text, "\n")})
}

// text is the plain form of the mail.
func (w *mailWriter) text() string {
	var b strings.Builder
	for i, block := range w.blocks {
		switch first := i == 0 || w.blocks[i-1].Kind != blockEnd; {
		case block.Kind == blockEnd && first:
			b.WriteString("\n-- \n") // what follows this line is a signature
		case i > 0 && block.Kind != blockEnd:
			b.WriteByte('\n')
		}
		for _, line := range block.plain() {
			b.WriteString(line)
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// plain is the lines of a block in the plain form.
func (b mailBlock) plain() []string {
	switch b.Kind {
	case blockQuote:
		return quoted(b.Lines)
	case blockBoard, blockFixed:
		return b.Lines
	case blockCode:
		return []string{"    " + b.Text}
	case blockCommand:
		lines := make([]string, len(b.Lines))
		for i, line := range b.Lines {
			lines[i] = "    " + line
		}
		return lines
	case blockLink, blockEnd:
		return append(filled(b.Text, textWidthLimit), "    "+b.URL)
	}
	return filled(b.Text, textWidthLimit)
}

// quoted marks lines as somebody else's.
func quoted(text []string) []string {
	var lines []string
	for _, line := range text {
		parts := filled(line, textWidthLimit-len("> "))
		if len(parts) == 0 {
			lines = append(lines, ">")
		}
		for _, part := range parts {
			lines = append(lines, "> "+part)
		}
	}
	return lines
}

// filled breaks a paragraph into lines of at most so many columns.
func filled(text string, columns int) []string {
	return wrap(text, func(line string) bool { return utf8.RuneCountInString(line) <= columns })
}
