package models

import (
	"database/sql/driver"
	"encoding/json"
	"fmt"
)

// storedJSON is a value as JSON text for the database, "" for the zero value.
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

// scanJSON reads what storedJSON wrote.
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
