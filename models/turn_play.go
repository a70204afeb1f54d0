package models

import (
	"errors"
	"strings"

	"turnpost/rules"
)

// TurnInput is a turn that a player submits.
type TurnInput struct {
	Game      string
	Player    int64
	Ply       *int // the ply that the turn is meant for; nil: the current one
	Takebacks *int // the number of takebacks that the player knew of; nil: the current one
	Text      string
	Message   string // to the opponent, with the turn
	OfferDraw bool
	Plan      string // of the player after the turn, a line each; "" for none
	Via       Via
}

// MaxMessage is the maximum length of a message in characters.
const MaxMessage = 2000

// Read cleans the message and parses the lines of the plan.
func (in *TurnInput) Read() (plan []PlanLine, err error) {
	if in.Message, err = CleanText("message", in.Message, MaxMessage); err != nil || in.Plan == "" {
		return nil, err
	}
	return ParsePlan(strings.Split(in.Plan, "\n"))
}

// Refusal returns the *Error of a turn that the rules refuse.
func Refusal(ruleset string, err error) error {
	refused, ok := rules.RefusalOf(err)
	if !ok {
		return err
	}
	e := Fail(CodeIllegalTurn, "by_rules", "detail", refused.Sentence())
	if _, unreadable := errors.AsType[*rules.UnreadableTurn](err); unreadable {
		e.Code = CodeUnreadableTurn
	}
	e.Ruleset, e.Refusal, e.Reason = ruleset, refused, refused.Code
	return e
}
