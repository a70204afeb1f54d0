package mailer

import (
	"context"
	"sync/atomic"
	"time"

	"turnpost/models/mailbox"
)

// The constants of pacing; the package comment has its gains. The time of a mail is that of making and sending it.
const (
	defaultParallel = 4               // mails that are made and sent at a time
	defaultPoll     = 5 * time.Second // between claims when nothing wakes the worker

	// Claiming ahead, while mails are fast and players do not wait for the database.
	claimedAhead = 4                     // claims for each mail that may be sent at a time
	fastMail     = 50 * time.Millisecond // the longest time of a fast mail
	maxAhead     = time.Second           // a claim waits at most so long before it is given back

	// Settling together.
	maxSettledTogether = 8
	maxSettleWait      = 5 * time.Millisecond // the first mail of a group waits at most so long for others

	// Resting after each mail, while anybody plays.
	restTimes = 8                     // in times of making the mail
	maxRest   = 50 * time.Millisecond // at most

	// Yielding after each batch, while players wait for the database.
	yieldTimes = 1                      // in times of the batch
	minYield   = 40 * time.Millisecond  // at least
	maxYield   = 250 * time.Millisecond // at most, so that mail goes on under any load

	// Hurrying, as the due notices grow older: rests and yields become shorter, and then players wait.
	hurryFrom = 250 * time.Millisecond // up to this age the worker rests and yields in full
	hurryAll  = time.Second            // from this age it does neither, and players' transactions are slowed down
	oldestDue = 3 * time.Second        // the age at which they are slowed down the most
	maxPause  = 10 * time.Millisecond  // before each of them, then
)

// playerLoad reports the load of players on the database, and slows it down. It is a part of store.Store.
type playerLoad interface {
	// Contended reports whether transactions of players wait for each other.
	Contended() bool
	// Quiet reports whether no player has changed anything for a moment.
	Quiet() bool
	// Brake makes transactions of players begin one after another, with a pause before each.
	Brake(pause time.Duration)
}

// pacing decides when the worker claims, makes and sends mails, and leaves the machine to players in between: turns
// keep at least 0.8 of their rate without mail as long as mail keeps up, which TestTurnsKeepTheirShare checks. When due
// notices grow old, mail takes what it needs, and turns give way.
type pacing struct {
	load     playerLoad
	parallel int

	sending chan struct{} // holds a place for each mail that is made and sent
	making  chan struct{} // holds a place for each mail that is made, or whose place rests
	spare   chan struct{} // likewise, one more place while nobody plays or mail hurries

	late      atomic.Int64 // the age of the oldest notice of the last claim, a time.Duration
	unsettled atomic.Int64 // claims that could not be settled and are tried again

	// Only Run uses these.
	running    int           // claims under way
	batchBegan time.Time     // when the first of them was claimed
	batchTook  time.Duration // from then until the last mail ended
	lastEnded  time.Time     // when the last mail ended
	lastTook   time.Duration // the time of that mail
}

// newPacing leaves one processor of several to players.
func newPacing(load playerLoad, parallel, processors int) *pacing {
	return &pacing{
		load: load, parallel: parallel,
		sending: make(chan struct{}, parallel),
		making:  make(chan struct{}, max(1, processors-1)),
		spare:   make(chan struct{}, 1),
	}
}

// room returns how many notices to claim now, after the worker was woken or a mail has ended.
func (p *pacing) room(woken bool) int {
	contended := p.load.Contended() && p.leisure() > 0
	fast := p.lastTook < fastMail && time.Since(p.lastEnded) < maxAhead
	switch {
	case p.unsettled.Load() > 0: // mails that were sent would be sent again
		return 0
	case contended && p.running > 0: // the next batch comes after a rest
		return 0
	case contended || !fast:
		return p.parallel - p.running
	case !woken && p.running > p.maxRunning()/2: // more can be claimed together in a moment
		return 0
	}
	return p.maxRunning() - p.running
}

// note observes how long the notices of a claim have been due. If they are late although mails are fast, players are
// slowed down: a slow mail server would not be helped by that.
func (p *pacing) note(claims []mailbox.Claim, now time.Time) {
	var late time.Duration
	for _, c := range claims {
		if !c.ReadyAt.IsZero() {
			late = max(late, now.Sub(c.ReadyAt))
		}
	}
	p.late.Store(int64(late))
	var pause time.Duration
	if over := min(late, oldestDue) - hurryAll; over > 0 && p.lastTook < fastMail {
		pause = maxPause * over / (oldestDue - hurryAll)
	}
	p.load.Brake(pause)
}

// leisure returns how much of its rests and yields the worker takes, from 1 to 0.
func (p *pacing) leisure() float64 {
	return min(1, max(0, float64(hurryAll-time.Duration(p.late.Load()))/float64(hurryAll-hurryFrom)))
}

// leisurely shortens a rest.
func (p *pacing) leisurely(rest time.Duration) time.Duration {
	return time.Duration(p.leisure() * float64(rest))
}

// maxRunning is the largest number of claims under way.
func (p *pacing) maxRunning() int { return claimedAhead * p.parallel }

// begin counts a claim.
func (p *pacing) begin() { p.running++ }

// end counts claims whose mails have ended together; took is the longest time of one of them.
func (p *pacing) end(claims int, took time.Duration) {
	p.running -= claims
	p.lastEnded, p.lastTook = time.Now(), took
	p.batchTook = p.lastEnded.Sub(p.batchBegan)
}

// yield rests between two batches while players wait for the database.
func (p *pacing) yield(ctx context.Context) {
	if p.running > 0 {
		return
	}
	if p.load.Contended() {
		rest := time.NewTimer(p.leisurely(max(minYield, min(yieldTimes*p.batchTook, maxYield))))
		defer rest.Stop()
		select {
		case <-rest.C:
		case <-ctx.Done():
		}
	}
	p.batchBegan, p.batchTook = time.Now(), 0
}

// startSending waits for a place to make and send a mail, and reports whether it got one. It waits for a shorter time
// than a lease lasts.
func (p *pacing) startSending(ctx context.Context) bool {
	select {
	case p.sending <- struct{}{}: // most mails begin at once
		return true
	default:
	}
	patience := time.NewTimer(maxAhead)
	defer patience.Stop()
	select {
	case p.sending <- struct{}{}:
		return true
	case <-patience.C:
	case <-ctx.Done():
	}
	return false
}

func (p *pacing) stopSending() { <-p.sending }

// startMaking waits for a place to make a mail, and returns the function that leaves it. Making a mail (reading,
// drawing and encoding) takes a processor for itself. While anybody plays, the place rests afterwards: many mails of
// half a millisecond in a row would keep turns waiting for ten. Mail that is late does not rest.
func (p *pacing) startMaking() (stop func()) {
	place, spare := p.making, (chan struct{})(nil)
	if p.unhindered() {
		spare = p.spare
	}
	select {
	case p.making <- struct{}{}:
	case spare <- struct{}{}:
		place = p.spare
	}
	began := time.Now()
	return func() {
		if p.unhindered() {
			<-place
			return
		}
		time.AfterFunc(p.leisurely(min(restTimes*time.Since(began), maxRest)), func() { <-place })
	}
}

// unhindered reports whether mail may take every processor.
func (p *pacing) unhindered() bool { return p.load.Quiet() || p.leisure() == 0 }
