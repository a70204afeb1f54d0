package db

import (
	"errors"
	"fmt"
	"strings"
)

// TypeError is the error of a stored value that is not of its column's type. SQLite stores text in a column of numbers
// if somebody writes it there by hand.
type TypeError struct {
	Column string // as the query names it
	Value  string // with its type: `text "abc"`
	Want   string // "an integer"
}

func (e *TypeError) Error() string {
	return fmt.Sprintf("column %s is %s and not %s", e.Column, e.Value, e.Want)
}

// IsTypeError reports whether an error means that a stored value is not of its column's type. database/sql, by which
// GORM reads, has no error type for it.
func IsTypeError(err error) bool {
	if _, is := errors.AsType[*TypeError](err); is {
		return true
	}
	return err != nil && strings.Contains(err.Error(), "sql: Scan error on column")
}

// showValue describes a value of the driver with its type.
func showValue(value any) string {
	const most = 40
	switch value := value.(type) {
	case nil:
		return "NULL"
	case string:
		if len(value) > most {
			return fmt.Sprintf("text %+q…", value[:most])
		}
		return fmt.Sprintf("text %+q", value)
	case []byte:
		return fmt.Sprintf("%d bytes %x", len(value), value[:min(len(value), most)])
	case int64, float64:
		return fmt.Sprintf("the number %v", value)
	}
	return fmt.Sprintf("the %T %v", value, value)
}

// typeName names the type of a value of the driver.
func typeName(value any) string {
	switch value.(type) {
	case int64:
		return "an integer"
	case float64:
		return "a number"
	case string:
		return "text"
	case []byte:
		return "bytes"
	}
	return fmt.Sprintf("a %T", value)
}
