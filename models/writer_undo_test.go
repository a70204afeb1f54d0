package models

import (
	"errors"
	"slices"
	"testing"
)

// What fails in a batch takes its own rows with it and nobody else's, whether it fails before or after
// it has written.
func TestBatchUndoesWhatFails(t *testing.T) {
	w := newWorld(t)
	if w.db.postgres {
		return // has batches of one
	}
	refused := errors.New("refused")
	store := func(id int64, after error) func(tx *Tx) error {
		return func(tx *Tx) error {
			name := string(rune('a' + id))
			if err := tx.Exec("INSERT INTO secrets (name, value) VALUES (?, ?)", name, []byte{1}).Error; err != nil {
				return err
			}
			return after
		}
	}
	look := func(tx *Tx) error {
		var n int64
		return errors.Join(tx.Raw("SELECT COUNT(*) FROM secrets").Scan(&n).Error, refused)
	}
	for _, c := range []struct {
		name string
		jobs []func(tx *Tx) error
		errs []error
		left []string
	}{
		{
			"nothing to undo",
			[]func(tx *Tx) error{store(0, nil), look, store(1, nil)},
			[]error{nil, refused, nil},
			[]string{"a", "b"},
		},
		{
			"one written",
			[]func(tx *Tx) error{store(2, nil), store(3, refused), look, store(4, nil)},
			[]error{nil, refused, refused, nil},
			[]string{"c", "e"},
		},
		{"a panic", []func(tx *Tx) error{store(5, nil), func(tx *Tx) error {
			_ = store(6, nil)(tx)
			panic("broken")
		}}, []error{nil, errors.ErrUnsupported}, []string{"f"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var jobs []*job
			for _, fn := range c.jobs {
				jobs = append(jobs, &job{ctx: t.Context(), fn: fn, result: make(chan error, 1)})
			}
			before := names(w)
			w.transact(&batch{jobs: jobs})
			for i, j := range jobs {
				err, want := <-j.result, c.errs[i]
				if (err == nil) != (want == nil) || (errors.Is(want, refused) && !errors.Is(err, refused)) {
					t.Errorf("job %d: %v, want %v", i, err, want)
				}
			}
			if left := names(w)[len(before):]; !slices.Equal(left, c.left) {
				t.Errorf("stored %v, want %v", left, c.left)
			}
		})
	}
}

// names lists what the jobs stored, in order.
func names(w *world) (list []string) {
	w.t.Helper()
	err := w.db.reader.Raw("SELECT name FROM secrets WHERE LENGTH(name) = 1 ORDER BY name").Scan(&list).Error
	if err != nil {
		w.t.Fatal(err)
	}
	return list
}
