// Package house plays the games of the house, the opponent that the server itself provides.
//
// Decisions:
//   - A worker finds games by games.house_at, not by notices: these are bounded for strangers, and one recipient's
//     queue is serial, so that thirteen newcomers would not all be answered.
//   - It claims a game by a lease, thinks outside of any transaction, and plays by the ordinary use case with the ply
//     and the takebacks that it has seen. Nothing happens if the game has changed meanwhile. After a crash the lease
//     ends, and the same turn is found again. There is no leader, on either database.
//   - A thinker has a thread to itself, at a low priority, and pauses while players' transactions wait for each other.
//   - The memory of a search, about 2 MB a ruleset, is dropped after a minute without a turn.
package house

import (
	"context"
	"errors"
	"log/slog"
	"runtime"
	"slices"
	"sync"
	"time"

	"turnpost/models"
	"turnpost/models/core"
	"turnpost/models/panics"
	"turnpost/models/play"
	"turnpost/models/store"
	"turnpost/rules"
)

// Config configures a Worker.
type Config struct {
	Store    *store.Store
	Log      *slog.Logger
	Thinkers int           // turns that are thought about at the same time
	Pause    time.Duration // how long the house waits before it acts
	Poll     time.Duration // how often it looks for games of other processes; 0: a second
	// Observe is called after each turn, if it is not nil.
	Observe func(ruleset string, level rules.Level, took time.Duration)
}

const (
	poll = time.Second
	// lease is how long a turn may take; then another worker begins it again. A search is not limited by time but by
	// positions: see search.Level.
	lease = 6 * time.Second
	// idle is how long the memory of the searches is kept without a turn.
	idle = time.Minute
	// yieldStep and maxYield are how long a thinker waits at a time, and at most, while players' transactions wait for
	// each other.
	yieldStep, maxYield = 20 * time.Millisecond, 2 * time.Second
	// drawNodes limits the search before the decision on a draw.
	drawNodes = 50_000
)

// Worker plays the games of the house.
type Worker struct{ Config }

// New returns a worker.
func New(c Config) *Worker {
	if c.Poll == 0 {
		c.Poll = poll
	}
	return &Worker{c}
}

// Run plays until ctx is done. A turn under way is finished.
func (w *Worker) Run(ctx context.Context) {
	var all sync.WaitGroup
	for range max(1, w.Thinkers) {
		all.Go(func() {
			runtime.LockOSThread() // and never unlocks it, so that the thread with its low priority ends with the goroutine
			lowerPriority(w.Log)
			panics.Restart(ctx, w.Log, "house", w.run)
		})
	}
	all.Wait()
}

// run plays by one thinker.
func (w *Worker) run(ctx context.Context) {
	mind := mind{}
	timer := time.NewTimer(0)
	defer timer.Stop()
	for used := time.Now(); ; {
		acted, err := w.act(ctx, mind)
		switch {
		case err != nil && ctx.Err() == nil:
			w.Log.ErrorContext(ctx, "the house could not act; it is tried again", "error", err)
		case acted:
			used = time.Now()
			if ctx.Err() != nil {
				return
			}
			continue
		}
		if time.Since(used) >= idle {
			clear(mind)
		}
		timer.Reset(w.Poll)
		select {
		case <-ctx.Done():
			return
		case <-w.Store.HouseWoken():
		case <-timer.C:
		}
	}
}

