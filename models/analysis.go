package models

import (
	"errors"

	"turnpost/rules"
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

// turnsMost bounds the turns of one analysis.
const turnsMost = 1000

// Analyse plays turns from a position. The error of a turn names it by Index.
func (s *Store) Analyse(in AnalysisInput) (*Analysis, error) {
	r, variant, err := s.ruleset(in.Ruleset, in.Variant)
	if err != nil {
		return nil, err
	}
	if len(in.Turns) > turnsMost {
		return nil, invalid("turns", "%d turns; at most %d are played at once", len(in.Turns), turnsMost)
	}
	a := &Analysis{Info: r.Info(), Variant: variant, Next: rules.Options{Steps: []string{}}}
	if in.Position == "" {
		a.Position, err = r.Start(variant.ID)
	} else {
		a.Position, err = r.Parse(variant.ID, in.Position)
	}
	if bad, ok := errors.AsType[*rules.BadPosition](err); ok {
		e := fail(CodeBadPosition, "%s", bad.Detail)
		e.Field = "position"
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
		return nil, refusal(err)
	}
	return a, nil
}

func (a *Analysis) play(turns []string) error {
	var history rules.History
	a.Result = history.Reach(a.Position)
	for i, text := range turns {
		if a.Result.Over() && !a.Position.Result().Over() {
			return at(i, refusal(rules.Illegal(rules.CodeGameOver, "the same position stood three times: the game is drawn, no turn can follow")))
		}
		played, err := a.Position.Play(text)
		if err != nil {
			return at(i, refusal(err))
		}
		a.Played = append(a.Played, played)
		a.Position = played.Next
		a.Result = history.Reach(a.Position)
	}
	return nil
}

func at(index int, err error) error {
	if e, ok := errors.AsType[*Error](err); ok {
		e.Index = index
	}
	return err
}
