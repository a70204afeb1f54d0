package queue

import (
	"context"
	"slices"
	"sync/atomic"
	"testing"
	"time"
)

// work is a queue of numbers in memory.
type work struct {
	left    []int // Run alone uses these
	results []int
	under   atomic.Int32 // pieces under way
	most    atomic.Int32 // the most of them at a time
}

func (w *work) loop(at int) *Loop[int, int] {
	return &Loop[int, int]{
		Poll: time.Millisecond, Most: at,
		Claim: func(_ context.Context, running int, _ bool) (claims []int, more bool) {
			n := min(at-running, len(w.left))
			claims, w.left = w.left[:n], w.left[n:]
			return claims, n > 0 && len(w.left) > 0 && running+n < at
		},
		Do: func(_ context.Context, n int) int {
			now := w.under.Add(1)
			defer w.under.Add(-1)
			for most := w.most.Load(); now > most && !w.most.CompareAndSwap(most, now); most = w.most.Load() {
			}
			<-time.After(time.Millisecond)
			return n
		},
		Done: func(_ context.Context, results []int) { w.results = append(w.results, results...) },
	}
}

func numbers(n int) (list []int) {
	for i := range n {
		list = append(list, i)
	}
	return list
}

func TestLoopDoesAllWorkOnce(t *testing.T) {
	t.Parallel()
	w := &work{left: numbers(200)}
	l := w.loop(4)
	ctx, stop := context.WithCancel(t.Context())
	done := l.Done
	l.Done = func(ctx context.Context, results []int) {
		if done(ctx, results); len(w.results) >= 200 {
			stop()
		}
	}
	l.Run(ctx)
	if slices.Sort(w.results); !slices.Equal(w.results, numbers(200)) {
		t.Errorf("the results are %v", w.results)
	}
	if most := w.most.Load(); most > 4 {
		t.Errorf("%d pieces were under way", most)
	}
}

// TestLoopFinishesWhatItBegan ends a loop while work is under way: its results still come.
func TestLoopFinishesWhatItBegan(t *testing.T) {
	t.Parallel()
	w := &work{left: numbers(3)}
	l := w.loop(3)
	ctx, stop := context.WithCancel(t.Context())
	do := l.Do
	l.Do = func(ctx context.Context, n int) int { stop(); return do(ctx, n) }
	l.Run(ctx)
	if slices.Sort(w.results); !slices.Equal(w.results, numbers(3)) {
		t.Errorf("the results are %v", w.results)
	}
}

// TestLoopWaitsBeforeItPanics lets Done panic beside work under way, which must have ended when the panic goes on.
func TestLoopWaitsBeforeItPanics(t *testing.T) {
	t.Parallel()
	w := &work{left: numbers(20)}
	l := w.loop(4)
	l.Done = func(context.Context, []int) { panic("done") }
	defer func() {
		if recover() == nil {
			t.Error("the panic is lost")
		}
		if under := w.under.Load(); under != 0 {
			t.Errorf("%d pieces are under way", under)
		}
	}()
	l.Run(t.Context())
}
