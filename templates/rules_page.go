package templates

import (
	"fmt"
	"strings"

	"turnpost/rules"
	"turnpost/templates/board"
	"turnpost/templates/words"
)

// RulesPage renders the rules page of a ruleset as Markdown: its rules, the setup of every variant, the notation,
// worked examples, the codes of refused turns, and credits. It fails if an example does not have the documented result.
func RulesPage(r rules.Ruleset, language *words.Language) (string, error) {
	return rulesText(r, language, true)
}

// RulesText renders the rules page as plain text of at most 80 columns, with one board for each worked turn instead of
// two.
func RulesText(r rules.Ruleset, language *words.Language) (string, error) {
	markdown, err := rulesText(r, language, false)
	return plainText(markdown), err
}

func rulesText(r rules.Ruleset, language *words.Language, allBoards bool) (string, error) {
	info := r.Info(language.Tag())
	p := &rulesPage{ruleset: r, info: info, language: language, allBoards: allBoards}
	p.line("# %s\n\n%s\n\n%s", info.Name, info.Summary, strings.TrimSpace(info.Rules))
	p.heading("rulespage.setups")
	for _, v := range info.Variants {
		if err := p.setup(v); err != nil {
			return "", err
		}
	}
	p.heading("rulespage.positions")
	p.line("\n%s", strings.TrimSpace(info.PositionText))
	p.heading("rulespage.notation")
	p.line("")
	p.block(info.Notation)
	p.heading("rulespage.examples")
	if marks := p.marks(); len(marks) > 0 {
		p.line("\n%s", p.language.Say("rulespage.marks", "marks", marks))
	}
	for i, e := range info.Examples {
		if err := p.example(i+1, e); err != nil {
			return "", fmt.Errorf("rules page of %s, example %d: %w", info.ID, i+1, err)
		}
	}
	p.heading("rulespage.faults")
	p.tableHead()
	for _, f := range info.Faults {
		p.line("| `%s` | %s |", f.Code, f.Meaning)
	}
	p.heading("rulespage.reasons")
	p.tableHead()
	for _, reason := range info.Reasons {
		p.line("| `%s` | %s |", reason.Code, reason.Phrase)
	}
	p.heading("rulespage.credit")
	p.line("\n%s", strings.TrimSpace(info.Credit))
	return p.b.String(), nil
}

// rulesPage is a rules page under construction.
type rulesPage struct {
	ruleset   rules.Ruleset
	info      rules.Info
	language  *words.Language
	allBoards bool // show the board before a turn too
	b         strings.Builder
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
	style := board.NewStyle(p.info)
	style.Language = p.language
	style.Legend = legend
	p.block(board.Text(d, style))
}

func (p *rulesPage) setup(v rules.Variant) error {
	start, err := p.ruleset.Start(v.ID)
	if err != nil {
		return fmt.Errorf("rules page of %s: %w", p.info.ID, err)
	}
	p.line("\n### %s (`%s`)\n\n%s\n", v.Name, v.ID, strings.TrimSpace(v.Summary+" "+v.Length))
	p.board(start.Diagram(p.language.Tag()), true)
	p.line("\n%s `%s`", p.language.Say("rulespage.position"), start)
	return nil
}

// marks explains the marks on the boards of the worked turns.
func (p *rulesPage) marks() (list []string) {
	var used rules.Marks
	var signs rules.Signs
	for _, e := range p.info.Examples {
		before, err := p.position(e)
		if err != nil {
			continue // example reports the fault
		}
		if played, err := before.Play(e.Turn); err == nil {
			d := played.Next.Diagram(p.language.Tag()).Mark(played.Events)
			signs = d.Signs
			used.From, used.To = append(used.From, d.Marks.From...), append(used.To, d.Marks.To...)
			used.Captured = append(used.Captured, d.Marks.Captured...)
		}
	}
	for _, mark := range []struct {
		places        []string
		sign, meaning string
	}{{used.From, "( )", signs.From}, {used.To, "[ ]", signs.To}, {used.Captured, "x", signs.Captured}} {
		if len(mark.places) > 0 {
			list = append(list, p.language.Say("rulespage.mark", "sign", mark.sign, "meaning", mark.meaning))
		}
	}
	return list
}

// example appends a worked turn: the board before it, and the board after it or the reason of its refusal.
func (p *rulesPage) example(number int, e rules.Example) error {
	before, err := p.position(e)
	if err != nil {
		return err
	}
	variant, _ := p.info.Variant(e.Variant)
	p.line("\n### %d. `%s`\n\n%s %s\n", number, e.Turn, p.language.Say("rulespage.before",
		"variant", variant.Name, "side", p.info.Sides[before.ToMove()].Name), e.Text)
	played, err := before.Play(e.Turn)
	refused, is := rules.RefusalOf(err)
	switch {
	case is && refused.Code == e.Fault:
		p.board(before.Diagram(p.language.Tag()), false)
		detail := p.ruleset.Phrases().In(p.language.Tag()).Say(refused.Message)
		p.line("\n%s",
			p.language.Say("rulespage.refused", "code", "`"+refused.Code+"`", "detail", strings.TrimRight(detail, ".")))
		return nil
	case err != nil:
		return err
	case p.allBoards:
		p.board(before.Diagram(p.language.Tag()), false)
		p.line("")
	}
	names := [2]string{p.info.Sides[0].Player, p.info.Sides[1].Player}
	p.line("%s\n", p.ruleset.Describe(p.language.Tag(), played.Events, names))
	p.board(played.Next.Diagram(p.language.Tag()).Mark(played.Events), false)
	return nil
}

func (p *rulesPage) position(e rules.Example) (rules.Position, error) {
	variant, ok := p.info.Variant(e.Variant)
	if !ok {
		return nil, fmt.Errorf("there is no variant %q", e.Variant)
	}
	if e.Position == "" {
		return p.ruleset.Start(variant.ID)
	}
	return p.ruleset.Parse(variant.ID, e.Position)
}
