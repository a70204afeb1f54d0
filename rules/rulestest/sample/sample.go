// Package sample selects what a test tries in a short run. One with the flag -short is short, and so is one with the
// race detector, which makes a process several times as slow and finds nothing in what one goroutine does: .ci/run
// tries everything without it, and with it the short run and the tests of Together.
package sample

import (
	"maps"
	"slices"
	"testing"
)

// Short reports whether the run is a short one.
func Short() bool { return Raced || testing.Short() }

// Whole skips the test in a short run, because of what it does: "kills processes".
func Whole(t *testing.T, does string) {
	t.Helper()
	if Short() {
		t.Skip("left out of a short run: " + does)
	}
}

// Together is Whole for a test whose goroutines meet, which the race detector should see: it runs with the detector,
// unless the flag -short is set.
func Together(t *testing.T, does string) {
	t.Helper()
	if testing.Short() {
		t.Skip("left out of a short run: " + does)
	}
}

// Every returns all cases; in a short run, the first and then every nth.
func Every[T any](n int, all []T) (cases []T) {
	if !Short() {
		return all
	}
	for i := 0; i < len(all); i += n {
		cases = append(cases, all[i])
	}
	return cases
}

// Some is Every for cases by their names, in the order of the names.
func Some[T any](n int, all map[string]T) map[string]T {
	cases := map[string]T{}
	for _, name := range Every(n, slices.Sorted(maps.Keys(all))) {
		cases[name] = all[name]
	}
	return cases
}

// Count returns the whole number of repetitions; in a short run, the short one.
func Count(whole, short int) int {
	if Short() {
		return short
	}
	return whole
}
