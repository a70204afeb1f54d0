package models

import (
	"fmt"

	"turnpost/rules"
	"turnpost/rules/phrase"
)

// position parses a stored position. A fault is one of ours, not the caller's.
func (s *Store) position(ruleset, variant, text string) (rules.Position, error) {
	r, ok := s.rulesets[ruleset]
	if !ok {
		return nil, fmt.Errorf("ruleset %q is not known", ruleset)
	}
	p, err := r.Parse(variant, text)
	if err != nil {
		return nil, fmt.Errorf("stored position %q of %s %s: %w", text, ruleset, variant, err)
	}
	return p, nil
}

// ruleset finds a ruleset and variant that a caller names, in any case; "" is the default variant.
func (s *Store) ruleset(id, variant string) (rules.Ruleset, rules.Variant, error) {
	r, ok := rules.Find(s.games, id)
	if !ok {
		return nil, rules.Variant{}, invalid("ruleset", "no_ruleset", "ruleset", clip(id, 40))
	}
	v, ok := r.Info(phrase.English).Variant(variant)
	if !ok {
		return nil, rules.Variant{}, invalid("variant", "no_variant", "ruleset", id, "variant", clip(variant, 40))
	}
	return r, v, nil
}

// Diagram describes the board of a game for drawing, in words of a language, with the marks of its last turn.
func (s *Store) Diagram(g *Game, lang string) (rules.Diagram, error) {
	p, err := s.position(g.Ruleset, g.Variant, g.Position)
	if err != nil {
		return rules.Diagram{}, err
	}
	d := p.Diagram(lang)
	if g.LastTurn != nil {
		d = d.Mark(g.LastTurn.Events)
	}
	return d, nil
}

// Describe says a turn of a game in words of a language, with the players' names.
func (s *Store) Describe(g *Game, t Turn, lang string) string {
	r, ok := s.rulesets[g.Ruleset]
	if !ok {
		return t.Text
	}
	return r.Describe(lang, t.Events, [2]string{g.Players[0].Name, g.Players[1].Name})
}

// RulesetInfo describes the ruleset of a stored game or challenge in a language.
func (s *Store) RulesetInfo(ruleset, lang string) rules.Info {
	if r, ok := s.rulesets[ruleset]; ok {
		return r.Info(lang)
	}
	return rules.Info{ID: ruleset, Name: ruleset}
}

// RulesetPhrases is every word of a ruleset, nil where it is not known.
func (s *Store) RulesetPhrases(ruleset string) *phrase.Tables {
	if r, ok := s.rulesets[ruleset]; ok {
		return r.Phrases()
	}
	return nil
}

// NextSteps lists what may follow a beginning of a turn in a game.
// Errors: CodeGameOver, CodeIllegalTurn and CodeUnreadableTurn for what begins no turn.
func (s *Store) NextSteps(g *Game, prefix string) (rules.Options, error) {
	p, err := s.position(g.Ruleset, g.Variant, g.Position)
	if err != nil {
		return rules.Options{}, err
	}
	if g.Status != Ongoing {
		return rules.Options{}, gameOver(g)
	}
	options, err := p.Next(prefix)
	if err != nil {
		return options, refusal(g.Ruleset, err)
	}
	return options, nil
}

// Position is the position of a game, for trying turns on it.
func (s *Store) Position(g *Game) (rules.Position, error) {
	return s.position(g.Ruleset, g.Variant, g.Position)
}
