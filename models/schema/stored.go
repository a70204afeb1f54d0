package schema

import (
	"database/sql/driver"

	"turnpost/models"
	"turnpost/models/db"
	"turnpost/rules"
	"turnpost/rules/phrase"
)

// storedJSON encodes a value as JSON for the database; "" for the zero value.
func storedJSON[T comparable](v T) (driver.Value, error) {
	var zero T
	if v == zero {
		return "", nil
	}
	return models.EncodedJSON(v)
}

// Millis scans a column that holds an instant.
func Millis(c *db.Columns) models.Millis { return models.Millis(c.Number()) }

// StoredAnswer is the response to a mail as JSON in the database; "" if there is none.
type StoredAnswer struct{ *models.ReplyAnswer }

// storedAnswerForm is a ReplyAnswer with its refusal.
type storedAnswerForm struct {
	models.ReplyAnswer
	Refused *storedError  `json:"refused,omitempty"`
	Faults  []storedFault `json:"faults,omitempty"`
}

// storedFault is a SettingFault in the database.
type storedFault struct {
	models.Setting
	Refused *storedError `json:"refused"`
}

// storedError is an *Error without the state of the game, which is loaded when the error is rendered.
type storedError struct {
	Code    models.Code          `json:"code"`
	Message models.StoredMessage `json:"message"`
	Field   string               `json:"field,omitempty"`
	Reason  string               `json:"reason,omitempty"`
	Index   int                  `json:"index"`

	// By the rules.
	Ruleset        string               `json:"ruleset,omitempty"`
	RefusalCode    string               `json:"refusal_code,omitempty"`
	RefusalMessage models.StoredMessage `json:"refusal_message"`
	Read           string               `json:"read,omitempty"`
	Command        string               `json:"command,omitempty"`
	Options        []string             `json:"options,omitempty"`
	More           int                  `json:"more,omitempty"`
}

func storeError(e *models.Error) *storedError {
	if e == nil {
		return nil
	}
	r := e.Refusal
	return &storedError{
		Code: e.Code, Message: models.StoredMessage(e.Message), Field: e.Field, Reason: e.Reason, Index: e.Index,
		Ruleset: e.Ruleset, RefusalCode: r.Code, RefusalMessage: models.StoredMessage(r.Message), Read: r.Read,
		Command: r.Command, Options: r.Options, More: r.More,
	}
}

func (e *storedError) error() *models.Error {
	if e == nil {
		return nil
	}
	return &models.Error{
		Code: e.Code, Message: phrase.Message(e.Message), Field: e.Field, Reason: e.Reason, Index: e.Index,
		Ruleset: e.Ruleset, Refusal: rules.Refusal{
			Code: e.RefusalCode, Message: phrase.Message(e.RefusalMessage), Read: e.Read,
			Command: e.Command, Options: e.Options, More: e.More,
		},
	}
}

// Value implements driver.Valuer.
func (a StoredAnswer) Value() (driver.Value, error) {
	if a.ReplyAnswer == nil {
		return "", nil
	}
	form := storedAnswerForm{ReplyAnswer: *a.ReplyAnswer, Refused: storeError(a.Refused)}
	for _, f := range a.Faults {
		form.Faults = append(form.Faults, storedFault{f.Setting, storeError(f.Refused)})
	}
	return models.EncodedJSON(form)
}

// Scan implements sql.Scanner.
func (a *StoredAnswer) Scan(value any) error {
	var form storedAnswerForm
	if err := models.ScanJSON(value, &form); err != nil || form.About == "" {
		return err
	}
	form.ReplyAnswer.Refused = form.Refused.error()
	for _, f := range form.Faults {
		form.ReplyAnswer.Faults = append(form.ReplyAnswer.Faults, models.SettingFault{
			Setting: f.Setting,
			Refused: f.Refused.error(),
		})
	}
	a.ReplyAnswer = &form.ReplyAnswer
	return nil
}

// Err returns the error of the refused use case, or nil.
func (a StoredAnswer) Err() *models.Error {
	if a.ReplyAnswer == nil {
		return nil
	}
	return a.Refused
}

// Names of the secrets in a database. Links have a separate key, so that rotating it invalidates links only. Databases
// of the first schema had one key and started with a copy of it.
const (
	LinkKeySecret = "links"
	NameKeySecret = "unsubscribe" // for data that must be recognized but not readable: owners of names, scopes of bounds
)

// MacSize is the number of bytes used of a MAC.
const MacSize = 16

// Worker is a loop that does what transactions leave to be done.
type Worker int

// The workers that a transaction may wake. Each also polls.
const (
	MailWorker Worker = iota
	InboundWorker
	ChangeWorker // applies bulk changes, and begins and ends the games of events
	HouseWorker
	HookWorker
	Workers
)

// FormerOccurrence is the column occurrence of rows of former_turns, counted in a window of each key.
func FormerOccurrence(partition string) string {
	return "CASE key_hash WHEN" + emptyKeyHash + "THEN 1 ELSE COUNT(*) OVER (" + partition + " ORDER BY ply) END"
}
