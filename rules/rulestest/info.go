package rulestest

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"turnpost/rules"
	"turnpost/rules/phrase"
)

// checkInfo checks that the description of a ruleset is complete.
func checkInfo(t *testing.T, r rules.Ruleset) {
	info := r.Info(phrase.English)
	for name, text := range map[string]string{
		"ID": info.ID, "Name": info.Name, "Summary": info.Summary, "Notation": info.Notation,
		"Rules": info.Rules, "Credit": info.Credit, "PositionText": info.PositionText,
		"side 0": info.Sides[0].ID + info.Sides[0].Name, "side 1": info.Sides[1].ID + info.Sides[1].Name,
	} {
		if strings.TrimSpace(text) == "" {
			t.Errorf("Info has no %s", name)
		}
	}
	if info.Version < 1 || len(info.Variants) == 0 {
		t.Errorf("version %d, %d variants", info.Version, len(info.Variants))
	}
	for line := range strings.Lines(info.Notation) {
		if len([]rune(strings.TrimRight(line, "\n"))) > 72 {
			t.Errorf("a line of the notation is longer than 72 columns: %q", line)
		}
	}
	for _, code := range []string{rules.CodeSyntax, rules.CodeGameOver} {
		if !knows(info.Faults, code) {
			t.Errorf("Info.Faults does not list %s", code)
		}
	}
	if _, known := info.Variant(info.Suggested); !known {
		t.Errorf("there is no variant %q to suggest", info.Suggested)
	}
	for _, v := range info.Variants {
		p := start(t, r, v.ID, "")
		if p.ToMove() != rules.First || p.Result().Over() {
			t.Errorf("%s starts with seat %d to move, result %+v", v.ID, p.ToMove(), p.Result())
		}
		if parse(t, r, v.ID, p.String()).String() != p.String() {
			t.Errorf("%s: the start does not round-trip", v.ID)
		}
		checkDiagram(t, p.Diagram(phrase.English))
		checkOwnDiagram(t, p)
	}
	if _, err := r.Start("no such variant"); err == nil {
		t.Error("an unknown variant starts")
	}
	if _, err := r.Parse("no such variant", ""); err == nil {
		t.Error("a position of an unknown variant is parsed")
	}
	checkNames(t, r)
	p := start(t, r, "", "")
	for _, empty := range []string{"", "  ", ",", "\n"} {
		if _, err := p.Play(empty); err == nil || !strings.HasPrefix(err.Error(), rules.CodeSyntax) {
			t.Errorf("the empty turn %q gives %v", empty, err)
		}
	}
}

// maxName is the maximum length of a name in characters: Subject lines, tables and captions contain it.
const maxName = 60

var (
	plainID = regexp.MustCompile(`^[a-z0-9_-]+$`)
	// takenIDs have another meaning where the ID of a side is written: in tags of records, results and challenges.
	takenIDs = []string{
		"game", "ruleset", "variant", "version", "date", "enddate", "pace", "result", "reason", "hash",
		"draw", "random",
	}
)

// checkNames checks the IDs, which are parts of addresses and files, and the length of the names in every language.
func checkNames(t testing.TB, r rules.Ruleset) {
	t.Helper()
	for _, lang := range r.Phrases().Languages() {
		info := r.Info(lang)
		ids, names := []string{info.ID}, []string{info.Name}
		for _, side := range info.Sides {
			if ids = append(ids, side.ID); slices.Contains(takenIDs, side.ID) {
				t.Errorf("a side cannot have the ID %q", side.ID)
			}
			names = append(names, side.Name, side.Player)
		}
		for _, v := range info.Variants {
			ids, names = append(ids, v.ID), append(names, v.Name)
		}
		for _, id := range ids {
			if !plainID.MatchString(id) {
				t.Errorf("the ID %q has other characters than a to z, 0 to 9, _ and -", id)
			}
		}
		for _, name := range names {
			if utf8.RuneCountInString(name) > maxName {
				t.Errorf("the name %q (%s) is longer than %d characters", name, lang, maxName)
			}
		}
	}
}

// checkOwnDiagram checks that the diagrams of a position do not share what is translated in place.
func checkOwnDiagram(t testing.TB, p rules.Position) {
	t.Helper()
	one, other := p.Diagram(phrase.English), p.Diagram(phrase.English)
	if overlap(one.Pieces, other.Pieces) || overlap(one.Bowls, other.Bowls) ||
		overlap(one.Counters, other.Counters) || overlap(one.Legend, other.Legend) {
		t.Errorf("on\n%s\ntwo diagrams share a slice whose words are translated in place: make each anew", drawn(p))
	}
}

