package models

import (
	"errors"
	"fmt"

	"turnpost/models/visible"
	"turnpost/rules"
	"turnpost/rules/phrase"
)

// position parses a stored position. A failure is a fault of the server.
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

// ruleset returns a ruleset and variant given by the caller, ignoring case; "" is the default variant.
func (s *Store) ruleset(id, variant string) (rules.Ruleset, rules.Variant, error) {
	r, ok := rules.Find(s.games, id)
	if !ok {
		return nil, rules.Variant{}, invalid("ruleset", "no_ruleset", "ruleset", visible.Clip(id, 40))
	}
	v, ok := r.Info(phrase.English).Variant(variant)
	if !ok {
		return nil, rules.Variant{}, invalid("variant", "no_variant", "ruleset", id, "variant", visible.Clip(variant, 40))
	}
	return r, v, nil
}

// Diagram describes the board of a game for drawing, in a language, with the marks of its last turn.
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

// Describe describes a turn of a game in a language, with the players' names.
func (s *Store) Describe(g *Game, t Turn, lang string) string {
	r, ok := s.rulesets[g.Ruleset]
	if !ok {
		return t.Text
	}
	return r.Describe(lang, t.Events, [2]string{g.Players[0].Name, g.Players[1].Name})
}

// RulesetInfo returns the description of the ruleset of a stored game or challenge in a language.
func (s *Store) RulesetInfo(ruleset, lang string) rules.Info {
	if r, ok := s.rulesets[ruleset]; ok {
		return r.Info(lang)
	}
	return rules.Info{ID: ruleset, Name: ruleset}
}

// RulesetPhrases returns all phrases of a ruleset, or nil if it is unknown.
func (s *Store) RulesetPhrases(ruleset string) *phrase.Tables {
	if r, ok := s.rulesets[ruleset]; ok {
		return r.Phrases()
	}
	return nil
}

// NextSteps lists the continuations of a partial turn in a game.
// Errors: CodeGameOver, CodeIllegalTurn and CodeUnreadableTurn for a prefix of no legal turn.
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

// Position returns the position of a game, for trying turns.
func (s *Store) Position(g *Game) (rules.Position, error) {
	return s.position(g.Ruleset, g.Variant, g.Position)
}

// AnalysisInput is a line of play without a stored game.
type AnalysisInput struct {
	Ruleset, Variant string
	Position         string // "": the start position
	Turns            []string
	Prefix           string // of the turn after them
}

// Analysis is the result of a line of play.
type Analysis struct {
	Info     rules.Info
	Variant  rules.Variant
	Position rules.Position
	Result   rules.Result // including repetition within the line
	Played   []rules.Played
	Next     rules.Options // empty once the game is over
}

// maxAnalysedTurns is the maximum number of turns in one analysis.
const maxAnalysedTurns = 1000

// AnalyseLine plays turns from a position. The error of a turn has its Index.
// Errors: CodeInvalid, CodeBadPosition, CodeIllegalTurn, CodeUnreadableTurn.
func (s *Store) AnalyseLine(in AnalysisInput) (*Analysis, error) {
	r, variant, err := s.ruleset(in.Ruleset, in.Variant)
	if err != nil {
		return nil, err
	}
	if len(in.Turns) > maxAnalysedTurns {
		return nil, invalid("turns", "too_many_turns", "n", len(in.Turns), "max", maxAnalysedTurns)
	}
	a := &Analysis{Info: r.Info(phrase.English), Variant: variant, Next: rules.Options{Steps: []rules.Step{}}}
	if in.Position == "" {
		a.Position, err = r.Start(variant.ID)
	} else {
		a.Position, err = r.Parse(variant.ID, in.Position)
	}
	if bad, ok := errors.AsType[*rules.BadPosition](err); ok {
		e := fail(CodeBadPosition, "by_rules", "detail", bad.Message)
		e.Field, e.Ruleset = "position", r.Info(phrase.English).ID
		return nil, e
	}
	if err != nil {
		return nil, err
	}
	if err := a.play(in.Turns); err != nil {
		return nil, err
	}
	if a.Result.Over() && in.Prefix == "" {
		return a, nil
	}
	if a.Next, err = a.Position.Next(in.Prefix); err != nil {
		return nil, refusal(a.Info.ID, err)
	}
	return a, nil
}

func (a *Analysis) play(turns []string) error {
	var history rules.History
	a.Result = history.Reach(a.Position)
	for i, text := range turns {
		if a.Result.Over() && !a.Position.Result().Over() {
			return atIndex(i, drawnBefore(a.Info.ID))
		}
		played, err := a.Position.Play(text)
		if err != nil {
			return atIndex(i, refusal(a.Info.ID, err))
		}
		a.Played = append(a.Played, played)
		a.Position = played.Next
		a.Result = history.Reach(a.Position)
	}
	return nil
}

// drawnBefore returns the refusal of a turn after the third occurrence of a position.
func drawnBefore(ruleset string) error {
	e := fail(CodeIllegalTurn, "drawn_before")
	e.Ruleset, e.Reason = ruleset, rules.CodeGameOver
	return e
}

func atIndex(index int, err error) error {
	if e, ok := errors.AsType[*Error](err); ok {
		e.Index = index
	}
	return err
}
