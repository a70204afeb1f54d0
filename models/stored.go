package models

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"time"

	"turnpost/models/db"
	"turnpost/models/secrets"
	"turnpost/rules"
	"turnpost/rules/phrase"
)

// storedJSON encodes a value as JSON for the database; "" for the zero value.
func storedJSON[T comparable](v T) (driver.Value, error) {
	var zero T
	if v == zero {
		return "", nil
	}
	return encodedJSON(v)
}

func encodedJSON(v any) (driver.Value, error) {
	text, err := json.Marshal(v)
	return string(text), err
}

// scanJSON decodes the form of storedJSON.
func scanJSON(value, into any) error {
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

// millis scans a column that holds an instant.
func millis(c *db.Columns) Millis { return Millis(c.Number()) }

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

// storedAnswer is the response to a mail as JSON in the database; "" if there is none.
type storedAnswer struct{ *ReplyAnswer }

// storedAnswerForm is a ReplyAnswer with its refusal.
type storedAnswerForm struct {
	ReplyAnswer
	Refused *storedError  `json:"refused,omitempty"`
	Faults  []storedFault `json:"faults,omitempty"`
}

// storedFault is a SettingFault in the database.
type storedFault struct {
	Setting
	Refused *storedError `json:"refused"`
}

// storedError is an *Error without the state of the game, which is loaded when the error is rendered.
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

// Value implements driver.Valuer.
func (a storedAnswer) Value() (driver.Value, error) {
	if a.ReplyAnswer == nil {
		return "", nil
	}
	form := storedAnswerForm{ReplyAnswer: *a.ReplyAnswer, Refused: storeError(a.Refused)}
	for _, f := range a.Faults {
		form.Faults = append(form.Faults, storedFault{f.Setting, storeError(f.Refused)})
	}
	return encodedJSON(form)
}

// Scan implements sql.Scanner.
func (a *storedAnswer) Scan(value any) error {
	var form storedAnswerForm
	if err := scanJSON(value, &form); err != nil || form.About == "" {
		return err
	}
	form.ReplyAnswer.Refused = form.Refused.error()
	for _, f := range form.Faults {
		form.ReplyAnswer.Faults = append(form.ReplyAnswer.Faults, SettingFault{f.Setting, f.Refused.error()})
	}
	a.ReplyAnswer = &form.ReplyAnswer
	return nil
}

// refused returns the error of the refused use case, or nil.
func (a storedAnswer) refused() *Error {
	if a.ReplyAnswer == nil {
		return nil
	}
	return a.Refused
}

// Names of the secrets in a database. Links have a separate key, so that rotating it invalidates links only. Databases
// of the first schema had one key and started with a copy of it.
const (
	linkKeySecret = "links"
	nameKeySecret = "unsubscribe" // for data that must be recognized but not readable: owners of names, scopes of bounds
)

// secret returns a key that the server generates on its first run.
func (s *Store) secret(ctx context.Context, name string) ([]byte, error) {
	var row struct{ Value []byte }
	const find = "SELECT value FROM secrets WHERE name = ?"
	if err := s.read(ctx).Raw(find, name).Scan(&row).Error; err != nil || row.Value != nil {
		return row.Value, err
	}
	err := s.write(ctx, func(tx *Tx) error {
		err := tx.Exec("INSERT INTO secrets (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING",
			name, secrets.NewKey()).Error
		if err != nil {
			return err
		}
		return tx.Raw(find, name).Take(&row).Error
	})
	return row.Value, err
}

// macSize is the number of bytes used of a MAC.
const macSize = 16

// mac replaces data that must be recognized but not readable.
func (s *Store) mac(payload []byte) []byte {
	h := hmac.New(sha256.New, s.nameKey)
	h.Write(payload)
	return h.Sum(nil)[:macSize]
}
