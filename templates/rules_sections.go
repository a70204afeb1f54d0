package templates

import (
	"fmt"
	"slices"
	"strings"

	"turnpost/rules"
)

// addRules divides the rules into sections and parts.
func (b *RulesBook) addRules() error {
	var d rulesDivider
	for line := range strings.Lines(b.Info.Rules) {
		if title, is := strings.CutPrefix(line, "## "); is {
			d.endSection()
			d.section.Title = strings.TrimSpace(title)
			continue
		}
		keys := rules.PictureKeys(line)
		if keys == nil {
			d.text.WriteString(line)
			continue
		}
		examples, err := b.named(keys)
		if err != nil {
			return err
		}
		d.endPart(examples)
	}
	d.endSection()
	b.Rules = d.sections
	used := func(e *RulesExample) bool { return slices.Contains(d.used, e) }
	b.Others = slices.DeleteFunc(slices.Clone(b.Examples), used)
	return nil
}

// named returns the examples with some keys.
func (b *RulesBook) named(keys []string) ([]*RulesExample, error) {
	examples := make([]*RulesExample, len(keys))
	for i, key := range keys {
		at := slices.IndexFunc(b.Examples, func(e *RulesExample) bool { return e.Key == key })
		if at < 0 {
			return nil, fmt.Errorf("rules of %s: there is no example %q", b.Info.ID, key)
		}
		examples[i] = b.Examples[at]
	}
	return examples, nil
}

// rulesDivider collects the sections of the rules.
type rulesDivider struct {
	sections []RulesSection
	used     []*RulesExample
	section  RulesSection    // under construction
	text     strings.Builder // of the next part
}

// endPart adds the text so far with the examples that follow it. Without text, they belong to the part before.
func (d *rulesDivider) endPart(examples []*RulesExample) {
	d.used = append(d.used, examples...)
	text := strings.TrimSpace(d.text.String())
	d.text.Reset()
	last := len(d.section.Parts) - 1
	switch {
	case text == "" && last >= 0:
		d.section.Parts[last].Examples = append(d.section.Parts[last].Examples, examples...)
	case text != "" || len(examples) > 0:
		d.section.Parts = append(d.section.Parts, RulesPart{text, examples})
	}
}

func (d *rulesDivider) endSection() {
	d.endPart(nil)
	if d.section.Title != "" || len(d.section.Parts) > 0 {
		d.sections = append(d.sections, d.section)
	}
	d.section = RulesSection{}
}
