package models

import (
	"errors"

	"turnpost/rules"
)

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

// Play plays turns from the position. Errors: of the rules, with the index of the turn.
func (a *Analysis) Play(turns []string) error {
	var history rules.History
	a.Result = history.Reach(a.Position)
	for i, text := range turns {
		if a.Result.Over() && !a.Position.Result().Over() {
			return atIndex(i, drawnBefore(a.Info.ID))
		}
		played, err := a.Position.Play(text)
		if err != nil {
			return atIndex(i, Refusal(a.Info.ID, err))
		}
		a.Played = append(a.Played, played)
		a.Position = played.Next
		a.Result = history.Reach(a.Position)
	}
	return nil
}

// drawnBefore returns the refusal of a turn after the third occurrence of a position.
func drawnBefore(ruleset string) error {
	e := Fail(CodeIllegalTurn, "drawn_before")
	e.Ruleset, e.Reason = ruleset, rules.CodeGameOver
	return e
}

func atIndex(index int, err error) error {
	if e, ok := errors.AsType[*Error](err); ok {
		e.Index = index
	}
	return err
}
