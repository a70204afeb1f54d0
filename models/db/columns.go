package db

import "fmt"

// Columns are the columns of one row as the driver returns them, taken in their order. database/sql copies a value
// into an *any unchanged; into another type it converts a number by reflection.
type Columns struct {
	values, into []any
	taken        int
	err          error
}

// newColumns makes room for rows of n columns.
func newColumns(n int) *Columns {
	c := &Columns{values: make([]any, n), into: make([]any, n)}
	for i := range c.values {
		c.into[i] = &c.values[i]
	}
	return c
}

// read reads a row and has its columns taken.
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

// Text takes a column of text.
func (c *Columns) Text() string { return takeColumn[string](c) }

// Number takes a column of whole numbers.
func (c *Columns) Number() int64 { return takeColumn[int64](c) }

// Bytes takes a column of bytes, which belong to the caller.
func (c *Columns) Bytes() []byte { return takeColumn[[]byte](c) }

// Bool takes the result of a condition: SQLite has numbers for it.
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
