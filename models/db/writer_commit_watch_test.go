package db

import (
	"log/slog"
	"testing"
)

// A context of AtOneState sees the state of its first look, until something is written with it.
func TestAtOneState(t *testing.T) {
	b := newBench(t)
	other, err := Open(t.Context(), Options{Source: b.path, Migrations: things, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	one := AtOneState(t.Context())
	seen := b.State(one)
	if err := other.Write(t.Context(), Job{Run: insert("a", nil)}); err != nil {
		t.Fatal(err)
	}
	if state := b.State(one); state != seen {
		t.Errorf("the context of state %d sees %d", seen, state)
	}
	if b.postgres {
		if seen != 0 {
			t.Errorf("PostgreSQL has state %d", seen)
		}
		return
	}
	if state := b.State(t.Context()); state == seen || state == 0 {
		t.Errorf("after a commit, the state is %d as before", state)
	}
	if err := b.Write(one, Job{Run: insert("b", nil)}); err != nil {
		t.Fatal(err)
	}
	if now, state := b.State(t.Context()), b.State(one); state != now || state == seen {
		t.Errorf("after its own commit, the context sees %d, not %d", state, now)
	}
}

func TestStateAfterClose(t *testing.T) {
	for _, looked := range []bool{false, true} {
		b := newBench(t)
		if looked {
			b.State(t.Context())
		}
		if err := b.Close(); err != nil {
			t.Fatal(err)
		}
		if state := b.State(t.Context()); state != 0 {
			t.Errorf("a closed database, looked at before: %t, has state %d", looked, state)
		}
	}
}
