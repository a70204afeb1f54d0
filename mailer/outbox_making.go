package mailer

import (
	"context"
	"runtime"
	"time"

	"turnpost/models"
)

// makingGate is where mails are made: to read, to draw and to pack takes a processor for itself, and one is left to
// whoever plays. While somebody does, a place rests after each mail: many that are made in a row, each of half a
// millisecond, would keep turns waiting for ten.
type makingGate struct {
	outbox Outbox
	places chan struct{} // holds whoever makes a mail, and rests
	spare  chan struct{} // likewise, where nobody plays
}

// How long a place rests after a mail: in times of what the mail took, and at most.
const (
	restTimes = 8
	maxRest   = 50 * time.Millisecond
)

func newMakingGate(outbox Outbox) *makingGate {
	return &makingGate{
		outbox: outbox,
		places: make(chan struct{}, max(1, runtime.GOMAXPROCS(0)-1)), spare: make(chan struct{}, 1),
	}
}

// enter waits for a place and returns what leaves it.
func (g *makingGate) enter() (leave func()) {
	place, spare := g.places, (chan struct{})(nil)
	if g.outbox.Quiet() {
		spare = g.spare
	}
	select {
	case g.places <- struct{}{}:
	case spare <- struct{}{}:
		place = g.spare
	}
	began := time.Now()
	return func() {
		if g.outbox.Quiet() {
			<-place
			return
		}
		time.AfterFunc(min(restTimes*time.Since(began), maxRest), func() { <-place })
	}
}

// make makes the mail of a claim, of what is true when its turn has come; nil where that is not worth saying.
func (w *OutboxWorker) make(ctx context.Context, c models.Claim) (*Message, error) {
	defer w.making.enter()()
	content, err := w.config.Outbox.ComposeContent(ctx, c)
	if err != nil || content == nil {
		return nil, err
	}
	return w.config.Writer.Write(content, w.config.Now())
}
