package models

import (
	"fmt"

	"turnpost/rules"
)

// position parses a stored position. A fault is one of ours, not the caller's.
func (s *Store) position(ruleset, variant, text string) (rules.Position, error) {
	r, ok := s.games[ruleset]
	if !ok {
		return nil, fmt.Errorf("ruleset %q is not known", ruleset)
	}
	p, err := r.Parse(variant, text)
	if err != nil {
		return nil, fmt.Errorf("stored position %q of %s %s: %w", text, ruleset, variant, err)
	}
	return p, nil
}

// ruleset finds a ruleset and variant that a caller names; "" is the default variant.
func (s *Store) ruleset(id, variant string) (rules.Ruleset, rules.Variant, error) {
	r, ok := s.games[id]
	if !ok {
		return nil, rules.Variant{}, invalid("ruleset", "there is no ruleset %q; GET /v1/rulesets lists them", clip(id, 40))
	}
	v, ok := r.Info().Variant(variant)
	if !ok {
		return nil, rules.Variant{}, invalid("variant", "%s has no variant %q; GET /v1/rulesets/%s lists them", id, clip(variant, 40), id)
	}
	return r, v, nil
}

// Diagram describes the board of a game for drawing, with the marks of its last turn.
func (s *Store) Diagram(g *Game) (rules.Diagram, error) {
	p, err := s.position(g.Ruleset, g.Variant, g.Position)
	if err != nil {
		return rules.Diagram{}, err
	}
	d := p.Diagram()
	if g.LastTurn != nil {
		d = d.Mark(g.LastTurn.Events)
	}
	return d, nil
}

// Tell says a turn of a game in words, with the players' names.
func (s *Store) Tell(g *Game, t Turn) string {
	r, ok := s.games[g.Ruleset]
	if !ok {
		return t.Text
	}
	return r.Tell(g.Variant, t.Events, [2]string{g.Players[0].Name, g.Players[1].Name})
}

// Info describes the ruleset of a stored game or challenge.
func (s *Store) Info(ruleset string) rules.Info {
	if r, ok := s.games[ruleset]; ok {
		return r.Info()
	}
	return rules.Info{ID: ruleset, Name: ruleset}
}

// Next lists what may follow a beginning of a turn in a game.
func (s *Store) Next(g *Game, prefix string) (rules.Options, error) {
	p, err := s.position(g.Ruleset, g.Variant, g.Position)
	if err != nil {
		return rules.Options{}, err
	}
	if g.Status != Ongoing {
		return rules.Options{}, fail(CodeGameOver, "game %s is over: %s", g.ID, g.Result.Reason)
	}
	options, err := p.Next(prefix)
	if err != nil {
		return options, refusal(err)
	}
	return options, nil
}
