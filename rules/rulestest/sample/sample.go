// Package sample selects what a test tries in a short run, which is one with the flag -short.
package sample

import "testing"

// Whole skips the test in a short run, because of what it does: "kills processes".
func Whole(t *testing.T, does string) {
	t.Helper()
	if testing.Short() {
		t.Skip("left out of a short run: " + does)
	}
}

// Every returns all cases; in a short run, the first and then every nth.
func Every[T any](n int, all []T) (cases []T) {
	if !testing.Short() {
		return all
	}
	for i := 0; i < len(all); i += n {
		cases = append(cases, all[i])
	}
	return cases
}

// Count returns the whole number of repetitions; in a short run, the short one.
func Count(whole, short int) int {
	if testing.Short() {
		return short
	}
	return whole
}
