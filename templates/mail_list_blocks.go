package templates

import (
	"strings"
	"unicode/utf8"

	"turnpost/templates/board"
)

// plainItem renders an item of a list.
func plainItem(text string) []string {
	lines := board.Wrap(text, board.MaxColumns-len("- "))
	for i, line := range lines {
		if i == 0 {
			lines[i] = "- " + line
		} else {
			lines[i] = "  " + line
		}
	}
	return lines
}

// tableColumn is the maximum width of the first column of a table in plain text.
const tableColumn = 22

// plainTable renders a table in two columns.
func (b mailBlock) plainTable() (lines []string) {
	width := 0
	for _, row := range b.Rows {
		for _, line := range board.Wrap(row[0], tableColumn) {
			width = max(width, utf8.RuneCountInString(line))
		}
	}
	width = min(width, board.MaxColumns/2) // of a long word
	for _, row := range b.Rows {
		first, second := board.Wrap(row[0], tableColumn), board.Wrap(row[1], board.MaxColumns-width-2)
		for i := range max(len(first), len(second)) {
			line := ""
			if i < len(first) {
				line = first[i]
			}
			if i < len(second) {
				line += strings.Repeat(" ", max(width-utf8.RuneCountInString(line), 0)+2) + second[i]
			}
			lines = append(lines, line)
		}
	}
	return lines
}

// plainEntry renders a game or challenge of a list below a rule.
func (b mailBlock) plainEntry() []string {
	lines := append([]string{strings.Repeat("-", board.MaxColumns)}, board.Wrap(b.Text, board.MaxColumns)...)
	for _, line := range b.Lines {
		lines = append(lines, board.Wrap(line, board.MaxColumns)...)
	}
	if len(b.Board) > 0 {
		lines = append(append(append(lines, ""), b.Board...), "")
	}
	if b.Address != "" {
		lines = append(append(lines, board.Wrap(b.AnswerTo, board.MaxColumns)...), "  "+b.Address)
	}
	return append(append(lines, board.Wrap(b.Label+":", board.MaxColumns)...), "  "+b.URL)
}

// plainSetting renders a line to be changed, and what it may be below it.
func (b mailBlock) plainSetting() []string {
	lines := []string{b.Text}
	for _, note := range b.Lines {
		for _, line := range board.Wrap(note, board.MaxColumns-len("    ")) {
			lines = append(lines, "    "+line)
		}
	}
	return lines
}

// table writes a table of two columns.
func (h *htmlWriter) table(b *mailBlock) {
	h.markup(`<table role="presentation" width="100%" cellpadding="0" cellspacing="0"` +
		` style="margin:0 0 16px">` + "\n")
	for _, row := range b.Rows {
		h.markup(`<tr>`)
		h.element(`td class="row" style="vertical-align:top;padding:6px 12px 6px 0;width:34%;font-weight:bold"`, row[0])
		h.element(`td class="row" style="vertical-align:top;padding:6px 0"`, row[1])
		h.markup("</tr>\n")
	}
	h.markup("</table>")
}

// entry writes a game or challenge of a list: its name, its state, its board, and how to answer.
func (h *htmlWriter) entry(b *mailBlock) {
	h.markup(`<div class="row" style="margin:0 0 20px;padding:16px 0 0"><h2 style="font-size:18px;line-height:1.3;` +
		`margin:0 0 4px">`)
	h.link("", b.URL, "", b.Text)
	h.markup("</h2>\n")
	for _, line := range b.Lines {
		h.element(`p style="margin:0 0 4px"`, line)
		h.markup("\n")
	}
	if b.Counted != "" {
		h.element(`p style="margin:0 0 4px"`, b.Counted)
	}
	if b.Picture != "" {
		h.markup(`<p style="margin:8px 0 12px"><a href="`)
		h.url(b.URL)
		h.markup(`">`)
		h.picture(b, b.Label, `width:100%;max-width:320px;height:auto;border:0;display:block`)
		h.markup("</a></p>\n")
	}
	h.markup(`<p style="margin:8px 0 0">`)
	if b.Mailto != "" {
		h.link(`class="button" `, b.Mailto, ` style="display:inline-block;padding:8px 16px;margin:0 12px 8px 0;`+
			`border-radius:6px;font-weight:bold;text-decoration:none"`, b.Answer)
		h.markup("\n")
	}
	h.link("", b.URL, ` style="display:inline-block;padding:8px 0"`, b.Label)
	h.markup("</p></div>")
}

// setting writes a line to be changed, and what it may be.
func (h *htmlWriter) setting(b *mailBlock) {
	style := markup(`div class="command" style="margin:0 0 6px;padding:6px 8px;font:15px/1.5 monospace"`)
	if len(b.Lines) > 0 {
		style = `div class="command" style="margin:0;padding:6px 8px;font:15px/1.5 monospace"`
	}
	h.element(style, b.Text)
	for _, note := range b.Lines {
		h.element(`div class="small" style="margin:0;padding:2px 8px 10px;font-size:13px"`, note)
	}
}
