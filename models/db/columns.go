package db

import (
	"fmt"
	"sync"
)

// Columns holds the columns of one row as the driver returns them, to be taken in order. database/sql copies a value
// into an *any unchanged; for other types it converts numbers by reflection.
type Columns struct {
	values, into []any
	taken        int
	err          error
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

// IsNull reports whether the next column is NULL.
func (c *Columns) IsNull() bool { return c.values[c.taken] == nil }

// More reports whether there is another column.
func (c *Columns) More() bool { return c.taken < len(c.values) }

// Skip skips n columns.
func (c *Columns) Skip(n int) { c.taken += n }

func takeColumn[T any](c *Columns) T {
	value, ok := c.values[c.taken].(T)
	if !ok && c.err == nil {
		c.err = fmt.Errorf("column %d is a %T and no %T", c.taken+1, c.values[c.taken], value)
	}
	c.taken++
	return value
}
