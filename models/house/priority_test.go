package house

import (
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"turnpost/rules"
	"turnpost/rules/rulestest/tictactoe"
)

// nice is a ruleset whose house reports the niceness of its thread.
type nice struct {
	rules.Ruleset
	found chan int
}

func (n nice) House() rules.Thinker { return niceThinker{n.Ruleset.House(), n.found} }

type niceThinker struct {
	rules.Thinker
	found chan int
}

func (n niceThinker) Turn(p rules.Position, t rules.Thought) (string, error) {
	n.found <- niceness()
	return n.Thinker.Turn(p, t)
}

// niceness returns the niceness of the current thread; -1 if it is unknown.
func niceness() int {
	const field = 16 // of proc_pid_stat(5), from 0, after the name of the program
	text, err := os.ReadFile("/proc/thread-self/stat")
	if err != nil {
		return -1
	}
	fields := strings.Fields(string(text)[strings.LastIndexByte(string(text), ')')+2:])
	n, err := strconv.Atoi(fields[field])
	if err != nil {
		return -1
	}
	return n
}

// The thinking thread has a low priority.
func TestPriority(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux has priorities of threads")
	}
	found := make(chan int)
	w := newWorld(t, nice{tictactoe.New(), found})
	ann := w.SignUp("ann")
	w.Play(w.begin(ann, rules.Easy, "first"), ann, "b2")
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	own := niceness()
	w.run(worker(w.Store))
	if got := <-found; own < 0 || got != min(own+10, 19) {
		t.Errorf("the thread has niceness %d, others %d", got, own)
	}
}
