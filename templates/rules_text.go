package templates

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"turnpost/templates/board"
)

// textColumns is the maximum width of a page in plain text.
const textColumns = 80

// PlainText converts the Markdown of a page to plain text of at most 80 columns: it wraps paragraphs and lists, aligns
// tables, removes emphasis, and writes the address of a link behind it. Fenced and indented blocks stay unchanged.
func PlainText(markdown string) string {
	var b strings.Builder
	var paragraph []string
	var table [][]string
	fenced := false
	flush := func() {
		b.WriteString(wrapBlock(strings.Join(paragraph, " ")))
		b.WriteString(setTable(table))
		paragraph, table = nil, nil
	}
	for line := range strings.Lines(markdown) {
		line = strings.TrimRight(line, "\n")
		switch {
		case strings.HasPrefix(line, "```"):
			flush()
			fenced = !fenced
		case fenced || strings.HasPrefix(line, "    "):
			flush()
			b.WriteString(line + "\n")
		case line == "":
			flush()
			b.WriteString("\n")
		case strings.HasPrefix(line, "|---"):
		case strings.HasPrefix(line, "|"):
			table = append(table, tableCells(line))
		case strings.HasPrefix(line, "#") || isItem(line):
			flush()
			paragraph = []string{line}
		default:
			paragraph = append(paragraph, strings.TrimSpace(line))
		}
	}
	flush()
	return b.String()
}

var item = regexp.MustCompile(`^(-|\d+\.) `)

func isItem(line string) bool { return item.MatchString(line) }

// tableCells returns the cells of a table's row.
func tableCells(row string) []string {
	parts := strings.Split(strings.Trim(row, "|"), "|")
	for i, part := range parts {
		parts[i] = unmarked(strings.TrimSpace(part))
	}
	return parts
}

var (
	link     = regexp.MustCompile(`\[([^\]]+)\]\(([^)]+)\)`)
	emphasis = regexp.MustCompile(`\*{1,2}([^*\s][^*]*)\*{1,2}`)
)

// unmarked removes emphasis, code marks and links.
func unmarked(text string) string {
	text = link.ReplaceAllString(text, "$1 ($2)")
	return strings.ReplaceAll(emphasis.ReplaceAllString(text, "$1"), "`", "")
}

// wrapBlock wraps a paragraph, a heading or a list item, whose continuation lines are indented.
func wrapBlock(text string) string {
	if text == "" {
		return ""
	}
	return wrapText(unmarked(text), strings.Repeat(" ", len(item.FindString(text))), "")
}

// wrapText wraps a text; the first line starts with first, the others with indent.
func wrapText(text, indent, first string) string {
	var b strings.Builder
	line := first
	for _, word := range board.Words(text) {
		empty := strings.TrimSpace(line) == "" || line == first
		if !empty && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > textColumns {
			b.WriteString(strings.TrimRight(line, " ") + "\n")
			line, empty = indent, true
		}
		if !empty {
			line += " "
		}
		line += word
	}
	b.WriteString(strings.TrimRight(line, " ") + "\n")
	return b.String()
}

// setTable aligns a table in columns and wraps the last one.
func setTable(rows [][]string) string {
	if len(rows) == 0 {
		return ""
	}
	var widths []int
	for _, row := range rows {
		for i, cell := range row[:len(row)-1] {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	var b strings.Builder
	for _, row := range rows {
		first := ""
		for i, cell := range row[:len(row)-1] {
			first += cell + strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell)+2)
		}
		b.WriteString(wrapText(row[len(row)-1], strings.Repeat(" ", utf8.RuneCountInString(first)), first))
	}
	return b.String()
}
