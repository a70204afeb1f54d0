package reply

import (
	"flag"
	"os"
	"testing"

	"turnpost/rules/rulestest/sample"
)

// TestMain reads a twentieth of the random replies in a short run.
func TestMain(m *testing.M) {
	flag.Parse()
	if sample.Short() {
		*rounds = max(1, *rounds/20)
	}
	os.Exit(m.Run())
}
