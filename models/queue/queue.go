package queue

import (
	"context"
	"crypto/rand"
	"time"

	"gorm.io/gorm"

	"turnpost/models"
	"turnpost/models/panics"
)

// Table is the name of a table whose rows are work. It has the columns id, lease, lease_until, attempts and done_at.
type Table string

// The tables.
const (
	Notices    Table = "notices"
	Inbound    Table = "inbound"
	Deliveries Table = "hook_deliveries"
)

// NewLease returns the values that Claim stores for a lease from a time on: when it ends, and its text.
func NewLease(from models.Millis, lasts time.Duration) (until models.Millis, text string) {
	return from.Add(lasts), rand.Text()
}

// Claim returns a statement that leases the rows whose IDs a query chooses. Its arguments are the values of NewLease,
// those of set, which is "" or further assignments that begin with a comma, and those of the query.
func (t Table) Claim(set, chosen string) string {
	return "UPDATE " + string(t) + " SET lease_until = ?, lease = ?, attempts = attempts + 1" + set +
		" WHERE id IN (" + chosen + ")"
}

// Release returns a statement that ends the lease on a row, with assignments that say what becomes of it. Its arguments
// are those of the assignments, the ID and the lease. It changes no row if another worker has the lease.
func (t Table) Release(set string) string {
	return "UPDATE " + string(t) + " SET lease = '', lease_until = 0, " + set +
		" WHERE id = ? AND lease = ? AND done_at = 0"
}

// GiveBack ends the lease on rows whose work has not begun, so that it is no attempt, with the assignments of set: ""
// or further ones that begin with a comma. The error is ErrLeaseLost if another worker has all of them.
func (t Table) GiveBack(tx *gorm.DB, lease, set string, ids ...int64) error {
	return Held(tx.Exec("UPDATE "+string(t)+" SET lease = '', lease_until = 0, attempts = attempts - 1"+set+
		" WHERE id IN ? AND lease = ? AND done_at = 0", ids, lease))
}

// Renew extends the lease on rows. The error is ErrLeaseLost if another worker has all of them.
func (t Table) Renew(tx *gorm.DB, lease string, until models.Millis, ids ...int64) error {
	return Held(tx.Exec("UPDATE "+string(t)+" SET lease_until = ? WHERE id IN ? AND lease = ? AND done_at = 0",
		until, ids, lease))
}

// Held returns ErrLeaseLost if a statement about leased rows changed none.
func Held(changed *gorm.DB) error {
	if changed.Error != nil {
		return changed.Error
	}
	return HeldRows(changed.RowsAffected)
}

// HeldRows is Held for the number of rows that a statement changed.
func HeldRows(changed int64) error {
	if changed == 0 {
		return models.ErrLeaseLost
	}
	return nil
}

// Keep calls renew at intervals until stop is called, which waits for a renewal that has begun. failed gets the errors,
// of which a panic is one.
func Keep(
	ctx context.Context, every time.Duration, renew func(ctx context.Context) error, failed func(err error),
) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		interval := time.NewTicker(every)
		defer interval.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-interval.C:
			}
			if err := panics.Recover(func() error { return renew(ctx) }); err != nil && ctx.Err() == nil {
				failed(err)
			}
		}
	}()
	return func() {
		cancel()
		<-ended
	}
}

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
