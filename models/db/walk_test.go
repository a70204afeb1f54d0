package db

import (
	"errors"
	"testing"
)

// A walk that comes to the same key, or to an earlier one, is damage, after which nothing is written.
func TestWalkThatDoesNotAdvance(t *testing.T) {
	b := newBench(t)
	w, err := NewWatch(t.Context(), b.DB)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(b.Advanced("things", 1, "a"), w.Writable()); err != nil {
		t.Fatal(err)
	}
	err = b.Advanced("things by name", 0, "b")
	if stuck, is := errors.AsType[*StuckError](err); !is || stuck.Walk != "things by name" || stuck.At != "b" ||
		!Corrupt(err) {
		t.Errorf("%v", err)
	}
	w.at = w.at.Add(-2 * resultLife)
	if refused, is := errors.AsType[*WatchError](w.Writable()); !is || refused.Reason != Damaged {
		t.Errorf("writes are still taken: %v", refused)
	}
	if back := b.Advanced("things by name", -1, "b"); (back != nil) == b.postgres {
		t.Errorf("an earlier key: %v", back)
	}
}
