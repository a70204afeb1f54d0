package models

import (
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"time"

	"turnpost/rules/phrase"
)

// EncodedJSON returns the stored form of a value that is JSON.
func EncodedJSON(v any) (driver.Value, error) {
	text, err := json.Marshal(v)
	return string(text), err
}

// ScanJSON decodes the form of storedJSON.
func ScanJSON(value, into any) error {
	var text []byte
	switch v := value.(type) {
	case string:
		text = []byte(v)
	case []byte:
		text = v
	default:
		return fmt.Errorf("stored JSON is a %T", value)
	}
	if len(text) == 0 {
		return nil
	}
	return json.Unmarshal(text, into)
}

// Millis is a stored instant: milliseconds since 1970 in UTC, 0 for none. Both
// databases compare it as a number, independent of time zones.
type Millis int64

// ToMillis returns the stored form of a time.
func ToMillis(t time.Time) Millis {
	if t.IsZero() {
		return 0
	}
	return Millis(t.UnixMilli())
}

// Time returns the instant in UTC, or the zero time for 0.
func (m Millis) Time() time.Time {
	if m == 0 {
		return time.Time{}
	}
	return time.UnixMilli(int64(m)).UTC()
}

// Add returns the instant shifted by a duration.
func (m Millis) Add(d time.Duration) Millis { return m + Millis(d.Milliseconds()) }

// Sub returns the duration from o to m.
func (m Millis) Sub(o Millis) time.Duration { return time.Duration(m-o) * time.Millisecond }

// StoredMessage is the stored form of a message: JSON that keeps the
// types of the arguments.
type StoredMessage phrase.Message

type storedArg struct {
	Name     string          `json:"name"`
	Text     *string         `json:"text,omitempty"`
	Number   *int            `json:"number,omitempty"`
	Message  *StoredMessage  `json:"message,omitempty"`
	Texts    []string        `json:"texts,omitempty"`
	Messages []StoredMessage `json:"messages,omitempty"`
}

type storedForm struct {
	Key  string      `json:"key"`
	Args []storedArg `json:"args,omitempty"`
}

// MarshalJSON implements json.Marshaler.
func (m StoredMessage) MarshalJSON() ([]byte, error) {
	form := storedForm{Key: m.Key}
	for _, a := range m.Args {
		arg := storedArg{Name: a.Name}
		switch v := a.Value.(type) {
		case int:
			arg.Number = &v
		case phrase.Message:
			one := StoredMessage(v)
			arg.Message = &one
		case []string:
			arg.Texts = v
		case []phrase.Message:
			for _, one := range v {
				arg.Messages = append(arg.Messages, StoredMessage(one))
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
func (m *StoredMessage) UnmarshalJSON(text []byte) error {
	var form storedForm
	if err := json.Unmarshal(text, &form); err != nil {
		return err
	}
	*m = StoredMessage{Key: form.Key}
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
