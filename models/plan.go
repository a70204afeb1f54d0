package models

import (
	"database/sql/driver"

	"turnpost/rules/phrase"
)

// PlanRefusal is the refused reply of a plan and the reason.
type PlanRefusal struct {
	Turn    string
	Ruleset string // whose rules
	Why     phrase.Message
}

// PlanRefusalRow is stored as JSON, "" for the zero value.
type PlanRefusalRow struct {
	Turn string        `json:"turn"`
	Why  StoredMessage `json:"why"`
}

// Value implements driver.Valuer.
func (r PlanRefusalRow) Value() (driver.Value, error) {
	if r.Turn == "" {
		return "", nil
	}
	return EncodedJSON(r)
}

// Scan implements sql.Scanner.
func (r *PlanRefusalRow) Scan(value any) error { return ScanJSON(value, r) }
