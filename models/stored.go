package models

import (
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"time"

	"turnpost/models/db"
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
