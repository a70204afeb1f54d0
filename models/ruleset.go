package models

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"turnpost/models/visible"
	"turnpost/rules"
	"turnpost/rules/phrase"
)

// position parses a stored position. A failure is a fault of the server.
func (s *Store) position(ruleset, variant, text string) (rules.Position, error) {
	r, ok := s.rulesets[ruleset]
	if !ok {
		return nil, unknownRuleset(ruleset)
	}
	p, err := r.Parse(variant, text)
	if err != nil {
		return nil, fmt.Errorf("stored position %q of %s %s: %w", text, ruleset, variant, err)
	}
	return p, nil
}

func unknownRuleset(id string) error { return fmt.Errorf("ruleset %q is not known", id) }

// FindRuleset returns a ruleset and variant that the caller names, ignoring case; "" is the default variant.
// Errors: CodeInvalid.
func (s *Store) FindRuleset(id, variant string) (rules.Ruleset, rules.Variant, error) {
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
	p, err := s.ongoingPosition(g)
	if err != nil {
		return rules.Options{}, err
	}
	options, err := p.Next(prefix)
	if err != nil {
		return options, refusal(g.Ruleset, err)
	}
	return options, nil
}

// WholeTurns lists whole legal turns in a game that begin with a prefix, as rules.Turns does.
// Errors: those of NextSteps.
func (s *Store) WholeTurns(g *Game, prefix, after string, limit int) (turns []string, more, known bool, err error) {
	p, err := s.ongoingPosition(g)
	if err != nil {
		return nil, false, false, err
	}
	if turns, more, known, err = rules.Turns(p, prefix, after, limit); err != nil {
		err = refusal(g.Ruleset, err)
	}
	return turns, more, known, err
}

func (s *Store) ongoingPosition(g *Game) (rules.Position, error) {
	p, err := s.position(g.Ruleset, g.Variant, g.Position)
	if err == nil && g.Status != Ongoing {
		err = gameOver(g)
	}
	return p, err
}

// Position returns the position of a game, for trying turns.
func (s *Store) Position(g *Game) (rules.Position, error) {
	return s.position(g.Ruleset, g.Variant, g.Position)
}

// Setup returns the position with which games of a game's ruleset and variant begin.
func (s *Store) Setup(g *Game) (rules.Position, error) {
	r, ok := s.rulesets[g.Ruleset]
	if !ok {
		return nil, unknownRuleset(g.Ruleset)
	}
	return r.Start(g.Variant)
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
	r, variant, err := s.FindRuleset(in.Ruleset, in.Variant)
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

// gameKind is a variant of a ruleset. Lists are merged from those of the kinds, each of which an index has in order.
type gameKind struct{ Ruleset, Variant string }

// rulesetID returns the ID of a ruleset that is named by its ID or name in any case, or the name if there is none.
func (s *Store) rulesetID(name string) string {
	if r, found := rules.Find(s.games, name); found {
		return r.Info(phrase.English).ID
	}
	return name
}

// kindsOf returns the kinds that a filter matches; "" matches all.
func (s *Store) kindsOf(ruleset, variant string) (list []gameKind) {
	for _, kind := range s.kinds {
		if (ruleset == "" || kind.Ruleset == ruleset) && (variant == "" || kind.Variant == variant) {
			list = append(list, kind)
		}
	}
	return list
}

// withoutVariants returns one kind for each ruleset.
func withoutVariants(kinds []gameKind) []gameKind {
	return slices.CompactFunc(slices.Clone(kinds), func(a, b gameKind) bool { return a.Ruleset == b.Ruleset })
}

// storedKinds returns the kinds that games may have, sorted: those that can be played, and others that are stored.
func (s *Store) storedKinds(ctx context.Context) (list []gameKind, err error) {
	for _, r := range s.games {
		info := r.Info(phrase.English)
		for _, variant := range info.Variants {
			list = append(list, gameKind{info.ID, variant.ID})
		}
	}
	for _, ended := range []string{"= 'ongoing'", "<> 'ongoing'"} {
		for last := (gameKind{}); ; {
			var next []gameKind
			err := s.read(ctx).Raw("SELECT ruleset, variant FROM games WHERE status "+ended+
				" AND (ruleset, variant) > (?, ?) ORDER BY ruleset, variant LIMIT 1", last.Ruleset, last.Variant).Scan(&next).Error
			if err != nil {
				return nil, err
			}
			if len(next) == 0 {
				break
			}
			list, last = append(list, next[0]), next[0]
		}
	}
	slices.SortFunc(list, func(a, b gameKind) int {
		return cmp.Or(cmp.Compare(a.Ruleset, b.Ruleset), cmp.Compare(a.Variant, b.Variant))
	})
	return slices.Compact(list), nil
}
