package house

import (
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"turnpost/models/play"
	"turnpost/rules"
	"turnpost/rules/rulestest/tictactoe"
)

// unreadable is a ruleset that panics when it reads one position.
type unreadable struct {
	rules.Ruleset
	text *atomic.Value // a string
}

func (u unreadable) Parse(variant, text string) (rules.Position, error) {
	if text == u.text.Load() {
		panic("no such square")
	}
	return u.Ruleset.Parse(variant, text)
}

// A game whose stored position cannot be read waits, and others go on.
func TestUnreadableGame(t *testing.T) {
	game := unreadable{tictactoe.New(), &atomic.Value{}}
	w := newWorld(t, game)
	ann := w.SignUp("ann")
	damaged := w.Play(w.begin(ann, rules.Easy, "first"), ann, "b2")
	w.Clock.Advance(time.Second)
	other := w.Play(w.begin(ann, rules.Easy, "first"), ann, "a1")
	game.text.Store(damaged.Position)
	thinker := worker(w.Store)
	acted, err := thinker.act(t.Context(), mind{})
	if acted || err == nil || !strings.Contains(err.Error(), damaged.ID) || !strings.Contains(err.Error(), "panic") {
		t.Errorf("%v, %v", acted, err)
	}
	if !w.act(thinker) || w.find(other).Ply != 2 {
		t.Error("the house does not act in the other game")
	}
	w.Clock.Advance(2 * lease)
	if w.act(thinker) {
		t.Error("it is tried early")
	}
	w.Clock.Advance(play.HouseFaultDelay)
	if _, err := thinker.act(t.Context(), mind{}); err == nil {
		t.Error("it is not tried again")
	}
}
