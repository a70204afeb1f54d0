package db

import (
	"errors"
	"fmt"
)

// StuckError is the error of a walk through a table or an index, part by part, that came to the same rows again: an
// index is damaged, and the walk would never end.
type StuckError struct {
	Walk string // what was walked through, and in which order
	At   string // the key after which it did not go on
}

func (e *StuckError) Error() string {
	return fmt.Sprintf("the database is damaged: %s do not go on after %s, so an index is torn; "+
		"turnpost check says more, and a back-up helps", e.Walk, e.At)
}

// Advanced returns a StuckError unless a walk has come to a key that follows the one before; order is that of the new
// key and the former one, as cmp.Compare returns it. As the order of texts in PostgreSQL is any, there every other key
// is taken for a later one. The damage is noted: see Watch.
func (d *DB) Advanced(walk string, order int, at any) error {
	if order > 0 || d.postgres && order != 0 {
		return nil
	}
	err := &StuckError{walk, fmt.Sprint(at)}
	d.faults.note(err)
	return err
}

func isStuck(err error) bool {
	_, is := errors.AsType[*StuckError](err)
	return is
}
