package templates

import (
	"fmt"
	"strings"

	"turnpost/rules"
)

// RulesPage is the whole rules page of a ruleset in Markdown: its rules, the
// setup of every variant drawn, how turns are written, worked examples, the
// codes of refused turns, and whom the game is owed to. It is an error if an
// example does not do what it says.
func RulesPage(r rules.Ruleset) (string, error) {
	info := r.Info()
	p := &rulesPage{ruleset: r, info: info}
	p.line("# %s\n\n%s\n\n%s", info.Name, info.Summary, strings.TrimSpace(info.Rules))
	p.line("\n## Setups")
	for _, v := range info.Variants {
		if err := p.setup(v); err != nil {
			return "", err
		}
	}
	p.line("\n## Turns at a glance\n")
	p.block(info.Notation)
	p.line("\n## Worked turns")
	for i, e := range info.Examples {
		if err := p.example(i+1, e); err != nil {
			return "", fmt.Errorf("rules page of %s, example %d: %w", info.ID, i+1, err)
		}
	}
	p.line("\n## Refused turns\n\n| Code | Meaning |\n|---|---|")
	for _, f := range info.Faults {
		p.line("| `%s` | %s |", f.Code, f.Meaning)
	}
	p.line("\n## Results\n\n| Code | Meaning |\n|---|---|")
	for _, reason := range info.Reasons {
		p.line("| `%s` | %s |", reason.Code, reason.Phrase)
	}
	p.line("\n## Credit\n\n%s", strings.TrimSpace(info.Credit))
	return p.b.String(), nil
}

// rulesPage is a rules page being written.
type rulesPage struct {
	ruleset rules.Ruleset
	info    rules.Info
	b       strings.Builder
}

func (p *rulesPage) line(format string, args ...any) {
	fmt.Fprintf(&p.b, format+"\n", args...)
}

// block is a text that keeps its columns.
func (p *rulesPage) block(text string) {
	p.line("```\n%s\n```", strings.TrimRight(text, "\n"))
}

func (p *rulesPage) board(d rules.Diagram, legend bool) {
	style := NewBoardStyle(p.info)
	style.Legend = legend
	p.block(BoardText(d, style))
}

func (p *rulesPage) setup(v rules.Variant) error {
	start, err := p.ruleset.Start(v.ID)
	if err != nil {
		return fmt.Errorf("rules page of %s: %w", p.info.ID, err)
	}
	p.line("\n### %s (`%s`)\n\n%s\n", v.Name, v.ID, v.Summary)
	p.board(start.Diagram(), true)
	p.line("\nAs a position: `%s`", start)
	return nil
}

// example shows a turn: the board before it, and the board after it or why it is
// refused.
func (p *rulesPage) example(number int, e rules.Example) error {
	before, err := p.position(e)
	if err != nil {
		return err
	}
	variant, _ := p.info.Variant(e.Variant)
	p.line("\n### %d. `%s`\n\n%s, %s to move. %s\n", number, e.Turn, variant.Name, p.info.Sides[before.ToMove()].Name, e.Text)
	p.board(before.Diagram(), false)
	played, err := before.Play(e.Turn)
	if code, detail, refused := rules.Refusal(err); refused && code == e.Fault {
		p.line("\nRefused with `%s`: %s.", code, strings.TrimRight(detail, "."))
		return nil
	}
	if err != nil {
		return err
	}
	names := [2]string{p.info.Sides[0].Name, p.info.Sides[1].Name}
	p.line("\n%s\n", p.ruleset.Tell(variant.ID, played.Events, names))
	p.board(played.Next.Diagram().Mark(played.Events), false)
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
