package reply

import (
	"flag"
	"os"
	"testing"
)

// TestMain has a short run read a twentieth of the random replies.
func TestMain(m *testing.M) {
	flag.Parse()
	if testing.Short() {
		*rounds = max(1, *rounds/20)
	}
	os.Exit(m.Run())
}

// some returns all cases; a short run takes every nth only.
func some[T any](n int, all []T) (cases []T) {
	if !testing.Short() {
		return all
	}
	for i := 0; i < len(all); i += n {
		cases = append(cases, all[i])
	}
	return cases
}
