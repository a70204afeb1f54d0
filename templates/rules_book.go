package templates

import (
	"turnpost/rules"
	"turnpost/rules/phrase"
	"turnpost/templates/board"
	"turnpost/templates/words"
)

// RulesBook is the content of a rules page with pictures in one language. It is immutable. Markdown and Text render the
// same content without pictures.
type RulesBook struct {
	Info     rules.Info
	Rules    []RulesSection
	Setups   []RulesSetup
	Examples []*RulesExample // all of them, in the order of Info
	Others   []*RulesExample // those to which the rules do not refer
	Signs    []RulesSign

	ruleset  rules.Ruleset
	language *words.Language
	pictures map[string]Picture
}

// RulesSection is a part of the rules under one heading.
type RulesSection struct {
	Title string // "" for text before the first heading
	Parts []RulesPart
}

// RulesPart is text and the examples that follow it.
type RulesPart struct {
	Text     string // Markdown without headings of sections
	Examples []*RulesExample
}

// RulesSetup is the start position of one or more variants that look alike.
type RulesSetup struct {
	Variants  []rules.Variant
	Positions map[string]string // the texts of the positions by variant
	Picture   Picture
}

// RulesExample is an example with its pictures.
type RulesExample struct {
	rules.Worked
	Picture Picture // of the example
	Other   Picture // of a legal turn: the board before it, or after it if Picture shows the turn on the board before
	After   bool    // Other is the board after the turn
	Detail  string  // the refusal of an illegal turn in a sentence; "" for a legal one
	Score   string  // the counters after a legal turn that changes them; "" for boards that show them as bowls
}

// NewRulesBook carries out the examples of a ruleset. It fails if one does not have its documented result, or if the
// rules refer to an example that does not exist. A game that has no words of the language is in English throughout.
func NewRulesBook(r rules.Ruleset, language *words.Language) (*RulesBook, error) {
	language = words.OfGame(language, r.Info(phrase.English).ID)
	b := &RulesBook{
		Info: r.Info(language.Tag()), ruleset: r, language: language, pictures: map[string]Picture{},
	}
	if err := b.addSetups(); err != nil {
		return nil, err
	}
	for _, e := range b.Info.Examples {
		worked, err := e.Work(r, language.Tag())
		if err != nil {
			return nil, err
		}
		b.Examples = append(b.Examples, b.example(worked))
	}
	if err := b.addRules(); err != nil {
		return nil, err
	}
	b.Signs = b.key()
	return b, nil
}

// Picture returns the picture with a name.
func (b *RulesBook) Picture(name string) (Picture, bool) {
	p, found := b.pictures[name]
	return p, found
}

// example draws an example.
func (b *RulesBook) example(w rules.Worked) *RulesExample {
	e := &RulesExample{Worked: w}
	before := w.Before.Diagram(b.language.Tag())
	switch {
	case w.Legal():
		b.drawTurn(e, before)
	case w.Refusal != nil:
		e.Detail = b.ruleset.Phrases().In(b.language.Tag()).Say(w.Refusal.Message)
		alt := b.language.Say("rulespage.alt.refused", "turn", w.Turn, "detail", e.Detail)
		e.Picture = b.refused(Picture{Alt: alt, diagram: before}, w.Turn)
	default:
		e.Picture = Picture{Alt: b.choices(w, before), diagram: before, areas: choiceMarks(w)}
	}
	e.Picture.Name, e.Picture.around = w.Key, e.Picture.marked()
	e.Picture = b.keep(e.Picture)
	return e
}

// describe describes a legal turn.
func (b *RulesBook) describe(w rules.Worked) string {
	names := [2]string{b.Info.Sides[0].Player, b.Info.Sides[1].Player}
	return b.ruleset.Describe(b.language.Tag(), w.Played.Events, names)
}

func (b *RulesBook) style() board.Style {
	s := board.NewStyle(b.Info)
	s.Language, s.Arrows = b.language, true
	return s
}
