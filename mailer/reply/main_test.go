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
