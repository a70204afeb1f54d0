package queue

import (
	"context"
	"time"
)

// Loop claims pieces of work and does several at a time.
type Loop[Claim, Result any] struct {
	// Poll is the time between claims when nothing wakes the loop, to find what other processes have stored.
	Poll time.Duration
	// Woken returns the channel that receives when there is work.
	Woken <-chan struct{}
	// Claim claims work beside so many pieces under way. woken reports that Woken or Poll is the occasion, and not that
	// work has ended. more asks for another claim at once, unless work has ended.
	Claim func(ctx context.Context, running int, woken bool) (claims []Claim, more bool)
	// Do does a piece of work, in a goroutine. It must recover from panics.
	Do func(ctx context.Context, c Claim) Result
	// Done gets the results of all work that has ended since the last call.
	Done func(ctx context.Context, results []Result)
	// Rest is called once claimed work has begun; nil for no rest. It leaves the machine to others.
	Rest func(ctx context.Context)
	// Most is the largest number of pieces under way.
	Most int
}

// Run works until ctx ends, then waits for the work under way. It keeps the goroutines that do it, because a new one
// copies its growing stack several times, which took a twentieth of the time of a mail. After a panic of Claim or Done
// it waits for the work, too, before the panic goes on.
func (l *Loop[Claim, Result]) Run(ctx context.Context) {
	poll := time.NewTicker(l.Poll)
	defer poll.Stop()
	next, done := make(chan Claim), make(chan Result, l.Most)
	defer close(next)
	running := 0
	defer func() {
		for ; running > 0; running-- {
			<-done
		}
	}()
	collect := func(first Result) {
		results := []Result{first}
		for len(done) > 0 {
			results = append(results, <-done)
		}
		running -= len(results)
		l.Done(ctx, results)
	}
	for woken := true; ctx.Err() == nil; {
		claims, more := l.Claim(ctx, running, woken)
		for _, c := range claims {
			running++
			select {
			case next <- c:
			default: // no goroutine waits for one
				go func() {
					for open := true; open; c, open = <-next {
						done <- l.Do(ctx, c)
					}
				}()
			}
		}
		if l.Rest != nil {
			l.Rest(ctx)
		}
		if woken = false; more && len(done) == 0 {
			continue
		}
		select {
		case r := <-done:
			collect(r)
		case <-l.Woken:
			woken = true
		case <-poll.C:
			woken = true
		case <-ctx.Done():
		}
	}
	for running > 0 {
		collect(<-done)
	}
}
