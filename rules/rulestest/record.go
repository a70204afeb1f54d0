package rulestest

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"turnpost/rules"
	"turnpost/rules/phrase"
)

// How much is recorded of each variant.
const (
	recordedGames = 6
	recordedCodes = 4       // refused turns of each code
	recordedCount = 100_000 // counts stop before they exceed this
)

// record writes the test data that the package under test lacks. A ruleset that has
// vectors beside the project, made by another program, needs none.
func record(t *testing.T, s Suite) {
	info := s.Ruleset.Info(phrase.English)
	if files, _ := filepath.Glob(filepath.Join(sharedFolder(moduleRoot(t)), info.ID+"-*")); len(files) > 0 {
		t.Logf("%s has vectors that were made independently: nothing is recorded", info.ID)
		return
	}
	var counts []map[string]any
	for i, v := range info.Variants {
		rnd := rand.New(rand.NewPCG(uint64(i), 1))
		games, refused := recordGames(t, s, v.ID, rnd)
		writeLines(t, info.ID+"-"+v.ID+".games.jsonl", games)
		writeLines(t, info.ID+"-"+v.ID+".illegal.jsonl", refused)
		counts = append(counts, recordCounts(t, s, v.ID))
	}
	text, err := json.MarshalIndent(counts, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	writeNew(t, "counts.json", append(text, '\n'))
}

// recordGames plays random games and damages their turns.
func recordGames(t *testing.T, s Suite, variant string, rnd *rand.Rand) (games []Game, refused []Refused) {
	info := s.Ruleset.Info(phrase.English)
	byCode := map[string][]Refused{}
	for n := range recordedGames {
		g := Game{Game: info.ID, Variant: variant, Seed: fmt.Sprint(n)}
		var history rules.History
		p := start(t, s.Ruleset, variant, "")
		result := history.Reach(p)
		for len(g.Turns) < s.MaxTurns && !result.Over() {
			turn := RandomTurn(t, p, rnd)
			recordRefusal(s.Ruleset, p, damaged(p, turn, rnd), byCode)
			played, err := p.Play(turn)
			if err != nil {
				t.Fatalf("%s: listed turn %q is refused: %v", p, turn, err)
			}
			g.Turns = append(g.Turns, Turn{turn, played.Turn, played.Next.String()})
			p = played.Next
			recordRefusal(s.Ruleset, p, turn, byCode)
			result = history.Reach(p)
		}
		if last := len(g.Turns) - 1; p.Result().Over() {
			recordRefusal(s.Ruleset, p, g.Turns[last].Canonical, byCode)
		}
		g.Outcome = json.RawMessage(Outcome(info, result))
		games = append(games, g)
	}
	for _, code := range slices.Sorted(maps.Keys(byCode)) {
		refused = append(refused, byCode[code]...)
	}
	return games, refused
}

func recordRefusal(r rules.Ruleset, p rules.Position, turn string, byCode map[string][]Refused) {
	_, err := p.Play(turn)
	code, _, ok := Refusal(r, err)
	if ok && len(byCode[code]) < recordedCodes {
		byCode[code] = append(byCode[code], Refused{p.String(), turn, code})
	}
}

func recordCounts(t *testing.T, s Suite, variant string) map[string]any {
	p := start(t, s.Ruleset, variant, "")
	row := map[string]any{
		"game": s.Ruleset.Info(phrase.English).ID, "variant": variant, "label": "start", "position": p.String(),
	}
	for name, count := range s.Counts {
		var numbers []uint64
		for depth := 1; depth <= 4; depth++ {
			numbers = append(numbers, count(p, depth))
			if last := numbers[depth-1]; last*numbers[0] > recordedCount {
				break
			}
		}
		row[name] = numbers
	}
	return row
}

func writeLines[T any](t *testing.T, name string, lines []T) {
	var text []byte
	for _, line := range lines {
		b, err := json.Marshal(line)
		if err != nil {
			t.Fatal(err)
		}
		text = append(append(text, b...), '\n')
	}
	writeNew(t, name, text)
}

// writeNew writes a file into testdata where there is none of that name.
func writeNew(t *testing.T, name string, text []byte) {
	path := filepath.Join("testdata", name)
	if _, err := os.Stat(path); err == nil {
		t.Logf("%s is there already; delete it to record it anew", path)
		return
	}
	if err := os.MkdirAll("testdata", 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
	}
}
