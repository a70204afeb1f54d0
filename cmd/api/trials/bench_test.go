package trials

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"turnpost/cmd/api/programtest"
)

// TestBench measures the whole program and prints one table; `make bench` runs it. The server, its clients and the
// programs that it is compared with are separate processes. The two sides of a pair work in alternating slices, so that
// other load on the machine affects both. The result of a pair is the median of its ratios. CPU is the time that the
// process itself used.
//
//	TURNPOST_TEST_BENCH          parts by name, or all; unset: nothing is measured
//	TURNPOST_TEST_BENCH_PAIRS    pairs of slices, by default 7
//	TURNPOST_TEST_BENCH_TURNS    turns of a slice
//	TURNPOST_TEST_BENCH_BEFORE   another build of the program to compare with
//	TURNPOST_TEST_BENCH_PROFILE  a file for a profile of turns, of the part profile
func TestBench(t *testing.T) {
	wanted := os.Getenv("TURNPOST_TEST_BENCH")
	if wanted == "" {
		t.Log("nothing is measured: TURNPOST_TEST_BENCH is not set")
		return
	}
	b := newBench(t)
	for _, part := range []struct {
		name string
		run  func(b *bench)
	}{
		{"turns", (*bench).turns},
		{"long", (*bench).longGames},
		{"disks", (*bench).slowDisks},
		{"worker", (*bench).worker},
		{"posted", (*bench).posted},
		{"profile", (*bench).profile},
		{"pace", (*bench).pace},
		{"mail", (*bench).mailDelay},
		{"replies", (*bench).replies},
		{"turnsbyreply", (*bench).turnsByReply},
		{"reads", (*bench).reads},
		{"pages", (*bench).pages},
		{"memory", (*bench).memory},
		{"million", (*bench).million},
		{"cold", (*bench).cold},
		{"packages", (*bench).packages},
		{"postgres", (*bench).postgres},
		{"processes", (*bench).processes},
	} {
		if wanted == "all" || slices.Contains(strings.Split(wanted, ","), part.name) {
			part.run(b)
		}
	}
	b.print()
}

// bench is one run of the measurements.
type bench struct {
	t      *testing.T
	folder string
	binary string // of this build
	before string // another build, "" for none
	shim   string // a library that makes fsync slow
	pairs  int
	size   int // turns of a slice
	client *benchPeer
	rows   []benchRow
	count  int // number of servers so far, for the names of their files
}

// benchRow is a line of the table.
type benchRow struct{ what, against, goal, measured string }

func newBench(t *testing.T) *bench {
	t.Helper()
	b := &bench{
		t: t, folder: t.TempDir(), before: os.Getenv("TURNPOST_TEST_BENCH_BEFORE"),
		pairs: benchNumber(t, "TURNPOST_TEST_BENCH_PAIRS", 7), size: benchNumber(t, "TURNPOST_TEST_BENCH_TURNS", 960),
	}
	b.binary = programtest.BuildProgram(t)
	b.shim = buildShim(t, b.folder)
	b.client = newBenchPeer(t, "client")
	return b
}

func benchNumber(t *testing.T, name string, otherwise int) int {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return otherwise
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("%s must be a number above 0", name)
	}
	return n
}

// row adds a line to the table and prints it at once.
func (b *bench) row(what, against, goal, measured string, args ...any) {
	r := benchRow{what, against, goal, fmt.Sprintf(measured, args...)}
	b.rows = append(b.rows, r)
	b.t.Logf("%s | %s | %s | %s", r.what, r.against, r.goal, r.measured)
}

func (b *bench) print() {
	fmt.Printf("\n| what | against | goal | measured |\n|---|---|---|---|\n")
	for _, r := range b.rows {
		fmt.Printf("| %s | %s | %s | %s |\n", r.what, r.against, r.goal, r.measured)
	}
}

// median returns the middle value.
func median[T ~int64 | ~float64](list []T) T { return benchQuantile(list, 0.5) }

func benchQuantile[T ~int64 | ~float64](list []T, q float64) T {
	sorted := slices.Sorted(slices.Values(list))
	return sorted[int(float64(len(sorted)-1)*q+0.5)]
}

// slices holds the measurements of both sides of a pair.
type benchPair struct {
	ours, theirs       []float64 // turns in a second
	oursCPU, theirsCPU []float64 // µs of CPU a turn
}

// compare runs the pairs. The side that begins alternates, unless the second needs the rows of the first.
func (b *bench) compare(ours, theirs func() benchSlice) benchPair {
	var p benchPair
	ours() // both warm up
	theirs()
	for range b.pairs {
		o := ours()
		t := theirs()
		p.ours, p.theirs = append(p.ours, o.rate()), append(p.theirs, t.rate())
		p.oursCPU, p.theirsCPU = append(p.oursCPU, o.cpuEach()), append(p.theirsCPU, t.cpuEach())
	}
	return p
}

func (p benchPair) ratio() float64 {
	list := make([]float64, len(p.ours))
	for i := range list {
		list[i] = p.ours[i] / p.theirs[i]
	}
	return median(list)
}

func (p benchPair) String() string {
	return fmt.Sprintf("%.2f (%.0f/s to %.0f/s; CPU %.0f µs to %.0f µs)",
		p.ratio(), median(p.ours), median(p.theirs), median(p.oursCPU), median(p.theirsCPU))
}

// benchSlice is one side's part of a pair.
type benchSlice struct {
	n         int
	took, cpu time.Duration
	latencies []time.Duration
}

func (s benchSlice) rate() float64    { return float64(s.n) / s.took.Seconds() }
func (s benchSlice) cpuEach() float64 { return float64(s.cpu.Microseconds()) / float64(s.n) }
