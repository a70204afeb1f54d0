// Package rulestest holds the checks that every ruleset must pass. A ruleset's
// own tests call Run with the ruleset; everything else is found from there.
package rulestest

import (
	"encoding/json"
	"flag"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"turnpost/rules"
)

var playouts = flag.Int("playouts", 60, "random games per ruleset")

// Suite is a ruleset with what its checks need beyond the interface.
type Suite struct {
	Ruleset rules.Ruleset
	// Counts are the counters of the move-count tables by name ("perft",
	// "steps", "turns"), each counting to a depth from a position.
	Counts map[string]func(p rules.Position, depth int) uint64
	// MaxTurns ends a random game that goes on for too long.
	MaxTurns int
}

// Run runs every check as a subtest.
func Run(t *testing.T, s Suite) {
	if s.MaxTurns == 0 {
		s.MaxTurns = 150
	}
	t.Run("Info", func(t *testing.T) { checkInfo(t, s.Ruleset) })
	t.Run("Examples", func(t *testing.T) { checkExamples(t, s.Ruleset) })
	t.Run("Vectors", func(t *testing.T) { checkVectors(t, s.Ruleset) })
	t.Run("Illegal", func(t *testing.T) { checkIllegal(t, s.Ruleset) })
	t.Run("Counts", func(t *testing.T) { checkCounts(t, s) })
	t.Run("Playouts", func(t *testing.T) { checkPlayouts(t, s) })
}

// Vectors is the folder of a ruleset's test vectors: the shared one beside the
// project when it is there, else the small copy in the ruleset's testdata. It
// works for the tests of every package of the module.
func Vectors(t testing.TB, ruleset string) fs.FS {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	root := dir
	for {
		if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
			break
		}
		if root == filepath.Dir(root) {
			t.Fatalf("no go.mod above %s", dir)
		}
		root = filepath.Dir(root)
	}
	shared := filepath.Join(filepath.Dir(root), "shared", "rules", "vectors")
	if _, err := os.Stat(shared); err == nil {
		return os.DirFS(shared)
	}
	return os.DirFS(filepath.Join(root, "rules", ruleset, "testdata"))
}

// Game is one recorded game of the vectors.
type Game struct {
	Game    string          `json:"game"`
	Variant string          `json:"variant"`
	Seed    string          `json:"seed"`
	Name    string          `json:"name"`
	Start   string          `json:"start"`
	Turns   []Turn          `json:"turns"`
	Outcome json.RawMessage `json:"outcome"`
}

// Turn is one turn of a recorded game.
type Turn struct {
	Input     string `json:"input"`
	Canonical string `json:"canonical"`
	Position  string `json:"position"`
}

// Refused is one turn that must be refused.
type Refused struct {
	Position string `json:"position"`
	Input    string `json:"input"`
	Code     string `json:"code"`
}

// Games reads the recorded games of a variant.
func Games(t testing.TB, ruleset, variant string) []Game {
	t.Helper()
	return readLines[Game](t, ruleset, ruleset+"-"+variant+".games.jsonl")
}

// Illegal reads the turns of a variant that must be refused. Not every variant
// has such a file.
func Illegal(t testing.TB, ruleset, variant string) []Refused {
	t.Helper()
	return readLines[Refused](t, ruleset, ruleset+"-"+variant+".illegal.jsonl")
}

func readLines[T any](t testing.TB, ruleset, name string) []T {
	t.Helper()
	data, err := fs.ReadFile(Vectors(t, ruleset), name)
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	var out []T
	for line := range strings.Lines(string(data)) {
		var v T
		if err := json.Unmarshal([]byte(line), &v); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		out = append(out, v)
	}
	return out
}

// Outcome is a result as the vectors write it.
func Outcome(info rules.Info, r rules.Result) string {
	if !r.Over() {
		return `"ongoing"`
	}
	winner := info.SideID(r.Winner)
	if winner == "" {
		winner = "draw"
	}
	b, _ := json.Marshal(struct {
		Winner string `json:"winner"`
		Reason string `json:"reason"`
	}{winner, r.Reason})
	return string(b)
}

// RandomTurn builds a legal turn step by step from what Next lists.
func RandomTurn(t testing.TB, p rules.Position, rnd *rand.Rand) string {
	t.Helper()
	for range 100 {
		turn := ""
		for {
			options, err := p.Next(turn)
			if err != nil {
				t.Fatalf("%s: Next(%q): %v", p, turn, err)
			}
			if options.MayEnd && (len(options.Steps) == 0 || rnd.IntN(2) == 0) {
				return turn
			}
			if len(options.Steps) == 0 {
				break // four steps that change nothing: begin again
			}
			turn = strings.TrimSpace(turn + " " + options.Steps[rnd.IntN(len(options.Steps))])
		}
	}
	t.Fatalf("%s: no legal turn found in 100 tries", p)
	return ""
}

func parse(t testing.TB, r rules.Ruleset, variant, text string) rules.Position {
	t.Helper()
	p, err := r.Parse(variant, text)
	if err != nil {
		t.Fatalf("%s %q: %v", variant, text, err)
	}
	return p
}

func start(t testing.TB, r rules.Ruleset, variant, position string) rules.Position {
	t.Helper()
	if position != "" {
		return parse(t, r, variant, position)
	}
	p, err := r.Start(variant)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
