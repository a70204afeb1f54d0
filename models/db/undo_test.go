package db

import (
	"errors"
	"slices"
	"testing"
)

// What fails in a batch takes its own rows with it and nobody else's, whether it fails before or after
// it has written.
func TestBatchUndoesWhatFails(t *testing.T) {
	w := newBench(t)
	if w.postgres {
		return // has batches of one
	}
	refused := errors.New("refused")
	look := func(tx *Tx) error {
		var n int64
		return errors.Join(tx.Raw("SELECT COUNT(*) FROM things").Scan(&n).Error, refused)
	}
	for _, c := range []struct {
		name string
		jobs []func(tx *Tx) error
		errs []error
		left []string
	}{
		{
			"nothing to undo",
			[]func(tx *Tx) error{insert("a", nil), look, insert("b", nil)},
			[]error{nil, refused, nil},
			[]string{"a", "b"},
		},
		{
			"one written",
			[]func(tx *Tx) error{insert("c", nil), insert("d", refused), look, insert("e", nil)},
			[]error{nil, refused, refused, nil},
			[]string{"c", "e"},
		},
		{"a panic", []func(tx *Tx) error{insert("f", nil), func(tx *Tx) error {
			_ = insert("g", nil)(tx)
			panic("broken")
		}}, []error{nil, errors.ErrUnsupported}, []string{"f"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var jobs []*job
			for _, fn := range c.jobs {
				jobs = append(jobs, &job{Job: Job{Run: fn}, ctx: t.Context(), result: make(chan error, 1)})
			}
			before := w.names()
			w.transact(&batch{jobs: jobs})
			for i, j := range jobs {
				err, want := <-j.result, c.errs[i]
				if (err == nil) != (want == nil) || (errors.Is(want, refused) && !errors.Is(err, refused)) {
					t.Errorf("job %d: %v, want %v", i, err, want)
				}
			}
			if left := w.names()[len(before):]; !slices.Equal(left, c.left) {
				t.Errorf("stored %v, want %v", left, c.left)
			}
		})
	}
}
