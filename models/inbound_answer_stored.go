package models

import (
	"database/sql/driver"

	"turnpost/rules"
	"turnpost/rules/phrase"
)

// storedAnswer is the answer to a mail, as JSON in the database; "" where there is none.
type storedAnswer struct{ *ReplyAnswer }

// storedAnswerForm is a ReplyAnswer with what was refused.
type storedAnswerForm struct {
	ReplyAnswer
	Refused *storedError `json:"refused,omitempty"`
}

// storedError is an *Error without the state of the game, which is looked up when the error is said.
type storedError struct {
	Code    Code          `json:"code"`
	Message storedMessage `json:"message"`
	Field   string        `json:"field,omitempty"`
	Reason  string        `json:"reason,omitempty"`
	Index   int           `json:"index"`

	// By the rules.
	Ruleset        string        `json:"ruleset,omitempty"`
	RefusalCode    string        `json:"refusal_code,omitempty"`
	RefusalMessage storedMessage `json:"refusal_message"`
	Read           string        `json:"read,omitempty"`
	Command        string        `json:"command,omitempty"`
	Options        []string      `json:"options,omitempty"`
	More           int           `json:"more,omitempty"`
}

func storeError(e *Error) *storedError {
	if e == nil {
		return nil
	}
	r := e.Refusal
	return &storedError{
		Code: e.Code, Message: storedMessage(e.Message), Field: e.Field, Reason: e.Reason, Index: e.Index,
		Ruleset: e.Ruleset, RefusalCode: r.Code, RefusalMessage: storedMessage(r.Message), Read: r.Read,
		Command: r.Command, Options: r.Options, More: r.More,
	}
}

func (e *storedError) error() *Error {
	if e == nil {
		return nil
	}
	return &Error{
		Code: e.Code, Message: phrase.Message(e.Message), Field: e.Field, Reason: e.Reason, Index: e.Index,
		Ruleset: e.Ruleset, Refusal: rules.Refusal{
			Code: e.RefusalCode, Message: phrase.Message(e.RefusalMessage), Read: e.Read,
			Command: e.Command, Options: e.Options, More: e.More,
		},
	}
}

// Value is the stored form.
func (a storedAnswer) Value() (driver.Value, error) {
	if a.ReplyAnswer == nil {
		return "", nil
	}
	return encodedJSON(storedAnswerForm{*a.ReplyAnswer, storeError(a.Refused)})
}

// Scan reads the stored form.
func (a *storedAnswer) Scan(value any) error {
	var form storedAnswerForm
	if err := scanJSON(value, &form); err != nil || form.About == "" {
		return err
	}
	form.ReplyAnswer.Refused = form.Refused.error()
	a.ReplyAnswer = &form.ReplyAnswer
	return nil
}

// refused is what a use case refused, nil where it was something else or nothing.
func (a storedAnswer) refused() *Error {
	if a.ReplyAnswer == nil {
		return nil
	}
	return a.Refused
}
