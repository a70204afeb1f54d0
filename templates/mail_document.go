package templates

import (
	"errors"
	"fmt"
	"strings"

	"turnpost/templates/words"
)

var (
	errNoRules   = errors.New("the rules are missing")
	errNoHistory = errors.New("the history is missing")
)

// history writes the turns of a game, or its record.
func (w *mailWriter) history() {
	h := w.History
	if h == nil {
		w.fail(errNoHistory)
		return
	}
	players := h.Game.Players[0].String() + " – " + h.Game.Players[1].String()
	w.blocks = append(w.blocks, mailBlock{Kind: blockLead, Text: oneLine(h.Game.Title + ": " + players)})
	switch {
	case h.Record != "":
		w.add(blockText, "record.what")
		w.blocks = append(w.blocks, mailBlock{Kind: blockFixed, Lines: cleanLines(h.Record)})
	case len(h.Turns) == 0:
		w.add(blockText, "history.none")
	default:
		table := mailBlock{Kind: blockTable}
		for i, t := range h.Turns {
			number := fmt.Sprintf("%d. %s", h.First+i, oneLine(t.Text))
			table.Rows = append(table.Rows, [2]string{number, oneLine(t.Description)})
		}
		w.blocks = append(w.blocks, table)
		w.blocks = append(w.blocks, mailBlock{Kind: blockText, Text: oneLine(h.Game.Standing)})
	}
	w.link(blockButton, "look", GameURL(w.Site, h.Game.ID))
}

// rulesPage writes the rules of a ruleset.
func (w *mailWriter) rulesPage() {
	if w.Rules == nil {
		w.fail(errNoRules)
		return
	}
	markdown, err := w.Rules.Markdown()
	if err != nil {
		w.fail(err)
		return
	}
	blocks := documentBlocks(markdown)
	if own := words.GameTag(w.language.Tag(), w.Rules.Info.ID); own != w.language.Tag() {
		for i := range blocks {
			blocks[i].Lang = own
		}
	}
	w.blocks = append(w.blocks, blocks...)
	w.link(blockButton, "rules.look", w.Site+"/r/"+w.Rules.Info.ID)
}

// documentBlocks divides Markdown into blocks. The first heading is that of the mail and left out.
func documentBlocks(markdown string) []mailBlock {
	d := documentReader{}
	for line := range strings.Lines(markdown) {
		d.line(strings.TrimRight(line, "\n"))
	}
	d.flush()
	return d.blocks
}

// documentReader collects the blocks of a document.
type documentReader struct {
	blocks []mailBlock
	open   mailBlock // of the last lines; Kind "" for none
	fenced bool
}

// flush ends the open block.
func (d *documentReader) flush() {
	switch d.open.Kind {
	case "":
		return
	case blockText, blockItem:
		d.open.Text, d.open.Lines = unmarked(strings.Join(d.open.Lines, " ")), nil
	}
	d.blocks = append(d.blocks, d.open)
	d.open = mailBlock{}
}

func (d *documentReader) line(line string) {
	heading := strings.TrimLeft(line, "#")
	switch {
	case strings.HasPrefix(line, "```"):
		d.flush()
		if d.fenced = !d.fenced; d.fenced {
			d.open.Kind = blockFixed
		}
	case d.fenced:
		d.open.Lines = append(d.open.Lines, line)
	case line == "", strings.HasPrefix(line, "|---"):
		if line == "" {
			d.flush()
		}
	case len(heading) < len(line):
		d.flush()
		if len(line)-len(heading) > 1 {
			d.blocks = append(d.blocks, mailBlock{Kind: blockSection, Text: unmarked(strings.TrimSpace(heading))})
		}
	case strings.HasPrefix(line, "|"):
		d.tableRow(tableCells(line))
	case isItem(line):
		d.flush()
		d.open = mailBlock{Kind: blockItem, Lines: []string{item.ReplaceAllString(line, "")}}
	case strings.HasPrefix(line, "    "):
		d.into(blockFixed, line)
	default:
		d.into(blockText, strings.TrimSpace(line))
	}
}

// into adds a line to the open block, or to a new one of a kind.
func (d *documentReader) into(kind blockKind, line string) {
	if d.open.Kind != kind && (d.open.Kind != blockItem || kind != blockText) {
		d.flush()
		d.open.Kind = kind
	}
	d.open.Lines = append(d.open.Lines, line)
}

// tableRow adds a row of at least two cells to the open table. The columns after the first one are joined.
func (d *documentReader) tableRow(cells []string) {
	if d.open.Kind != blockTable {
		d.flush()
		d.open.Kind = blockTable
	}
	d.open.Rows = append(d.open.Rows, [2]string{cells[0], strings.Join(cells[1:], "; ")})
}
