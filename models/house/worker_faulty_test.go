package house

import (
	"strings"
	"sync"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/play"
	"turnpost/rules"
	"turnpost/rules/rulestest/tictactoe"
)

// faulty is a ruleset whose house answers with nonsense, or panics.
type faulty struct {
	rules.Ruleset
	panics bool
}

func (f faulty) House() rules.Thinker { return faultyThinker{f.panics} }

type faultyThinker struct{ panics bool }

func (f faultyThinker) Turn(rules.Position, rules.Thought) (string, error) {
	if f.panics {
		panic("no such square")
	}
	return "z9", nil
}

// A game whose search panics waits, and the thinker that it left behind is not used again.
func TestPanic(t *testing.T) {
	w := newWorld(t, faulty{tictactoe.New(), true})
	ann := w.SignUp("ann")
	w.Play(w.begin(ann, rules.Easy, "first"), ann, "b2")
	thinkers := mind{}
	acted, err := worker(w.Store).act(t.Context(), thinkers)
	if acted || err == nil || !strings.Contains(err.Error(), "panic: no such square") || len(thinkers) != 0 {
		t.Errorf("%v, %v, %v", acted, err, thinkers)
	}
	w.Clock.Advance(play.HouseFaultDelay)
	if w.act(worker(w.Store)) {
		t.Error("it is tried early")
	}
}

// A game in which no turn can be played waits, and others go on.
func TestFaultyTurn(t *testing.T) {
	w := newWorld(t, faulty{tictactoe.New(), false})
	ann := w.SignUp("ann")
	w.Play(w.begin(ann, rules.Easy, "first"), ann, "b2")
	if _, err := worker(w.Store).act(t.Context(), mind{}); models.CodeOf(err) != models.CodeIllegalTurn {
		t.Errorf("%v", err)
	}
	w.Clock.Advance(play.HouseFaultDelay)
	if w.act(worker(w.Store)) {
		t.Error("it is tried early")
	}
	w.Clock.Advance(lease)
	if _, err := worker(w.Store).act(t.Context(), mind{}); err == nil {
		t.Error("it is not tried again")
	}
}

// A panic outside of a game does not end the worker.
func TestWorkerGoesOnAfterAPanic(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	house := worker(w.Store)
	var once sync.Once
	house.Observe = func(string, rules.Level, time.Duration) { once.Do(func() { panic("a bug") }) }
	w.run(house)
	ann := w.SignUp("ann")
	for range 2 {
		w.await(w.begin(ann, rules.Easy, "second"))
	}
}
