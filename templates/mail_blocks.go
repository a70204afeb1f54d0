package templates

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"turnpost/templates/board"
	"turnpost/templates/view"
)

// blockKind selects the form of a part of a mail.
type blockKind string

// The kinds of blocks.
const (
	blockHead    blockKind = "head"    // the subject in a few words
	blockLead    blockKind = "lead"    // the game, below the head
	blockDue     blockKind = "due"     // the deadline
	blockText    blockKind = "text"    // a paragraph
	blockNote    blockKind = "note"    // a paragraph in small letters; URL and Label are of the link after it, if any
	blockQuote   blockKind = "quote"   // lines written by somebody else
	blockBoard   blockKind = "board"   // Text replaces the picture, Lines draw it, URL shows it as text
	blockRow     blockKind = "row"     // a game of a digest: Text names it, Lines describe its state
	blockCode    blockKind = "code"    // a code to copy
	blockFixed   blockKind = "fixed"   // preformatted lines
	blockCommand blockKind = "command" // lines for a shell
	blockButton  blockKind = "button"  // the label and URL of the mail's main action
	blockLink    blockKind = "link"    // a label and a URL
	blockEnd     blockKind = "end"     // a link below the mail
	blockSection blockKind = "section" // a heading within the mail
	blockItem    blockKind = "item"    // an item of a list
	blockTable   blockKind = "table"   // rows of two columns
	blockEntry   blockKind = "entry"   // a game or challenge of a list: Text names it, Lines describe it
	blockSetting blockKind = "setting" // Text is a line to be changed, Lines say what it may be
)

// mailBlock is a part of a mail.
type mailBlock struct {
	Lang  string // of a block in another language than the mail; else ""
	Kind  blockKind
	Text  string
	Lines []string
	URL   string
	Label string // of a board or a note: the label of its URL

	Rows    [][2]string // of a table
	Board   []string    // of an entry: its board as text
	Mailto  string      // of an entry: the URL that begins a mail to Address
	Address string
	Counted string // of an entry: the counters of its board
	// Of an entry: what to write to Address, on a button and before the address.
	Answer, AnswerTo string

	Picture string // of a board or a row: the Content-ID and the width in CSS pixels
	Width   int
	drawn   bool   // the block has a picture
	Opens   string // of a board: the URL that its picture opens; "" for none
	own     bool   // the block is kept even if another part of the mail says the same
}

// body returns the lines of the block as one text.
func (b *mailBlock) body() string { return strings.Join(b.Lines, "\n") }

// add appends a block with a phrase.
func (w *mailWriter) add(kind blockKind, phrase string) {
	w.blocks = append(w.blocks, mailBlock{Kind: kind, Text: w.say(phrase)})
}

func (w *mailWriter) link(kind blockKind, phrase, url string) {
	if url != "" {
		w.blocks = append(w.blocks, mailBlock{Kind: kind, Text: w.say(phrase), URL: oneLine(url)})
	}
}

// quote appends a message after a phrase that names its author.
func (w *mailWriter) quote(phrase, message string) {
	lines := cleanLines(message)
	if len(lines) > 0 {
		w.add(blockText, phrase)
		w.blocks = append(w.blocks, mailBlock{Kind: blockQuote, Lines: lines})
	}
}

// button appends the main action of the mail. In a secondary mail it is a link only.
func (w *mailWriter) button(phrase, url string) {
	if w.isSecondary {
		w.link(blockLink, phrase, url)
		return
	}
	w.link(blockButton, phrase, url)
	w.explainLink(url)
}

// explainLink explains what the mail's link can do, and what to forward instead. The link of a finished game
// grants nothing beyond its public page.
func (w *mailWriter) explainLink(url string) {
	switch {
	case w.Page == "" || url != w.Page:
	case w.Game != nil && !w.Game.Over():
		w.blocks = append(w.blocks, mailBlock{
			Kind: blockNote, Text: w.say("link.plays"), URL: GameURL(w.Site, w.Game.ID), Label: w.say("link.share"),
		})
	case w.Game == nil && w.Challenge != nil:
		w.add(blockNote, "link.answers")
	}
}

// curl appends the only command of the mail after its purpose, for readers with a token. A secondary mail has none.
func (w *mailWriter) curl(phrase, command string) {
	if w.HasToken && !w.isSecondary {
		w.terminal(phrase, command)
	}
}

