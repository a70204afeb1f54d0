package models

import (
	"encoding/json"
	"fmt"

	"turnpost/rules/phrase"
)

// storedMessage is the stored form of a message: JSON that keeps the
// types of the arguments.
type storedMessage phrase.Message

type storedArg struct {
	Name     string          `json:"name"`
	Text     *string         `json:"text,omitempty"`
	Number   *int            `json:"number,omitempty"`
	Message  *storedMessage  `json:"message,omitempty"`
	Texts    []string        `json:"texts,omitempty"`
	Messages []storedMessage `json:"messages,omitempty"`
}

type storedForm struct {
	Key  string      `json:"key"`
	Args []storedArg `json:"args,omitempty"`
}

// MarshalJSON implements json.Marshaler.
func (m storedMessage) MarshalJSON() ([]byte, error) {
	form := storedForm{Key: m.Key}
	for _, a := range m.Args {
		arg := storedArg{Name: a.Name}
		switch v := a.Value.(type) {
		case int:
			arg.Number = &v
		case phrase.Message:
			one := storedMessage(v)
			arg.Message = &one
		case []string:
			arg.Texts = v
		case []phrase.Message:
			for _, one := range v {
				arg.Messages = append(arg.Messages, storedMessage(one))
			}
		default:
			text := fmt.Sprint(v)
			arg.Text = &text
		}
		form.Args = append(form.Args, arg)
	}
	return json.Marshal(form)
}

// UnmarshalJSON implements json.Unmarshaler.
func (m *storedMessage) UnmarshalJSON(text []byte) error {
	var form storedForm
	if err := json.Unmarshal(text, &form); err != nil {
		return err
	}
	*m = storedMessage{Key: form.Key}
	for _, a := range form.Args {
		m.Args = append(m.Args, phrase.Arg{Name: a.Name, Value: a.value()})
	}
	return nil
}

func (a storedArg) value() any {
	switch {
	case a.Text != nil:
		return *a.Text
	case a.Number != nil:
		return *a.Number
	case a.Message != nil:
		return phrase.Message(*a.Message)
	case a.Messages != nil:
		list := make([]phrase.Message, len(a.Messages))
		for i, one := range a.Messages {
			list[i] = phrase.Message(one)
		}
		return list
	}
	return a.Texts
}
