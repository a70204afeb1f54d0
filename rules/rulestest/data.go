package rulestest

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// source is where something is recorded: the name of a file and the number of a line.
type source struct{ from string }

func (s *source) found(from string) { s.from = from }

// Game is a recorded game.
type Game struct {
	source
	Game    string          `json:"game"`
	Variant string          `json:"variant"`
	Seed    string          `json:"seed,omitempty"`
	Name    string          `json:"name,omitempty"`
	Start   string          `json:"start,omitempty"`
	Turns   []Turn          `json:"turns"`
	Outcome json.RawMessage `json:"outcome"`
}

// Turn is a turn of a recorded game.
type Turn struct {
	Input     string `json:"input"`
	Canonical string `json:"canonical"`
	Position  string `json:"position"`
}

// Refused is a turn that must be refused.
type Refused struct {
	source
	Position string `json:"position"`
	Input    string `json:"input"`
	Code     string `json:"code"`
}

// BadPosition is a text that must be refused as a position, with the key of the phrase that explains why.
type BadPosition struct {
	source
	Position string `json:"position"`
	Phrase   string `json:"phrase"`
}

// Typed is a turn as a device or a program writes it.
type Typed struct {
	Game      string `json:"game"`
	Variant   string `json:"variant"`
	Way       string `json:"way"`
	Position  string `json:"position"`
	Typed     string `json:"typed"`
	Canonical string `json:"canonical"`
}

// Games reads the recorded games of a variant.
func Games(t testing.TB, ruleset, variant string) []Game {
	t.Helper()
	return readLines[Game](t, ruleset, ruleset+"-"+variant+".games.jsonl")
}

// Ends reports whether the game was played to its end by the rules.
func (g Game) Ends() bool { return string(g.Outcome) != `"ongoing"` }

// FinishedGame returns the shortest recorded game from the setup of a variant to its end that has at least
// so many turns, or the longest if all are shorter. Run requires every variant to have one.
func FinishedGame(t testing.TB, ruleset, variant string, least int) (found Game) {
	t.Helper()
	for _, g := range Games(t, ruleset, variant) {
		switch n := len(g.Turns); {
		case g.Start != "" || !g.Ends():
		case len(found.Turns) < least && n > len(found.Turns), n >= least && n < len(found.Turns):
			found = g
		}
	}
	if len(found.Turns) == 0 {
		t.Fatalf("%s-%s.games.jsonl has no game from the setup to its end", ruleset, variant)
	}
	return found
}

// Illegal reads the turns of a variant that must be refused. The file is optional.
func Illegal(t testing.TB, ruleset, variant string) []Refused {
	t.Helper()
	return readLines[Refused](t, ruleset, ruleset+"-"+variant+".illegal.jsonl")
}

// BadPositions reads the texts of a variant that must be refused as positions. The file is optional.
func BadPositions(t testing.TB, ruleset, variant string) []BadPosition {
	t.Helper()
	return readLines[BadPosition](t, ruleset, ruleset+"-"+variant+".positions.jsonl")
}

// readLines reads a file of JSON lines from every folder that has it. A line that occurs in two folders counts once.
func readLines[T any](t testing.TB, ruleset, name string) []T {
	t.Helper()
	var out []T
	seen := map[string]bool{}
	for _, file := range find(t, ruleset, name) {
		number := 0
		for line := range strings.Lines(file) {
			number++
			if line = strings.TrimSpace(line); seen[line] {
				continue
			}
			seen[line] = true
			var v T
			if err := json.Unmarshal([]byte(line), &v); err != nil {
				t.Fatalf("%s, line %d: %v", name, number, err)
			}
			if known, is := any(&v).(interface{ found(from string) }); is {
				known.found(fmt.Sprintf("testdata/%s, line %d", name, number))
			}
			out = append(out, v)
		}
	}
	return out
}

// find reads the files with a name in all folders of a ruleset's test data: the testdata of the package under test and
// of the ruleset, and the shared one beside the project. It works for the tests of every package of the module.
func find(t testing.TB, ruleset, name string) (texts []string) {
	t.Helper()
	root := ModuleRoot(t)
	folders := []string{filepath.Join(root, "rules", ruleset, "testdata"), sharedFolder(root)}
	if own, err := filepath.Abs("testdata"); err == nil && own != folders[0] {
		folders = append(folders, own)
	}
	for _, folder := range folders {
		text, err := os.ReadFile(filepath.Join(folder, name))
		if os.IsNotExist(err) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(text))
	}
	return texts
}

func sharedFolder(root string) string {
	return filepath.Join(filepath.Dir(root), "shared", "rules", "vectors")
}

// ModuleRoot returns the folder of go.mod.
func ModuleRoot(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for root := dir; ; root = filepath.Dir(root) {
		if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
			return root
		}
		if root == filepath.Dir(root) {
			t.Fatalf("no go.mod above %s", dir)
		}
	}
}