// overlap reports whether two slices begin with the same element in memory.
func overlap[T any](a, b []T) bool { return len(a) > 0 && len(b) > 0 && &a[0] == &b[0] }

// checkExamples carries out the examples of the rules page. Keys are unique, the rules refer to each example at most
// once, and what moves over the board is shown: every kind of piece and of step with more than one place.
func checkExamples(t *testing.T, r rules.Ruleset) {
	info := r.Info(phrase.English)
	if len(info.Examples) < 3 {
		t.Errorf("%d examples", len(info.Examples))
	}
	keys := map[string]int{}
	shown := movers{}
	for _, e := range info.Examples {
		w, err := e.Work(r, phrase.English)
		if err != nil {
			t.Errorf("example %s: %s", e.Key, strings.TrimPrefix(ErrorText(r, err), "example "+e.Key+": "))
			continue
		}
		if _, again := keys[e.Key]; again || rules.PictureKeys("![]("+e.Key+")") == nil {
			t.Errorf("the key %q of an example is not unique or no word", e.Key)
		}
		keys[e.Key] = 0
		if e.Targets != "" {
			checkTargets(t, w)
			shown.add(w.Before.Diagram(phrase.English), w.Steps)
		}
	}
	for line := range strings.Lines(info.Rules) {
		for _, key := range rules.PictureKeys(line) {
			if keys[key]++; keys[key] > 1 {
				t.Errorf("the rules refer to the example %s again", key)
			}
			if _, found := info.Example(key); !found {
				t.Errorf("the rules refer to the example %s, which does not exist", key)
			}
		}
	}
	for missing := range moversOf(t, r) {
		if !shown[missing] {
			t.Errorf("no example with Targets shows the %s", missing)
		}
	}
}

// checkTargets checks an example of where a piece may go: there is a piece or a ball, and every place exists.
func checkTargets(t *testing.T, w rules.Worked) {
	if w.Turn != "" || w.Fault != "" {
		t.Errorf("example %s has targets and a turn", w.Key)
	}
	d := w.Before.Diagram(phrase.English)
	exists := places(d)
	if len(d.Bowls) == 0 && pieceOn(d, w.Targets) == "" {
		t.Errorf("example %s: no piece is on %s", w.Key, w.Targets)
	}
	for _, step := range w.Steps {
		for _, place := range step.Ends() {
			if !exists(place) {
				t.Errorf("example %s: there is no place %s", w.Key, place)
			}
		}
	}
}

// head returns the first n elements of a list, or all if there are fewer.
func head[T any](list []T, n int) []T { return list[:min(n, len(list))] }

// Fuzz passes arbitrary positions and turns to a ruleset and checks that it does not panic, that errors have the right
// types, and that accepted input satisfies the invariants.
func Fuzz(f *testing.F, r rules.Ruleset) {
	info := r.Info(phrase.English)
	for _, v := range info.Variants {
		p := start(f, r, v.ID, "")
		if options, err := p.Next(""); err == nil && len(options.Steps) > 0 {
			f.Add(v.ID, p.String(), options.Steps[0].Text)
		}
		for _, g := range head(Games(f, info.ID, v.ID), 2) {
			for _, turn := range head(g.Turns, 4) {
				f.Add(v.ID, turn.Position, turn.Input)
			}
		}
		for i, c := range Illegal(f, info.ID, v.ID) {
			if i%5 == 0 {
				f.Add(v.ID, c.Position, c.Input)
			}
		}
	}
	f.Fuzz(func(t *testing.T, variant, position, turn string) {
		p, err := r.Parse(variant, position)
		if err != nil {
			return
		}
		checkParsed(t, r, variant, p)
		if options, err := p.Next(turn); err != nil {
			if _, _, ok := Refusal(r, err); !ok {
				t.Fatalf("on\n%s\nNext(%q): %v", drawn(p), turn, err)
			}
		} else if _, err := p.Play(turn); (err == nil) != options.MayEnd {
			t.Fatalf("on\n%s\n%q may end: %v; Play: %v", drawn(p), turn, options.MayEnd, err)
		}
		played, err := p.Play(turn)
		if err != nil {
			if _, _, ok := Refusal(r, err); !ok {
				t.Fatalf("on\n%s\n%q: %v", drawn(p), turn, err)
			}
			return
		}
		checkTurn(t, r, variant, p, played)
		reachFrom(p).want(t, turn, played)
	})
}
