// Package cputime compares the processor time of work with that of a fixed amount of other work, the yardstick. The
// ratio hardly depends on the machine and on its load, so that a test can bound it. The yardstick decodes 384 KiB of
// JSON, some 9 ms of a processor of 2020.
package cputime

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Used returns the processor time that this process has used.
func Used() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u) // cannot fail for the calling process
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// Ratio returns the time of the work in yardsticks. If it is more than enough, the work runs again, in turn with as many
// yardsticks as take its time, up to the given number of tries, and the cheapest run of each counts: the work of other
// goroutines and the collection of others' garbage count too. On a busy machine a short run is seldom disturbed and a
// long one nearly always, so that a single yardstick would seem shorter than it is.
func Ratio(tries int, enough float64, work func()) float64 {
	ratio := float64(took(work)) / float64(firstYard())
	least, yards := time.Hour, time.Hour
	n := max(1, int(ratio))
	for try := 1; ratio > enough && try < tries; try++ {
		least = min(least, took(work))
		yards = min(yards, took(func() {
			for range n {
				yardstick()
			}
		}))
		ratio = float64(least) * float64(n) / float64(yards)
	}
	return ratio
}

// firstYard is the cheapest of three first runs of the yardstick.
var firstYard = sync.OnceValue(func() time.Duration { return min(took(yardstick), took(yardstick), took(yardstick)) })

func took(work func()) time.Duration {
	began := Used()
	work()
	return Used() - began
}

var yardstickText = func() []byte {
	var b strings.Builder
	b.WriteString("{")
	for i := 0; b.Len() < 384<<10; i++ {
		fmt.Fprintf(&b, `"k%x":"instant",`, i)
	}
	return []byte(b.String() + `"z":1}`)
}()

func yardstick() {
	var value any
	if err := json.Unmarshal(yardstickText, &value); err != nil {
		panic(err)
	}
}
