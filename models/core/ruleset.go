package core

import (
	"errors"
	"fmt"

	"turnpost/models"
	"turnpost/models/schema"
	"turnpost/models/visible"
	"turnpost/rules"
	"turnpost/rules/phrase"
)

// PositionOf parses a stored position. A failure is a fault of the server.
func (s *Store) PositionOf(ruleset, variant, text string) (rules.Position, error) {
	r, ok := s.RulesetByID[ruleset]
	if !ok {
		return nil, schema.UnknownRuleset(ruleset)
	}
	p, err := r.Parse(variant, text)
	if err != nil {
		return nil, fmt.Errorf("stored position %q of %s %s: %w", text, ruleset, variant, err)
	}
	return p, nil
}

// FindRuleset returns a ruleset and variant that the caller names, ignoring case; "" is the default variant.
// Errors: CodeInvalid.
func (s *Store) FindRuleset(id, variant string) (rules.Ruleset, rules.Variant, error) {
	r, ok := rules.Find(s.RulesetList, id)
	if !ok {
		return nil, rules.Variant{}, models.Invalid("ruleset", "no_ruleset", "ruleset", visible.Clip(id, 40))
	}
	v, ok := r.Info(phrase.English).Variant(variant)
	if !ok {
		return nil, rules.Variant{}, models.Invalid("variant", "no_variant", "ruleset", id, "variant",
			visible.Clip(variant, 40))
	}
	return r, v, nil
}

// AnalyseLine plays turns from a position. The error of a turn has its Index.
// Errors: CodeInvalid, CodeBadPosition, CodeIllegalTurn, CodeUnreadableTurn.
func (s *Store) AnalyseLine(in models.AnalysisInput) (*models.Analysis, error) {
	r, variant, err := s.FindRuleset(in.Ruleset, in.Variant)
	if err != nil {
		return nil, err
	}
	if len(in.Turns) > schema.MaxAnalysedTurns {
		return nil, models.Invalid("turns", "too_many_turns", "n", len(in.Turns), "max", schema.MaxAnalysedTurns)
	}
	a := &models.Analysis{Info: r.Info(phrase.English), Variant: variant, Next: rules.Options{Steps: []rules.Step{}}}
	if in.Position == "" {
		a.Position, err = r.Start(variant.ID)
	} else {
		a.Position, err = r.Parse(variant.ID, in.Position)
	}
	if bad, ok := errors.AsType[*rules.BadPosition](err); ok {
		e := models.Fail(models.CodeBadPosition, "by_rules", "detail", bad.Message)
		e.Field, e.Ruleset = "position", r.Info(phrase.English).ID
		return nil, e
	}
	if err != nil {
		return nil, err
	}
	if err := a.Play(in.Turns); err != nil {
		return nil, err
	}
	if a.Result.Over() && in.Prefix == "" {
		return a, nil
	}
	if a.Next, err = a.Position.Next(in.Prefix); err != nil {
		return nil, models.Refusal(a.Info.ID, err)
	}
	return a, nil
}

// RulesetID returns the ID of a ruleset that is named by its ID or name in any case, or the name if there is none.
func (s *Store) RulesetID(name string) string {
	if r, found := rules.Find(s.RulesetList, name); found {
		return r.Info(phrase.English).ID
	}
	return name
}

// KindsOf returns the kinds that a filter matches; "" matches all.
func (s *Store) KindsOf(ruleset, variant string) (list []schema.GameKind) {
	for _, kind := range s.Kinds {
		if (ruleset == "" || kind.Ruleset == ruleset) && (variant == "" || kind.Variant == variant) {
			list = append(list, kind)
		}
	}
	return list
}
