package db

import "fmt"

// Columns are those of one row as the driver gives them, to be taken in their order. database/sql hands them
// over unchanged like this; into anything else it puts a number by reflection. The zero value is ready, and good
// for one row after another.
type Columns struct {
	values, into []any
	taken        int
	err          error
}

// Scan reads a row of n columns.
func (c *Columns) Scan(row Scanner, n int) error {
	if len(c.values) != n {
		c.values, c.into = make([]any, n), make([]any, n)
		for i := range c.values {
			c.into[i] = &c.values[i]
		}
	}
	c.taken = 0
	return row.Scan(c.into...)
}

// Text takes a column of text.
func (c *Columns) Text() string { return takeColumn[string](c) }

// Number takes a column of whole numbers.
func (c *Columns) Number() int64 { return takeColumn[int64](c) }

// Bytes takes a column of bytes, which are the row's own.
func (c *Columns) Bytes() []byte { return takeColumn[[]byte](c) }

// IsNull reports whether the next column is NULL.
func (c *Columns) IsNull() bool { return c.values[c.taken] == nil }

// Skip goes on with the column of an index, from 0.
func (c *Columns) Skip(to int) { c.taken = to }

// Err is the error of the first column that is not of the kind as which it was taken.
func (c *Columns) Err() error { return c.err }

func takeColumn[T any](c *Columns) T {
	value, ok := c.values[c.taken].(T)
	if !ok && c.err == nil {
		c.err = fmt.Errorf("column %d is a %T and no %T", c.taken+1, c.values[c.taken], value)
	}
	c.taken++
	return value
}
