package reply

import (
	"flag"
	"os"
	"testing"

	"turnpost/rules/rulestest/sample"
)

// TestMain makes a run with the race detector a short one: the detector finds nothing in a package that starts no
// goroutine, and makes it eight times as slow. A short run reads a twentieth of the random replies.
func TestMain(m *testing.M) {
	flag.Parse()
	if sample.Raced {
		_ = flag.Set("test.short", "true") // the flag exists
	}
	if testing.Short() {
		*rounds = max(1, *rounds/20)
	}
	os.Exit(m.Run())
}
