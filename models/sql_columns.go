package models

import "fmt"

// columns are those of one row as the driver gives them, to be taken in their order. database/sql hands them
// over like this as they are; into anything else it puts a number by reflection. The zero value is ready, and good
// for one row after another.
type columns struct {
	values, into []any
	taken        int
	err          error // of the first that is not what it was taken for
}

// scan reads a row of n columns.
func (c *columns) scan(row scanner, n int) error {
	if len(c.values) != n {
		c.values, c.into = make([]any, n), make([]any, n)
		for i := range c.values {
			c.into[i] = &c.values[i]
		}
	}
	c.taken = 0
	return row.Scan(c.into...)
}

func (c *columns) text() string   { return takeColumn[string](c) }
func (c *columns) number() int64  { return takeColumn[int64](c) }
func (c *columns) bytes() []byte  { return takeColumn[[]byte](c) }
func (c *columns) millis() Millis { return Millis(c.number()) }
func (c *columns) isNull() bool   { return c.values[c.taken] == nil }

func takeColumn[T any](c *columns) T {
	value, ok := c.values[c.taken].(T)
	if !ok && c.err == nil {
		c.err = fmt.Errorf("column %d is a %T and no %T", c.taken+1, c.values[c.taken], value)
	}
	c.taken++
	return value
}