// terminal appends a command after its purpose.
func (w *mailWriter) terminal(phrase, command string) {
	w.add(blockText, phrase)
	w.command(command)
}

// command appends a command of one or several lines.
func (w *mailWriter) command(text string) {
	w.blocks = append(w.blocks, mailBlock{Kind: blockCommand, Lines: cleanLines(text)})
}

// gameURL returns the URL that shows the game.
func (w *mailWriter) gameURL() string { return cmp.Or(w.Page, GameURL(w.Site, w.Game.ID)) }

// addBoard appends a board. A secondary mail has none.
func (w *mailWriter) addBoard(b *view.Board, s board.Style, alternative, asText string) {
	if w.isSecondary {
		return
	}
	s.Caption = w.say("caption." + string(w.Kind))
	w.boards = append(w.boards, view.Board{Diagram: b.Diagram, Style: s})
	text := strings.TrimRight(board.Text(b.Diagram, s), "\n")
	block := mailBlock{
		Kind: blockBoard, Text: w.say(alternative), Lines: strings.Split(text, "\n"), URL: asText,
		Label: w.say("board.text"), drawn: true,
	}
	if w.Game != nil {
		block.Opens = w.gameURL()
	}
	w.blocks = append(w.blocks, block)
}

// text renders the plain part of the mail.
func (w *mailWriter) text() string {
	var b strings.Builder
	b.Grow(2 << 10)
	for i, block := range w.blocks {
		switch first := i == 0 || w.blocks[i-1].Kind != blockEnd; {
		case block.Kind == blockEnd && first:
			b.WriteString("\n-- \n") // the separator of a signature
		case i > 0 && block.Kind != blockEnd && !block.follows(w.blocks[i-1]):
			b.WriteByte('\n')
		}
		for _, line := range block.plain() {
			b.WriteString(line)
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// follows reports whether the block stands directly below another one: a setting below one that has no notes.
func (b mailBlock) follows(above mailBlock) bool {
	return b.Kind == blockSetting && above.Kind == blockSetting && len(above.Lines)+len(b.Lines) == 0
}

// plain renders a block for the plain part.
func (b mailBlock) plain() []string {
	switch b.Kind {
	case blockQuote:
		return quoted(b.Lines)
	case blockBoard, blockFixed:
		return b.Lines
	case blockRow:
		return b.plainRow()
	case blockSection:
		return []string{b.Text, strings.Repeat("=", min(utf8.RuneCountInString(b.Text), board.MaxColumns))}
	case blockItem:
		return plainItem(b.Text)
	case blockTable:
		return b.plainTable()
	case blockEntry:
		return b.plainEntry()
	case blockSetting:
		return b.plainSetting()
	case blockCode:
		return []string{"    " + b.Text}
	case blockCommand:
		lines := make([]string, len(b.Lines))
		for i, line := range b.Lines {
			lines[i] = "    " + line
		}
		return lines
	case blockNote:
		lines := wrapSentence(b.Text)
		if b.URL != "" {
			lines = append(append(lines, board.Wrap(b.Label+":", board.MaxColumns)...), "  "+b.URL)
		}
		return lines
	case blockButton, blockLink, blockEnd:
		label := strings.TrimSuffix(b.Text, ".") + ":" // some labels are sentences
		return append(board.Wrap(label, board.MaxColumns), "  "+b.URL)
	}
	return wrapSentence(b.Text)
}

// wrapSentence wraps a text so that no line except the first consists of turns only: quoted in a reply, such a line
// would be parsed as a command.
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

// hasPlainWord reports whether a line has a word without digits; turns have digits.
func hasPlainWord(line string) bool {
	return slices.ContainsFunc(strings.Fields(line), func(word string) bool {
		return !strings.ContainsAny(word, "0123456789")
	})
}

// plainRow renders a game of a digest below a rule.
func (b mailBlock) plainRow() []string {
	lines := append([]string{strings.Repeat("-", board.MaxColumns)}, board.Wrap(b.Text, board.MaxColumns)...)
	for _, line := range b.Lines {
		lines = append(lines, board.Wrap(line, board.MaxColumns)...)
	}
	return append(lines, "  "+b.URL)
}

// quoted prefixes lines as a quotation.
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
