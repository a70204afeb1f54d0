package reply

import (
	"flag"
	"os"
	"testing"
)

// TestMain has a short run read a fifth of the random replies.
func TestMain(m *testing.M) {
	flag.Parse()
	if testing.Short() {
		*rounds = max(1, *rounds/5)
	}
	os.Exit(m.Run())
}
