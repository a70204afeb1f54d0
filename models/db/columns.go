package db

import (
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5/pgconn"
)

// Columns holds the columns of one row as the driver returns them, to be taken in order. database/sql copies a value
// into an *any unchanged; for other types it converts numbers by reflection.
type Columns struct {
	values, into []any
	taken        int
	err          error
	names        []string                  // of the columns, or nil
	fields       []pgconn.FieldDescription // which have the names on a connection of PostgreSQL
}

// columns keeps Columns between queries: they were a twentieth of the memory that a turn allocates.
var columns = sync.Pool{New: func() any { return new(Columns) }}

// newColumns returns Columns for rows of n columns. The caller must release them.
func newColumns(n int) *Columns {
	c := columns.Get().(*Columns)
	if n > cap(c.values) {
		c.values, c.into = make([]any, n), make([]any, n)
		for i := range c.values {
			c.into[i] = &c.values[i]
		}
	}
	c.values, c.into, c.err = c.values[:n], c.into[:n], nil
	return c
}

// release drops the values of the last row and keeps c for another query.
func (c *Columns) release() {
	clear(c.values)
	c.names, c.fields = nil, nil
	columns.Put(c)
}

// read reads a row and calls take with its columns.
func (c *Columns) read(row interface{ Scan(into ...any) error }, take func(c *Columns) error) error {
	c.taken = 0
	if err := row.Scan(c.into...); err != nil {
		return err
	}
	if err := take(c); err != nil {
		return err
	}
	return c.err
}

// Refuse makes the query fail with an error of the values taken, unless it fails already.
func (c *Columns) Refuse(err error) {
	if c.err == nil {
		c.err = err
	}
}

// Text takes a column of text.
func (c *Columns) Text() string { return takeColumn[string](c) }

// Number takes an integer column.
func (c *Columns) Number() int64 { return takeColumn[int64](c) }

// Float takes a column of floating-point numbers.
func (c *Columns) Float() float64 { return takeColumn[float64](c) }

// Bytes takes a column of bytes, which the caller may keep.
func (c *Columns) Bytes() []byte { return takeColumn[[]byte](c) }

// BytesOrNil takes bytes, or nil for NULL.
func (c *Columns) BytesOrNil() []byte {
	if c.IsNull() {
		c.Skip(1)
		return nil
	}
	return c.Bytes()
}

// Bool takes the result of a condition, which is a number on SQLite.
func (c *Columns) Bool() bool {
	if n, ok := c.values[c.taken].(int64); ok {
		c.taken++
		return n != 0
	}
	return takeColumn[bool](c)
}

// Any takes a column of any type.
func (c *Columns) Any() any {
	c.taken++
	return c.values[c.taken-1]
}

// IsNull reports whether the next column is NULL.
func (c *Columns) IsNull() bool { return c.values[c.taken] == nil }

// More reports whether there is another column.
func (c *Columns) More() bool { return c.taken < len(c.values) }

// Skip skips n columns.
func (c *Columns) Skip(n int) { c.taken += n }

func takeColumn[T any](c *Columns) T {
	value, ok := c.values[c.taken].(T)
	if !ok && c.err == nil {
		c.err = c.typeError(value)
	}
	c.taken++
	return value
}

// typeError returns the error of the next column, which is of another type than want.
func (c *Columns) typeError(want any) error {
	e := &TypeError{Value: showValue(c.values[c.taken]), Want: typeName(want)}
	switch {
	case c.names != nil:
		e.Column = c.names[c.taken]
	case c.fields != nil:
		e.Column = c.fields[c.taken].Name
	}
	return e
}

// TypeError returns the error of the first value of the row that was taken as another type, and forgets it, so that the
// query goes on; nil if there is none.
func (c *Columns) TypeError() *TypeError {
	if c.err == nil {
		return nil
	}
	e, is := errors.AsType[*TypeError](c.err)
	if is {
		c.err = nil
	}
	return e
}

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
