package rulestest

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"turnpost/rules"
	"turnpost/rules/phrase"
)

// The amount recorded for each variant.
const (
	recordedGames = 6
	recordedCases = 2       // refused turns, or positions, for each phrase
	recordedCount = 100_000 // counts stop before they exceed this
	longGame      = 20      // times Suite.MaxTurns: the maximum length of a game played to find its end
	gamesTried    = 40      // for each kind of end
)

// record writes the test data that the package under test lacks. A ruleset with vectors beside the project, made by
// another program, needs none.
func record(t *testing.T, s Suite) {
	info := s.Ruleset.Info(phrase.English)
	if files, _ := filepath.Glob(filepath.Join(sharedFolder(ModuleRoot(t)), info.ID+"-*")); len(files) > 0 {
		t.Logf("%s has vectors that were made independently: nothing is recorded", info.ID)
		return
	}
	var counts []map[string]any
	for i, v := range info.Variants {
		r := newRecorder(t, s, v.ID, uint64(i))
		writeLines(t, info.ID+"-"+v.ID+".games.jsonl", r.games())
		r.complete()
		writeLines(t, info.ID+"-"+v.ID+".illegal.jsonl", r.refused())
		writeLines(t, info.ID+"-"+v.ID+".positions.jsonl", r.bad())
		counts = append(counts, recordCounts(t, s, v.ID))
	}
	text, err := json.MarshalIndent(counts, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	writeNew(t, "counts.json", append(text, '\n'))
}

// recorder plays random games of a variant and collects refusals on the way, by phrase.
type recorder struct {
	t         *testing.T
	s         Suite
	variant   string
	rnd       *rand.Rand
	words     *vocabulary
	turns     map[string][]Refused
	positions map[string][]BadPosition
}

func newRecorder(t *testing.T, s Suite, variant string, seed uint64) *recorder {
	return &recorder{
		t: t, s: s, variant: variant, rnd: rand.New(rand.NewPCG(seed, 1)),
		words: newVocabulary(start(t, s.Ruleset, variant, "").Diagram(phrase.English)),
		turns: map[string][]Refused{}, positions: map[string][]BadPosition{},
	}
}

// games returns random games: the first ones, and later ones that end in a different way.
func (r *recorder) games() (games []Game) {
	ends := map[string]bool{}
	for n := range recordedGames {
		g := r.game(n, r.s.MaxTurns, r.try)
		if g.Ends() {
			ends[string(g.Outcome)] = true
		}
		games = append(games, g)
	}
	for n := recordedGames; n < gamesTried; n++ {
		maxTurns := longGame * r.s.MaxTurns
		if len(ends) > 0 {
			maxTurns = r.s.MaxTurns
		}
		g := r.game(n, maxTurns, func(rules.Position, string, bool) {})
		if g.Ends() && !ends[string(g.Outcome)] {
			ends[string(g.Outcome)] = true
			games = append(games, g)
		}
	}
	if g := r.repetition(); g.Ends() && !ends[string(g.Outcome)] {
		games = append(games, g)
	}
	return append(games, r.rare(games)...)
}

// repetition returns a game in which both sides move a piece to and fro until a position occurs for the third time, if
// that ends it. The first one may be another than the setup, which may allow more.
func (r *recorder) repetition() Game {
	id := r.s.Ruleset.Info(phrase.English).ID
	g := Game{Game: id, Variant: r.variant, Name: "third time", Outcome: []byte(`"ongoing"`)}
	p := start(r.t, r.s.Ruleset, r.variant, "")
	if _, turns := wayBack(p); turns != nil {
		for len(g.Turns) < rules.TimesToDraw*len(turns) && !g.Ends() {
			g.Turns = append(g.Turns, Turn{Input: turns[len(g.Turns)%len(turns)]})
			r.replay(&g)
		}
	}
	return g
}

// complete fills in what the lines of recorded games lack that were written by hand with a start and inputs alone.
func (r *recorder) complete() {
	id := r.s.Ruleset.Info(phrase.English).ID
	path := filepath.Join("testdata", id+"-"+r.variant+".games.jsonl")
	text, err := os.ReadFile(path)
	if err != nil {
		r.t.Fatal(err)
	}
	var lines []byte
	for line := range bytes.Lines(text) {
		var g Game
		if err := json.Unmarshal(line, &g); err == nil && g.Outcome == nil && len(g.Turns) > 0 {
			g.Game, g.Variant = id, r.variant
			r.replay(&g)
			if line, err = json.Marshal(g); err != nil {
				r.t.Fatal(err)
			}
			line = append(line, '\n')
		}
		lines = append(lines, line...)
	}
	if err := os.WriteFile(path, lines, 0o644); err != nil {
		r.t.Fatal(err)
	}
}

// replay plays the inputs of a game and records what becomes of them.
func (r *recorder) replay(g *Game) {
	var history rules.History
	p := start(r.t, r.s.Ruleset, r.variant, g.Start)
	result := history.Reach(p)
	for i := range g.Turns {
		played, err := p.Play(g.Turns[i].Input)
		if err != nil {
			r.t.Fatalf("game %s%s, turn %d: %q is refused on\n%s\n%s", g.Seed, g.Name, i+1, g.Turns[i].Input, drawn(p),
				ErrorText(r.s.Ruleset, err))
		}
		g.Turns[i].Canonical = played.Turn
		g.Turns[i].Position = cmp.Or(g.Turns[i].Position, played.Next.String()) // Vectors compares what a person wrote
		p = played.Next
		result = history.Reach(p)
	}
	g.Outcome = json.RawMessage(Outcome(r.s.Ruleset.Info(phrase.English), result))
}

// game plays one random game. Before each turn it calls try; much allows try to take more time.
func (r *recorder) game(seed, maxTurns int, try func(p rules.Position, turn string, much bool)) Game {
	info := r.s.Ruleset.Info(phrase.English)
	g := Game{Game: info.ID, Variant: r.variant, Seed: fmt.Sprint(seed)}
	var history rules.History
	p := start(r.t, r.s.Ruleset, r.variant, "")
	result := history.Reach(p)
	for len(g.Turns) < maxTurns && !result.Over() {
		turn := RandomTurn(r.t, p, r.rnd)
		try(p, turn, len(g.Turns)%unlistedEvery == 0)
		played, err := p.Play(turn)
		if err != nil {
			r.t.Fatalf("on\n%s\nlisted turn %q is refused: %v", drawn(p), turn, err)
		}
		g.Turns = append(g.Turns, Turn{turn, played.Turn, played.Next.String()})
		p = played.Next
		r.refuse(p, turn)
		result = history.Reach(p)
	}
	if last := len(g.Turns) - 1; p.Result().Over() {
		r.refuse(p, g.Turns[last].Canonical)
	}
	g.Outcome = json.RawMessage(Outcome(info, result))
	return g
}

// try collects the refusals of turns, and of positions, that are similar to a given one.
func (r *recorder) try(p rules.Position, turn string, much bool) {
	r.refuse(p, "")
	for range 5 {
		r.refuse(p, damaged(p, turn, r.rnd))
		r.misread(damage(p.String(), p.String()+" z9", r.rnd))
	}
	fields := strings.Fields(p.String())
	for i := range fields {
		r.misread(strings.Join(slices.Delete(slices.Clone(fields), i, i+1), " "))
		r.misread(strings.Join(slices.Insert(slices.Clone(fields), i, fields[i]), " "))
	}
	if !much {
		return
	}
	options, _ := p.Next("")
	r.words.learn(options.Steps, r.rnd)
	r.words.otherTurns(turn, r.rnd, func(turn string) { r.refuse(p, turn) })
}

// refuse records a turn if it is refused with a phrase that is not yet recorded often enough.
func (r *recorder) refuse(p rules.Position, turn string) {
	_, err := p.Play(turn)
	refused, is := rules.RefusalOf(err)
	if !is {
		return
	}
	key := refused.Code + " " + refused.Message.Key
	r.turns[key] = addCase(r.turns[key], Refused{Position: p.String(), Input: turn, Code: refused.Code})
}

// misread records a text if it is refused as a position with a phrase that is not yet recorded often enough.
func (r *recorder) misread(text string) {
	_, err := r.s.Ruleset.Parse(r.variant, text)
	if key := badKey(err); key != "" {
		r.positions[key] = addCase(r.positions[key], BadPosition{Position: text, Phrase: key})
	}
}

// addCase adds a case unless it is there or there are enough.
func addCase[T comparable](list []T, one T) []T {
	if len(list) == recordedCases || slices.Contains(list, one) {
		return list
	}
	return append(list, one)
}

func (r *recorder) refused() (list []Refused) {
	for _, key := range slices.Sorted(maps.Keys(r.turns)) {
		list = append(list, r.turns[key]...)
	}
	return list
}

func (r *recorder) bad() (list []BadPosition) {
	for _, key := range slices.Sorted(maps.Keys(r.positions)) {
		list = append(list, r.positions[key]...)
	}
	return list
}

func recordCounts(t *testing.T, s Suite, variant string) map[string]any {
	p := start(t, s.Ruleset, variant, "")
	row := map[string]any{
		"game": s.Ruleset.Info(phrase.English).ID, "variant": variant, "label": "start", "position": p.String(),
	}
	if s.Counts == nil && hasManyTurns(p) {
		return row
	}
	for name, count := range s.counts() {
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

// writeNew writes a file into testdata unless it exists.
func writeNew(t *testing.T, name string, text []byte) {
	path := filepath.Join("testdata", name)
	if _, err := os.Stat(path); err == nil {
		return
	}
	if err := os.MkdirAll("testdata", 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
	}
}
