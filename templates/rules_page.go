package templates

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"turnpost/rules"
	"turnpost/templates/board"
)

// Text renders the page as plain text of at most 80 columns.
func (b *RulesBook) Text() (string, error) {
	markdown, err := b.Markdown()
	return PlainText(markdown), err
}

// LinkedRules returns the rules as Markdown in which the references to examples are images with their content in
// words. Examples without a reference follow at the end. url returns the address of a picture with a name.
func (b *RulesBook) LinkedRules(url func(name string) string) string {
	var out strings.Builder
	show := func(examples []*RulesExample) {
		for _, e := range examples {
			if e.Picture.Name != "" {
				fmt.Fprintf(&out, "![%s](%s)\n", noBrackets.Replace(e.Picture.Alt), url(e.Picture.Name))
			}
		}
	}
	for line := range strings.Lines(b.Info.Rules) {
		examples, err := b.named(rules.PictureKeys(line))
		if len(examples) == 0 || err != nil {
			out.WriteString(line)
			continue
		}
		show(examples)
	}
	if len(b.Others) > 0 {
		out.WriteString("\n")
		show(b.Others)
	}
	return out.String()
}

// noBrackets replaces what would end the text of an image in Markdown.
var noBrackets = strings.NewReplacer("[", "(", "]", ")")

// Markdown renders the page as Markdown with boards as text: the rules, the setup of every variant, the notation,
// examples with the boards before and after, the codes of refused turns, and credits.
func (b *RulesBook) Markdown() (string, error) {
	p := &rulesPage{RulesBook: b}
	p.line("# %s\n\n%s", b.Info.Name, b.Info.Summary)
	p.rules()
	p.heading("rulespage.setups")
	for _, v := range b.Info.Variants {
		if err := p.setup(v); err != nil {
			return "", err
		}
	}
	p.heading("rulespage.positions")
	p.line("\n%s", strings.TrimSpace(b.Info.PositionText))
	p.heading("rulespage.notation")
	p.line("")
	p.block(b.Info.Notation)
	p.heading("rulespage.examples")
	if marks := p.marks(); len(marks) > 0 {
		p.line("\n%s", b.language.Say("rulespage.marks", "marks", marks))
	}
	for i, e := range b.Examples {
		p.example(i+1, e)
	}
	p.heading("rulespage.faults")
	p.tableHead()
	for _, f := range b.Info.Faults {
		p.line("| `%s` | %s |", f.Code, f.Meaning)
	}
	p.heading("rulespage.reasons")
	p.tableHead()
	for _, reason := range b.Info.Reasons {
		p.line("| `%s` | %s |", reason.Code, reason.Phrase)
	}
	p.heading("rulespage.credit")
	p.line("\n%s", strings.TrimSpace(b.Info.Credit))
	return p.b.String(), nil
}

// rulesPage is a rules page under construction.
type rulesPage struct {
	*RulesBook
	b strings.Builder
}

// rules appends the rules. Where they refer to examples, the page names their numbers.
func (p *rulesPage) rules() {
	for _, section := range p.Rules {
		if section.Title != "" {
			p.line("\n## %s", section.Title)
		}
		for _, part := range section.Parts {
			if part.Text != "" {
				p.line("\n%s", part.Text)
			}
			if len(part.Examples) > 0 {
				p.line("\n%s", p.see(part.Examples))
			}
		}
	}
}

// see names the numbers of examples.
func (p *rulesPage) see(examples []*RulesExample) string {
	var numbers []string
	for i, e := range p.Examples {
		if slices.Contains(examples, e) {
			numbers = append(numbers, strconv.Itoa(i+1))
		}
	}
	return p.language.Say("rulespage.see", "n", len(numbers), "numbers", p.language.List(numbers))
}

func (p *rulesPage) line(format string, args ...any) {
	fmt.Fprintf(&p.b, format+"\n", args...)
}

func (p *rulesPage) heading(key string) { p.line("\n## %s", p.language.Say(key)) }

func (p *rulesPage) tableHead() {
	p.line("\n| %s | %s |\n|---|---|", p.language.Say("rulespage.code"), p.language.Say("rulespage.meaning"))
}

// block appends preformatted text.
func (p *rulesPage) block(text string) {
	p.line("```\n%s\n```", strings.TrimRight(text, "\n"))
}

func (p *rulesPage) board(d rules.Diagram, legend bool) {
	style := board.NewStyle(p.Info)
	style.Language = p.language
	style.Legend = legend
	p.block(board.Text(d, style))
}

func (p *rulesPage) setup(v rules.Variant) error {
	start, err := p.ruleset.Start(v.ID)
	if err != nil {
		return fmt.Errorf("rules page of %s: %w", p.Info.ID, err)
	}
	p.line("\n### %s (`%s`)\n\n%s\n", v.Name, v.ID, strings.TrimSpace(v.Summary+" "+v.Length))
	p.board(start.Diagram(p.language.Tag()), true)
	p.line("\n%s `%s`", p.language.Say("rulespage.position"), start)
	return nil
}

// marks explains the marks on the boards of worked turns.
func (p *rulesPage) marks() (list []string) {
	var used rules.Marks
	var signs rules.Signs
	captured := ""
	for _, e := range p.Examples {
		if !e.Legal() {
			continue
		}
		d := e.Before.Diagram(p.language.Tag()).MarkBefore(e.Played.Events)
		signs = d.Signs
		used.From, used.To = append(used.From, d.Marks.From...), append(used.To, d.Marks.To...)
		if len(d.Marks.Captured) > 0 {
			used.Captured, captured = append(used.Captured, d.Marks.Captured...), board.CapturedSign(d, false)
		}
	}
	for _, mark := range []struct {
		places        []string
		sign, meaning string
	}{{used.From, "( )", signs.From}, {used.To, "[ ]", signs.To}, {used.Captured, captured, signs.Captured}} {
		if len(mark.places) > 0 {
			list = append(list, p.language.Say("rulespage.mark", "sign", mark.sign, "meaning", mark.meaning))
		}
	}
	return list
}

// example appends an example: the boards before and after a worked turn, the board and the reason of a refused one, or
// the board with the places where a piece may go.
func (p *rulesPage) example(number int, e *RulesExample) {
	title := e.Turn
	if e.Targets != "" {
		title = e.Targets
	}
	before := e.Before.Diagram(p.language.Tag())
	p.line("\n### %d. `%s`\n\n%s %s\n", number, title, p.language.Say("rulespage.before",
		"variant", e.Variant.Name, "side", p.Info.Sides[e.Before.ToMove()].Name), e.Text)
	switch {
	case e.Legal():
		after := e.Played.Next.Diagram(p.language.Tag()).Mark(e.Played.Events)
		if after.Marks.IsZero() {
			before = before.MarkBefore(e.Played.Events)
		}
		p.board(before, false)
		p.line("\n%s\n", p.describe(e.Worked))
		p.board(after, false)
	case e.Refusal != nil:
		p.board(before, false)
		p.line("\n%s", p.language.Say("rulespage.refused", "code", "`"+e.Refusal.Code+"`",
			"detail", strings.TrimRight(e.Detail, ".")))
	default:
		for _, step := range e.Steps {
			before.Marks.To = append(before.Marks.To, step.Ends()...)
		}
		before.Marks.From = []string{e.Targets}
		before.Marks.To = slices.DeleteFunc(before.Marks.To, func(place string) bool { return place == e.Targets })
		p.board(before, false)
		p.line("\n%s %s", p.choices(e.Worked, before), p.language.Say("rulespage.target_marks", "board", boardKind(before)))
	}
}

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