// act acts in the game that has waited longest, and reports whether there was one.
func (w *Worker) act(ctx context.Context, mind mind) (acted bool, err error) {
	w.yield(ctx)
	task, err := w.Store.ClaimHouseTask(ctx, lease, w.Pause)
	if err != nil || task == nil {
		return false, err
	}
	if w.Thinkers > 1 {
		w.Store.WakeHouse() // there may be more to do than one thinker was woken for
	}
	ctx = context.WithoutCancel(ctx)
	began := time.Now()
	// The same search would stop the loop again after its restart.
	err = panics.Recover(func() error { return w.carryOut(ctx, task, mind) })
	if _, panicked := errors.AsType[*panics.Error](err); panicked {
		delete(mind, task.Game.Ruleset)
	}
	switch {
	case err == nil:
		if w.Observe != nil {
			w.Observe(task.Game.Ruleset, task.Level, time.Since(began))
		}
		return true, nil
	case isOutdated(err):
		return true, nil
	case core.Unavailable(err): // the lease ends by itself
		return false, err
	}
	return false, errors.Join(err, w.Store.DelayHouseTask(ctx, task, play.HouseFaultDelay))
}

// isOutdated reports whether the game has changed since its task was claimed.
func isOutdated(err error) bool {
	return slices.Contains([]models.Code{
		models.CodeStale, models.CodeNotYourTurn, models.CodeGameOver, models.CodeNotFound, models.CodeConflict,
	}, models.CodeOf(err))
}

// carryOut decides about an offered draw, then plays or resigns if the house is to move.
func (w *Worker) carryOut(ctx context.Context, task *play.HouseTask, mind mind) error {
	thinker := mind.of(task.Ruleset, task.Game.Ruleset)
	thought := rules.Thought{Level: task.Level, Seed: task.Seed, Seen: task.Seen}
	if task.OffersDraw() {
		accept, err := takesDraw(thinker, task, thought)
		if err != nil {
			return err
		}
		if accept || task.Game.ToMove != task.Seat { // a turn declines, too
			_, err := w.Store.DecideHouseDraw(ctx, task, accept)
			return err
		}
	}
	lost, err := resigns(thinker, task, thought)
	if err != nil {
		return err
	}
	if lost {
		_, err := w.Store.ResignHouseGame(ctx, task)
		return err
	}
	turn, err := thinker.Turn(task.Position, thought)
	if err != nil {
		return err
	}
	_, err = w.Store.PlayHouseTurn(ctx, task, turn)
	return err
}

// takesDraw reports whether the house accepts a draw: unless it stands better.
func takesDraw(thinker rules.Thinker, task *play.HouseTask, thought rules.Thought) (bool, error) {
	judge, is := thinker.(rules.Judge)
	if !is {
		return false, nil
	}
	thought.Level, thought.Nodes = rules.Hard, drawNodes
	ahead, err := judge.Ahead(task.Position, task.Past[0], thought)
	return ahead != task.Seat, err
}

// lostTurns is at how many turns in a row the house must see a certain loss before it resigns, so that its opponent can
// see it too.
const lostTurns = 3

// resigns reports whether the house resigns: at the level hard, if it saw a certain loss at its last turns. They are
// searched again, the latest first, which only a lost position does.
func resigns(thinker rules.Thinker, task *play.HouseTask, thought rules.Thought) (bool, error) {
	judge, is := thinker.(rules.Judge)
	if !is || task.Level != rules.Hard {
		return false, nil
	}
	seen := 0
	for ply := len(task.Past) - 1; ply >= 0 && seen < lostTurns; ply-- {
		if task.Past[ply].ToMove() != task.Seat {
			continue
		}
		thought.Seen = task.Seen[:ply+1]
		if lost, err := judge.Lost(task.Past[ply], thought); err != nil || !lost {
			return false, err
		}
		seen++
	}
	return seen == lostTurns, nil
}

// yield waits while players' transactions wait for each other.
func (w *Worker) yield(ctx context.Context) {
	for waited := time.Duration(0); waited < maxYield && w.Store.Contended(); waited += yieldStep {
		select {
		case <-ctx.Done():
			return
		case <-time.After(yieldStep):
		}
	}
}

// mind holds the thinker of each ruleset.
type mind map[string]rules.Thinker

func (m mind) of(r rules.Ruleset, id string) rules.Thinker {
	if m[id] == nil {
		m[id] = r.House()
	}
	return m[id]
}
