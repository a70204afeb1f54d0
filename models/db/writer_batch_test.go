package db

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
)

// together queues jobs in order before the writer takes the first, and returns their results.
func (b *bench) together(jobs ...Job) []error {
	b.t.Helper()
	busy, free, first := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	var once sync.Once
	go func() {
		first <- b.Write(b.t.Context(), Job{Key: "busy", Run: func(*Tx) error {
			once.Do(func() { close(busy) })
			<-free
			return nil
		}})
	}()
	<-busy
	ended := make([]chan error, len(jobs))
	for i, job := range jobs {
		ended[i] = make(chan error, 1)
		go func() { ended[i] <- b.Write(b.t.Context(), job) }()
		for b.Waiting() <= i {
			runtime.Gosched()
		}
	}
	close(free)
	if err := <-first; err != nil {
		b.t.Fatal(err)
	}
	errs := make([]error, len(jobs))
	for i := range ended {
		errs[i] = <-ended[i]
	}
	return errs
}

// newKeyedBench returns a database whose preloaded value is the list of keys.
func newKeyedBench(t *testing.T) *bench {
	b := newBench(t)
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	b.open(Options{Preload: func(_ *Tx, keys []string) (any, error) { return keys, nil }})
	return b
}

// A failing job undoes its writes and does not affect earlier or later jobs of the batch.
func TestBatchUndoesWhatFails(t *testing.T) {
	w := newKeyedBench(t)
	refused := errors.New("refused")
	read := func(tx *Tx) error {
		var n int64
		return errors.Join(tx.Raw("SELECT COUNT(*) FROM things").Scan(&n).Error, refused)
	}
	broken := func(tx *Tx) error { return tx.Exec("SELECT nothing FROM things").Error }
	brokenQuery := func(tx *Tx) error {
		var n int64
		return tx.Raw("SELECT nothing FROM things").Scan(&n).Error
	}
	panics := func(tx *Tx) error {
		_ = insert("x", nil)(tx)
		panic("broken")
	}
	ok, fails := "", "*"
	for _, c := range []struct {
		name string
		jobs []func(tx *Tx) error
		errs []string // substring of each job's error
		left []string
	}{
		{
			"nothing to undo",
			[]func(tx *Tx) error{insert("a", nil), read, insert("b", nil)},
			[]string{ok, "refused", ok},
			[]string{"a", "b"},
		},
		{
			"one has written",
			[]func(tx *Tx) error{insert("c", nil), insert("d", refused), read, insert("e", nil)},
			[]string{ok, "refused", "refused", ok},
			[]string{"c", "e"},
		},
		{
			"a panic",
			[]func(tx *Tx) error{insert("f", nil), panics, insert("g", nil)},
			[]string{ok, "panic in a transaction: broken", ok},
			[]string{"f", "g"},
		},
		{
			"a broken statement",
			[]func(tx *Tx) error{insert("h", nil), broken, insert("i", nil)},
			[]string{ok, fails, ok},
			[]string{"h", "i"},
		},
		{
			"a broken query",
			[]func(tx *Tx) error{insert("j", nil), brokenQuery, insert("k", nil)},
			[]string{ok, fails, ok},
			[]string{"j", "k"},
		},
		{
			"a row that is there",
			[]func(tx *Tx) error{insert("l", nil), insert("a", nil), insert("m", nil)},
			[]string{ok, "duplicated", ok},
			[]string{"l", "m"},
		},
		{
			"all fail",
			[]func(tx *Tx) error{insert("n", refused), read, panics},
			[]string{"refused", "refused", "panic"},
			nil,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			var jobs []Job
			for i, fn := range c.jobs {
				jobs = append(jobs, Job{Run: fn, Key: fmt.Sprint(i)})
			}
			before := w.names()
			for i, err := range w.together(jobs...) {
				if (err == nil) != (c.errs[i] == ok) ||
					(err != nil && c.errs[i] != fails && !strings.Contains(err.Error(), c.errs[i])) {
					t.Errorf("job %d: %v, want %q", i, err, c.errs[i])
				}
			}
			if left := w.names()[len(before):]; !slices.Equal(left, c.left) {
				t.Errorf("stored %v, want %v", left, c.left)
			}
		})
	}
}

// Queued jobs run in order in one transaction, on PostgreSQL with the value preloaded for them.
func TestJobsThatWaitAreCommittedTogether(t *testing.T) {
	w := newKeyedBench(t)
	var ran, transactions []any
	job := func(name string) Job {
		return Job{Key: name, Run: func(tx *Tx) error {
			ran, transactions = append(ran, name), append(transactions, tx.Statement.ConnPool)
			if keys, _ := tx.Preloaded().([]string); w.postgres && !slices.Equal(keys, []string{"a", "b", "c"}) {
				t.Errorf("%s finds %v", name, keys)
			}
			return insert(name, nil)(tx)
		}}
	}
	for _, err := range w.together(job("a"), job("b"), job("c")) {
		if err != nil {
			t.Error(err)
		}
	}
	if !slices.Equal(ran, []any{"a", "b", "c"}) || len(slices.Compact(transactions)) != 1 {
		t.Errorf("%v ran in %d transactions", ran, len(slices.Compact(transactions)))
	}
}

// A job that cannot share a transaction on PostgreSQL runs again alone; the others are committed without it.
func TestJobThatNeedsItsOwnTransaction(t *testing.T) {
	w := newKeyedBench(t)
	alone := 0
	odd := Job{Key: "odd", Run: func(tx *Tx) error {
		if tx.Preloaded() != nil {
			return ErrNeedsOwnTx
		}
		alone++
		return insert("odd", nil)(tx)
	}}
	others := 0
	other := func(name string) Job {
		return Job{Key: name, Run: func(tx *Tx) error { others++; return insert(name, nil)(tx) }}
	}
	for _, err := range w.together(other("a"), odd, other("b")) {
		if err != nil {
			t.Error(err)
		}
	}
	if got := w.names(); !slices.Equal(got, []string{"a", "b", "odd"}) || alone != 1 || others != 2 {
		t.Errorf("%v are stored after %d and %d runs", got, alone, others)
	}
}

// OnEnd functions are called once, for the run that counts, before Write returns, with the result of the commit.
func TestOnEnd(t *testing.T) {
	w := newKeyedBench(t)
	refused := errors.New("refused")
	var mu sync.Mutex
	ends := map[string][]error{}
	job := func(name string, after error) Job {
		return Job{Key: name, Run: func(tx *Tx) error {
			tx.OnEnd(func(err error) {
				mu.Lock()
				defer mu.Unlock()
				ends[name] = append(ends[name], err)
				if stored := slices.Contains(w.names(), name); stored != (err == nil) {
					t.Errorf("%s ended with %v, and it is stored: %v", name, err, stored)
				}
			})
			return insert(name, after)(tx)
		}}
	}
	errs := w.together(job("a", nil), job("b", refused), job("c", nil))
	if errs[0] != nil || !errors.Is(errs[1], refused) || errs[2] != nil {
		t.Fatal(errs)
	}
	mu.Lock()
	defer mu.Unlock()
	for i, name := range []string{"a", "b", "c"} {
		if len(ends[name]) != 1 || !errors.Is(ends[name][0], errs[i]) {
			t.Errorf("%s ended with %v, want %v", name, ends[name], errs[i])
		}
	}
}
