package rulestest

import (
	"fmt"
	"syscall"
	"testing"
	"time"

	"turnpost/rules"
	"turnpost/rules/rulestest/sample"
	"turnpost/rules/search"
)

// A turn of hard takes some 0.3 s of a processor. It is measured by a share of its nodes, which a machine that is
// several times slower, or busy, still visits in the time.
const (
	paceShare   = 20
	paceTime    = 2 * time.Second / paceShare
	paceMeasure = 3 // tries
)

// checkPace measures the processor time of hard in the setup and in the middle of a game.
func checkPace(t testing.TB, w *witness, thinker rules.Thinker, hard search.Level) {
	t.Helper()
	if sample.Raced {
		return
	}
	positions := []rules.Position{w.setup}
	if len(w.turns) > 0 {
		positions = append(positions, w.turns[len(w.turns)/2].before)
	}
	for _, p := range positions {
		if want := paceFault(func() {
			thought := rules.Thought{Level: rules.Hard, Seed: 1, Nodes: max(1, hard.Nodes/paceShare)}
			if hard.Nodes == 0 {
				thought.Nodes = 0
			}
			if _, err := thinker.Turn(p, thought); err != nil {
				t.Fatalf("%v on\n%s", err, drawn(p))
			}
		}, processorTime); want != "" {
			t.Errorf("%s: on\n%s\n%s", w.variant, drawn(p), want)
			return
		}
	}
}

// paceFault runs a search several times, if it is slow, and returns what is wrong with the shortest time.
func paceFault(search func(), clock func() time.Duration) string {
	least := time.Hour
	for range paceMeasure {
		begun := clock()
		search()
		if least = min(least, clock()-begun); least <= paceTime {
			return ""
		}
	}
	return fmt.Sprintf("one %dth of the nodes of hard takes %v of a processor, %v at most: let Game.Cost say how long a "+
		"node takes, in units of 0.2 µs, or lower Level.Nodes", paceShare, least.Round(time.Millisecond), paceTime)
}

// processorTime returns the time that this process has used.
func processorTime() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u) // cannot fail for the calling process
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
