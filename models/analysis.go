package models

import (
	"errors"

	"turnpost/rules"
	"turnpost/rules/phrase"
)

// AnalysisInput is a line of play without a game.
type AnalysisInput struct {
	Ruleset, Variant string
	Position         string // "": the start
	Turns            []string
	Prefix           string // of the turn after them
}

// Analysis is what a line of play leads to.
type Analysis struct {
	Info     rules.Info
	Variant  rules.Variant
	Position rules.Position
	Result   rules.Result // repetition within the line included
	Played   []rules.Played
	Next     rules.Options // empty once the game is over
}

// maxAnalysedTurns bounds the turns of one analysis.
const maxAnalysedTurns = 1000

// AnalyseLine plays turns from a position. The error of a turn names it by Index.
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

// drawnBefore refuses a turn after the third time of a position.
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
