package templates

import (
	"slices"
	"strings"

	"turnpost/templates/board"
	"turnpost/templates/view"
)

// blockKind says how a part of a mail is shown.
type blockKind string

// Kinds of blocks.
const (
	blockHead    blockKind = "head"    // what the mail is about, in a few words
	blockLead    blockKind = "lead"    // which game, under the head
	blockDue     blockKind = "due"     // until when
	blockText    blockKind = "text"    // a paragraph
	blockQuote   blockKind = "quote"   // lines of what somebody else wrote
	blockBoard   blockKind = "board"   // Text is the alternative of the picture, Lines draw it; URL shows it as text
	blockRow     blockKind = "row"     // a game of a digest: Text names it, Lines say how it stands
	blockCode    blockKind = "code"    // a code to copy
	blockFixed   blockKind = "fixed"   // lines whose blanks count
	blockCommand blockKind = "command" // lines for a shell
	blockButton  blockKind = "button"  // a label and the URL that the mail is for
	blockLink    blockKind = "link"    // a label and a URL
	blockEnd     blockKind = "end"     // a link below the mail itself
)

// mailBlock is a part of a mail.
type mailBlock struct {
	Kind  blockKind
	Text  string
	Lines []string
	URL   string
	Label string // of a board: the words of its URL

	Picture string // of a board or a row: its Content-ID, and the CSS pixels that it is wide
	Width   int
	drawn   bool // it has a picture
}

// body returns the lines of the block as one text.
func (b *mailBlock) body() string { return strings.Join(b.Lines, "\n") }

// add says a text of the language.
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

// button leads to what the mail is for. What stands beside in another mail only links there.
func (w *mailWriter) button(phrase, url string) {
	if w.beside {
		w.link(blockLink, phrase, url)
		return
	}
	w.link(blockButton, phrase, url)
	w.sayWhatLinkDoes(url)
}

// sayWhatLinkDoes tells what the mail's own link can do, and what to forward in its place. The link of a game that is
// over only shows it, as everybody sees it.
func (w *mailWriter) sayWhatLinkDoes(url string) {
	switch {
	case w.Page == "" || url != w.Page:
	case w.Game != nil && !w.Game.Over():
		w.link(blockLink, "link.plays", GameURL(w.Site, w.Game.ID))
	case w.Game == nil && w.Challenge != nil:
		w.add(blockText, "link.answers")
	}
}

// curl shows the one command of the mail after what it is for. What stands beside in another
// mail shows none.
func (w *mailWriter) curl(phrase, command string) {
	if w.beside {
		return
	}
	w.add(blockText, phrase)
	w.command(command)
}

// command shows a command, of one line or several.
func (w *mailWriter) command(text string) {
	w.blocks = append(w.blocks, mailBlock{Kind: blockCommand, Lines: cleanLines(text)})
}

// draw shows a board. What stands beside in another mail shows none.
func (w *mailWriter) draw(b *view.Board, s board.Style, alternative, asText string) {
	if w.beside {
		return
	}
	s.Caption = w.say("caption." + string(w.Kind))
	w.boards = append(w.boards, view.Board{Diagram: b.Diagram, Style: s})
	text := strings.TrimRight(board.Text(b.Diagram, s), "\n")
	w.blocks = append(w.blocks, mailBlock{
		Kind: blockBoard, Text: w.say(alternative), Lines: strings.Split(text, "\n"), URL: asText,
		Label: w.say("board.text"), drawn: true,
	})
}

// text is the plain form of the mail.
func (w *mailWriter) text() string {
	var b strings.Builder
	b.Grow(2 << 10)
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
	case blockRow:
		return b.plainRow()
	case blockCode:
		return []string{"    " + b.Text}
	case blockCommand:
		lines := make([]string, len(b.Lines))
		for i, line := range b.Lines {
			lines[i] = "    " + line
		}
		return lines
	case blockButton, blockLink, blockEnd:
		return append(board.Wrap(b.Text+":", board.MaxColumns), "  "+b.URL)
	}
	return wrapSentence(b.Text)
}

// wrapSentence wraps a text so that no line but the first is made of turns alone: quoted in a reply
// it would be read as what the reply says.
func wrapSentence(text string) []string {
	lines := board.Wrap(text, board.MaxColumns)
	for i := len(lines) - 1; i > 0; i-- {
		for !hasPlainWord(lines[i]) {
			at := strings.LastIndexByte(lines[i-1], ' ')
			if at < 0 || len(lines[i-1])-at+len(lines[i]) > board.MaxColumns {
				break
			}
			lines[i-1], lines[i] = lines[i-1][:at], lines[i-1][at+1:]+" "+lines[i]
		}
	}
	return lines
}

// hasPlainWord tells whether a line has a word without digits, as a turn has none.
func hasPlainWord(line string) bool {
	return slices.ContainsFunc(strings.Fields(line), func(word string) bool {
		return !strings.ContainsAny(word, "0123456789")
	})
}

// plainRow is a game of a digest under a rule.
func (b mailBlock) plainRow() []string {
	lines := append([]string{strings.Repeat("-", board.MaxColumns)}, board.Wrap(b.Text, board.MaxColumns)...)
	for _, line := range b.Lines {
		lines = append(lines, board.Wrap(line, board.MaxColumns)...)
	}
	return append(lines, "  "+b.URL)
}

// quoted marks lines as somebody else's.
func quoted(text []string) []string {
	var lines []string
	for _, line := range text {
		parts := board.Wrap(line, board.MaxColumns-len("> "))
		if len(parts) == 0 {
			lines = append(lines, ">")
		}
		for _, part := range parts {
			lines = append(lines, "> "+part)
		}
	}
	return lines
}
