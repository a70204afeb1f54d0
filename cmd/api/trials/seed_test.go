package trials

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"turnpost/cmd/api/programtest"
	"turnpost/rules/rulestest/sample"
)

// TestSeed checks that the command check finds no fault in seeded games. With TURNPOST_TEST_SEED_FILE it writes
// TURNPOST_TEST_SEED_GAMES games to that file instead: `make seed`.
func TestSeed(t *testing.T) {
	sample.Whole(t, "writes games of all rulesets")
	file := os.Getenv("TURNPOST_TEST_SEED_FILE")
	if file != "" {
		programtest.SeedGames(t, file, benchNumber(t, "TURNPOST_TEST_SEED_GAMES", 1000), time.Now())
		return
	}
	file = filepath.Join(t.TempDir(), "seed.db")
	programtest.SeedGames(t, file, 60, time.Now())
	status, out := command(t, "check", "--database", file)
	if status != 0 || !strings.Contains(out, "60 games, ") || !strings.Contains(out, "0 faults") {
		t.Fatalf("status %d: %s", status, out)
	}
}
